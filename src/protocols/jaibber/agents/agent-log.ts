import { redactText } from '../../../io/log-redact.ts'
import type { AgentLogLine } from '../pure/api.ts'
import { plainText } from './plain-text.ts'

const most = 500
const lineChars = 1_000
/** Limit on an incomplete line kept until its line end arrives. */
const heldChars = 8_000

/** An agent's recent activity for the operator: the last 500 lines, without secrets. */
export class AgentLog {
  readonly #now: () => number
  #lines: AgentLogLine[] = []
  #seq = 0

  constructor(now: () => number) {
    this.#now = now
  }

  add(text: string): void {
    const clean = redactText(plainText(text)).replaceAll('\n', ' ').slice(0, lineChars).toWellFormed()
    this.#lines.push({ seq: ++this.#seq, at: this.#now(), text: clean })
    if (this.#lines.length > most) this.#lines = this.#lines.slice(-most)
  }

  /** Takes output of a program and adds its lines as they become complete. */
  printer(): { add(piece: string): void; end(): void } {
    let held = ''
    const print = (line: string): void => {
      if (line.trim() !== '') this.add(`stderr: ${line}`)
    }
    return {
      add: (piece) => {
        const lines = (held + piece).split('\n')
        held = (lines.pop() ?? '').slice(-heldChars)
        for (const line of lines.slice(-most)) print(line)
      },
      end: () => print(held),
    }
  }

  /** The newest lines, or those before a number, oldest first. */
  page(limit: number, before: number = this.#seq + 1): { readonly lines: AgentLogLine[]; readonly hasBefore: boolean } {
    const earlier = this.#lines.filter((line) => line.seq < before)
    return { lines: earlier.slice(-limit), hasBefore: earlier.length > limit }
  }
}
