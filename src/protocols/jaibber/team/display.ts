import type { LinkContext } from '../../../core/protocol.ts'
import { teamStatus, teamView } from './view.ts'
import type { Shown } from './view.ts'

const showMs = 250

/** Keeps the lamp and the screens of a team up to date. */
export class Display {
  readonly #context: Pick<LinkContext, 'status' | 'show'>
  readonly #shown: () => Shown
  #timer: NodeJS.Timeout | undefined
  #isOn = false

  /** The lamp at once, the view soon. */
  refresh(): void {
    this.status()
    this.soon()
  }

  /** Nothing is shown before `start`. */
  constructor(context: Pick<LinkContext, 'status' | 'show'>, shown: () => Shown) {
    this.#context = context
    this.#shown = shown
  }

  start(): void {
    this.#isOn = true
    this.status()
    this.soon()
  }

  stop(): void {
    this.#isOn = false
    clearTimeout(this.#timer)
  }

  /** The lamp, now. */
  status(): void {
    if (this.#isOn) this.#context.status(teamStatus(this.#shown()))
  }

  /** Everything, soon: what changes at once is shown once. */
  soon(): void {
    if (!this.#isOn || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.status()
      this.#context.show(teamView(this.#shown()))
    }, showMs)
  }
}
