import { PatientStop } from '../../../io/runner/runner-stop.ts'
import type { HomeView } from '../pure/api.ts'

const shownChars = 8_000
const patchbayEnds = Symbol('Patchbay ends')

/** Whether a run was stopped because Patchbay exits, not by the operator. */
export function isInterrupted(signal: AbortSignal): boolean {
  return signal.reason === patchbayEnds
}

/** The round being applied, as the view shows it, and how to stop it. */
export class LiveRun {
  readonly session: string
  readonly sequence: number
  readonly #controller = new AbortController()
  readonly #changed: () => void
  readonly #startedAt: number
  #row: { readonly index: number; readonly done: number; readonly total: number; readonly command: string | undefined } | undefined
  #output = ''

  constructor(session: string, sequence: number, startedAt: number, changed: () => void) {
    this.session = session
    this.sequence = sequence
    this.#startedAt = startedAt
    this.#changed = changed
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  begins(index: number, done: number, total: number, command: string | undefined): void {
    this.#row = { index, done, total, command }
    this.#output = ''
    this.#changed()
  }

  output(text: string): void {
    this.#output = (this.#output + text).slice(-shownChars).toWellFormed()
    this.#changed()
  }

  /** Ends the running command; the ones after it are not run. */
  stop(): void {
    this.#controller.abort()
  }

  /** The same because the operator halts: the command has more time to end. @returns what is left of it, once the round has ended. */
  halt(words: string, graceMs: number): PatientStop {
    const stop = new PatientStop(words, graceMs)
    this.#controller.abort(stop)
    return stop
  }

  /** The same because Patchbay exits: the round stays interrupted until the operator resumes it. */
  interrupt(): void {
    this.#controller.abort(patchbayEnds)
  }

  shown(): HomeView['run'] {
    if (this.#row === undefined) return undefined
    const { command, ...row } = this.#row
    return {
      session: this.session,
      sequence: this.sequence,
      ...row,
      ...(command !== undefined && { command: command.slice(0, shownChars), output: this.#output }),
      startedAt: this.#startedAt,
    }
  }
}
