import type { Doubt } from '../../../core/doubt.ts'
import type { ReceiptBody } from '../../../core/event.ts'

/** What a file proves about a message. */
export interface Proof {
  readonly stage: ReceiptBody['stage']
  readonly path: string
  readonly raw: string
  readonly text: string
  readonly by?: string | undefined
  /** Proven by a result file: reported even if a message has already answered, or a mark acknowledged it. */
  readonly isResult?: true
  /** Why it may not be by whom it says. */
  readonly doubt?: Doubt
}

const stageLetters: Readonly<Record<Proof['stage'], string>> = {
  delivered: 'd',
  read: 'r',
  acked: 'k',
  answered: 'w',
  failed: 'f',
  archived: 'a',
}

/** What a proof is about: of each letter, the first counts. */
export function letterOf({ stage, isResult }: Proof): string {
  if (isResult === true && stage === 'answered') return 'x'
  return isResult === true && stage === 'acked' ? 'c' : stageLetters[stage]
}

/** Of the proofs of messages that were not found yet, at least so much is kept, and twice as much at most. */
export const mostWaiting = { messages: 10_000, chars: 8 * 1024 * 1024 }

/**
 * Proofs of messages that were not found yet, by mailbox and id, or by id alone where they name no mailbox. Agents write proofs of whatever they like, and as
 * often as they like: the oldest make room.
 */
export class WaitingProofs {
  #older = new Map<string, Map<string, Proof>>()
  #newer = new Map<string, Map<string, Proof>>()
  #chars = 0

  add(id: string, proof: Proof): void {
    const letter = letterOf(proof)
    if (this.#newer.get(id)?.has(letter) === true || this.#older.get(id)?.has(letter) === true) return
    const chars = proof.path.length + proof.raw.length + proof.text.length
    if (this.#newer.size >= mostWaiting.messages || this.#chars + chars > mostWaiting.chars) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#chars = 0
    }
    const own = this.#newer.get(id)
    if (own === undefined) this.#newer.set(id, new Map([[letter, proof]]))
    else own.set(letter, proof)
    this.#chars += chars
  }

  /** The proofs of a message that was found, in the order in which they came; they wait no longer. */
  take(id: string): readonly Proof[] {
    const found = [this.#older, this.#newer].flatMap((proofs) => [...(proofs.get(id)?.values() ?? [])])
    this.#older.delete(id)
    this.#newer.delete(id)
    return found
  }
}
