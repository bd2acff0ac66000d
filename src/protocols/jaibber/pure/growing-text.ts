import type { HeardMessage } from './heard.ts'
import { comparePlaces, placeOf, type Place } from './piece-order.ts'

/** Most UTF-16 units of an answer that is being written. */
export const mostText = 1024 * 1024
/** Pieces that come too late for their place and are put there all the same; each costs a copy of the text. */
const mostLate = 2_000
const mostPieces = 50_000

interface Piece extends Place {
  readonly length: number
}

/** The text of an answer from its pieces, whichever way they come: a repeated piece counts once, a late one goes to its place. Never throws. */
export class GrowingText {
  #text: string
  #pieces: Piece[] = []
  readonly #ids = new Set<string>()
  #late = 0
  /** All that came before a restart. */
  readonly #since: number | undefined

  /** @param since what is older is a part of `text` already, ms of Ably. */
  constructor(text = '', since?: number) {
    this.#text = text.slice(0, mostText)
    this.#since = since
  }

  get text(): string {
    return this.#text
  }

  /** Adds a piece. False: it changes nothing. */
  add(piece: string, heard: Pick<HeardMessage, 'id' | 'serial' | 'timestamp'>): boolean {
    const { id, timestamp } = heard
    const isOld = this.#since !== undefined && timestamp <= this.#since
    if (piece === '' || isOld || this.#ids.has(id) || this.#pieces.length >= mostPieces) return false
    if (this.#text.length + piece.length > mostText) return false
    this.#ids.add(id)
    const own: Piece = { ...placeOf(heard), length: piece.length }
    let at = this.#pieces.length
    let end = this.#text.length
    while (at > 0 && this.#late < mostLate) {
      const before = this.#pieces[at - 1]
      if (before === undefined || comparePlaces(before, own) <= 0) break
      at--
      end -= before.length
    }
    if (at < this.#pieces.length) this.#late++
    this.#text = this.#text.slice(0, end) + piece + this.#text.slice(end)
    this.#pieces.splice(at, 0, own)
    return true
  }
}
