import type { Output, Parsed, WorkspaceState } from '../../../../api/contract.ts'
import type { Fault } from '../../../../core/fault.ts'
import type { Speed } from '../stepping.ts'

export type StepKind = Parsed<'past.step'>['to']

/** How the past is looked at. */
export interface ReplayLook {
  readonly isPlaying: boolean
  readonly speed: Speed
  /** What a step leads to. */
  readonly stepTo: StepKind
  /** The moment that is being read, ms; undefined: none is. */
  readonly reading: number | undefined
  /** Why the last moment could not be shown, or the last step led nowhere. */
  readonly fault: Fault | undefined
  /** What is being typed as another moment. */
  readonly typed: string | undefined
  /** Grows when the field with the moment should take the focus. */
  readonly focus: number
}

/** Looking at a moment in the past. While one is looked at, `state`, `now` and the wire are those of that moment. */
export interface ReplaySlice {
  readonly replay: ReplayLook
  /** What the engine knows of the moment; undefined: the present is shown. */
  readonly past: Output<'past.state'> | undefined
  /** The state as last pushed, while `state` is that of the moment. */
  readonly present: WorkspaceState | undefined
  setReplay(patch: Partial<ReplayLook>): void
  /** The operator may look back soon: has the engine read some moments, so that the first that is looked at does not wait for what that takes. */
  preparePast(): Promise<void>
  /** Shows a moment, ms; one that is not over is the present. The newest wish wins. */
  lookAt(at: number): Promise<void>
  /** Gives up the moment that is being read: what is shown stays. */
  cancelLook(): void
  /** Steps to the next moment, or back; from the present, back from now. */
  stepMoment(by: 1 | -1, to?: StepKind): Promise<void>
  /** Plays on from the moment, or pauses. */
  togglePlay(): void
  /** To the first event of the day that is looked at, or to its last moment. */
  lookAtDay(edge: 'first' | 'last'): Promise<void>
  /** Shows the present again. */
  backToNow(): void
  /** Pushed by the engine while a moment is looked at. */
  presentArrived(state: WorkspaceState): void
}
