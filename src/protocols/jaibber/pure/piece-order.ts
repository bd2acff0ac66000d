import type { ReceivedMessage } from './received.ts'

/** The position of a piece in its answer, as Ably reports it. */
export interface Place {
  readonly serial: string | undefined
  readonly timestamp: number
  /** What its connection counted. */
  readonly connection: string | undefined
  readonly message: number
  readonly index: number
}

const idShape = /^([^:]{1,128}):(\d{1,15}):(\d{1,9})$/

/** Ably names a message by its connection, its number there, and its place among those that were published together. */
export function placeOf({ id, serial, timestamp }: Pick<ReceivedMessage, 'id' | 'serial' | 'timestamp'>): Place {
  const [, connection, message = '0', index = '0'] = idShape.exec(id) ?? []
  return { serial, timestamp, connection, message: Number(message), index: Number(index) }
}

/**
 * Which of two pieces of one answer comes first: by their places in the channel, else by what their connection has counted, else by the time of
 * Ably. 0: nothing tells.
 */
export function comparePlaces(a: Place, b: Place): number {
  if (a.serial !== undefined && b.serial !== undefined && a.serial !== b.serial) return a.serial < b.serial ? -1 : 1
  if (a.connection !== undefined && a.connection === b.connection) return a.message - b.message || a.index - b.index
  return a.timestamp - b.timestamp
}
