import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { TypedText } from '../pure/api.ts'
import type { TerminalAnswer } from '../service/ports.ts'

/** Maximum texts kept per terminal, and characters of each text and its output. */
const most = 50
const mostText = 4_000

/** The texts requested for terminals, and their results; the newest of each terminal. */
export class TypedLog {
  readonly #texts = new Map<string, TypedText[]>()
  readonly #now: () => number
  readonly #changed: () => void
  #ids = 0

  constructor(now: () => number, changed: () => void) {
    this.#now = now
    this.#changed = changed
  }

  /** An agent asks for a text to be typed. The returned object takes its progress. */
  ask(terminal: string, by: string, text: string): { began(): void; over(result: Result<TerminalAnswer>): void } {
    const record = { id: String(++this.#ids), by, text: text.slice(0, mostText).toWellFormed(), at: this.#now(), state: 'waiting' } as const
    const texts = this.#texts.get(nameKey(terminal)) ?? []
    texts.push(record)
    this.#texts.set(nameKey(terminal), texts.slice(-most))
    this.#changed()
    const become = (change: Partial<TypedText>): void => {
      const known = this.#texts.get(nameKey(terminal)) ?? []
      const at = known.findIndex(({ id }) => id === record.id)
      const before = known[at]
      if (before !== undefined) known[at] = { ...before, ...change }
      this.#changed()
    }
    return {
      began: () => become({ state: 'running', beganAt: this.#now() }),
      over: (result) => {
        const endedAt = this.#now()
        if (!result.ok) return become({ state: 'not run', endedAt, output: result.fault.message.slice(0, mostText) })
        const { text: output, exitCode } = result.value
        become({ state: 'ran', endedAt, output: output.slice(-mostText).toWellFormed(), ...(exitCode === undefined ? {} : { exitCode }) })
      },
    }
  }

  /** The operator typed the text directly: nobody waits for its result. */
  typed(terminal: string, by: string, text: string): void {
    const asked = this.ask(terminal, by, text)
    asked.began()
    asked.over(ok({ text: '' }))
  }

  /** Texts of one terminal, newest first. */
  of(terminal: string): TypedText[] {
    return [...(this.#texts.get(nameKey(terminal)) ?? [])].toReversed()
  }

  /** Texts that the operator has not decided about, for all terminals. */
  waiting(): { readonly terminal: string; readonly text: TypedText }[] {
    return [...this.#texts].flatMap(([terminal, texts]) =>
      texts.filter(({ state }) => state === 'waiting').map((text) => ({ terminal, text })),
    )
  }
}
