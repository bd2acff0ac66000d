import type { Result } from '../../../core/fault.ts'
import type { SwitchboardState } from '../pure/state-file.ts'

/** `state.json` of one `.switchboard/`, which other programs write too. */
export interface SharedState {
  /** The state as it is now; `emptyState` while there is no file. A file that cannot be understood is a fault and is never overwritten. */
  read(): Promise<Result<SwitchboardState>>
  /**
   * Changes the state as one step among all writers (F4): what `change` gets is the newest, and it is called again when somebody else was faster.
   * A fault that it returns ends the update and nothing is written; the same object again means that nothing is to be written.
   * @returns the state as it was written, its version one higher; `conflict` when others were faster again and again, `unavailable`…
   */
  update(change: (state: SwitchboardState) => Result<SwitchboardState>): Promise<Result<SwitchboardState>>
}
