import type { HeardMessage } from './heard.ts'

/** Where a piece of an answer stands, by what Ably says of it. */
export type Place = Pick<HeardMessage, 'id' | 'serial' | 'timestamp'>

/**
 * Which of two pieces of one answer comes first: by their places in the channel, else by what their connection has counted, else by the time of
 * Ably. 0: nothing tells.
 */
export function comparePlaces(a: Place, b: Place): number {
  if (a.serial !== undefined && b.serial !== undefined && a.serial !== b.serial) return a.serial < b.serial ? -1 : 1
  const [one, other] = [counted(a.id), counted(b.id)]
  if (one !== undefined && other !== undefined && one.connection === other.connection)
    return one.message - other.message || one.index - other.index
  return a.timestamp - b.timestamp
}

const idShape = /^([^:]{1,128}):(\d{1,15}):(\d{1,9})$/

/** Ably names a message by its connection, its number there, and its place among those that were published together. */
function counted(id: string): { readonly connection: string; readonly message: number; readonly index: number } | undefined {
  const [, connection, message, index] = idShape.exec(id) ?? []
  return connection === undefined ? undefined : { connection, message: Number(message), index: Number(index) }
}
