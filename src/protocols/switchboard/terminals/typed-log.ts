import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import type { TypedText } from '../pure/api.ts'
import type { TerminalAnswer } from '../service/ports.ts'

/** Texts that are kept of one terminal, and characters of each and of its output. */
const most = 50
const mostText = 4_000

/** What was asked for a terminal, ran in it, and came of it; the newest of each terminal. */
export class TypedLog {
  readonly #texts = new Map<string, TypedText[]>()
  readonly #now: () => number
  readonly #changed: () => void
  #ids = 0

  constructor(now: () => number, changed: () => void) {
    this.#now = now
    this.#changed = changed
  }

  /** Somebody asks for a text. What becomes of it is told to the answer. */
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

  /** The operator typed it by himself: nobody waits for what comes of it. */
  typed(terminal: string, by: string, text: string): void {
    const asked = this.ask(terminal, by, text)
    asked.began()
    asked.over(ok({ text: '' }))
  }

  /** Of one terminal, the newest first. */
  of(terminal: string): TypedText[] {
    return [...(this.#texts.get(nameKey(terminal)) ?? [])].toReversed()
  }

  /** What the operator has not decided about yet, of all terminals. */
  waiting(): { readonly terminal: string; readonly text: TypedText }[] {
    return [...this.#texts].flatMap(([terminal, texts]) =>
      texts.filter(({ state }) => state === 'waiting').map((text) => ({ terminal, text })),
    )
  }
}
