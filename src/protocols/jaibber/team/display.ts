import type { LinkContext } from '../../../core/protocol.ts'
import { teamStatus, teamView } from './view.ts'
import type { Shown } from './view.ts'

const showMs = 250

/** Keeps a team's status lamp and screens up to date. */
export class Display {
  readonly #context: Pick<LinkContext, 'status' | 'show'>
  readonly #shown: () => Shown
  #timer: NodeJS.Timeout | undefined
  #isOn = false

  /** Updates the lamp immediately and the view soon. */
  refresh(): void {
    this.status()
    this.soon()
  }

  /** Shows nothing before `start`. */
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

  /** Updates the lamp immediately. */
  status(): void {
    if (this.#isOn) this.#context.status(teamStatus(this.#shown()))
  }

  /** Updates everything soon; changes in quick succession are shown together. */
  soon(): void {
    if (!this.#isOn || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.status()
      this.#context.show(teamView(this.#shown()))
    }, showMs)
  }
}
