import type { ReceivedMessage } from './received.ts'
import { comparePlaces, placeOf, type Place } from './piece-order.ts'

/** Most UTF-16 units of an answer that is being written. */
export const mostText = 1024 * 1024
/** Pieces whose places are remembered, at least: longer than Ably replays by itself. The text of older ones stays. */
export const rememberedPieces = 1_000

interface Piece extends Place {
  readonly id: string
  readonly length: number
}

/** The text of an answer from its pieces, whichever way they come: a repeated piece counts once, a late one goes to its place. Never throws. */
export class GrowingText {
  #text: string
  #pieces: Piece[] = []
  readonly #ids = new Set<string>()
  /** Everything up to here is in the text for good: a time before a restart, or the last piece that is not remembered any more. */
  #settled: Place | number | undefined

  /** @param since what is older is a part of `text` already, or of no text: a place, or ms of Ably. */
  constructor(text = '', since?: Place | number) {
    this.#text = text.slice(0, mostText)
    this.#settled = since
  }

  get text(): string {
    return this.#text
  }

  /** Adds a piece. False: it changes nothing. */
  add(piece: string, received: Pick<ReceivedMessage, 'id' | 'serial' | 'timestamp'>): boolean {
    const own: Piece = { ...placeOf(received), id: received.id, length: piece.length }
    if (piece === '' || this.#ids.has(own.id) || this.#isSettled(own) || this.#text.length + piece.length > mostText) return false
    let at = this.#pieces.length
    let end = this.#text.length
    for (; at > 0; at--) {
      const before = this.#pieces[at - 1]
      if (before === undefined || comparePlaces(before, own) <= 0) break
      end -= before.length
    }
    this.#text = this.#text.slice(0, end) + piece + this.#text.slice(end)
    this.#pieces.splice(at, 0, own)
    this.#ids.add(own.id)
    if (this.#pieces.length >= 2 * rememberedPieces) this.#settle()
    return true
  }

  #isSettled(place: Place): boolean {
    if (this.#settled === undefined) return false
    return typeof this.#settled === 'number' ? place.timestamp <= this.#settled : comparePlaces(place, this.#settled) <= 0
  }

  /** Forgets the places of the older half. */
  #settle(): void {
    for (const old of this.#pieces.splice(0, rememberedPieces)) {
      this.#ids.delete(old.id)
      this.#settled = old
    }
  }
}
