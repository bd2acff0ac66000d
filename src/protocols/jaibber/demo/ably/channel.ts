import type { Frame, Item } from './wire.ts'

/** A frame of a channel that can be sent again. */
export interface LoggedFrame extends Frame {
  readonly channelSerial: string
  readonly timestamp: number
  readonly messages: readonly Item[]
}

const idsKept = 10_000

/** A channel of the demo server: its messages and members. */
export class AblyChannel {
  readonly name: string
  /** By connection and client id. */
  readonly members = new Map<string, Item>()
  /** Serial of the last frame. */
  last: string
  readonly #most: number
  readonly #log: LoggedFrame[] = []
  readonly #ids = new Set<string>()
  /** Frames up to this serial are no longer kept. */
  #floor: string

  constructor(name: string, serial: string, most: number) {
    this.name = name
    this.last = serial
    this.#floor = serial
    this.#most = most
  }

  /** All kept messages, oldest first. */
  get messages(): readonly Item[] {
    return this.#log.flatMap((frame) => frame.messages)
  }

  append(frame: LoggedFrame): void {
    this.#log.push(frame)
    this.last = frame.channelSerial
    const dropped = this.#log.length > this.#most ? this.#log.shift() : undefined
    if (dropped !== undefined && dropped.channelSerial > this.#floor) this.#floor = dropped.channelSerial
  }

  /** Nobody can resume from before `serial` any more. */
  forget(serial: string): void {
    this.#floor = serial
    this.last = serial
  }

  /** True if a message with this id was accepted before; each is accepted one time. */
  knows(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > idsKept && oldest !== undefined) this.#ids.delete(oldest)
    return false
  }

  /** The frames after a serial; undefined if some are missing, or none is newer than `from`, ms. */
  since(serial: string, from: number): readonly LoggedFrame[] | undefined {
    if (serial < this.#floor) return undefined
    const missed = this.#log.slice(this.#log.findLastIndex((frame) => frame.channelSerial <= serial) + 1)
    return (missed[0]?.timestamp ?? from) < from ? undefined : missed
  }

  /** The messages for a `rewind`: `2m`, `15s` or a number of messages. */
  rewind(asked: string | undefined, now: number): readonly LoggedFrame[] {
    const [, amount = '0', unit = ''] = /^(\d{1,4})([sm]?)$/.exec(asked ?? '') ?? []
    if (unit === '') return amount === '0' ? [] : this.#log.slice(-Number(amount))
    const from = now - Number(amount) * (unit === 'm' ? 60_000 : 1_000)
    return this.#log.filter((frame) => frame.timestamp >= from)
  }

  /** The serial just before a logged frame, for resuming there. */
  before(frame: LoggedFrame): string {
    return this.#log[this.#log.indexOf(frame) - 1]?.channelSerial ?? this.#floor
  }
}
