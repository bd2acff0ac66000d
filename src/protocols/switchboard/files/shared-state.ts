import { join } from 'node:path'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { updateLocked } from '../../../io/locked-update.ts'
import { readStart } from '../../../io/read-start.ts'
import { emptyState, formatState, parseState, stateLimits } from '../pure/state-file.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { inSwitchboard } from './paths.ts'
import { systemActor } from './system-actor.ts'
import { stampOf } from './stamp.ts'

/** `state.json` of one `.switchboard/`, which other programs write too (specification: Directory Structure). */
export interface SharedState {
  /** The state as it is now; `emptyState` while there is no file. A file that cannot be understood is a fault and is never overwritten. */
  read(): Promise<Result<SwitchboardState>>
  /**
   * Changes the state as one step among all writers (F4): what `change` gets is the newest, and it is called again when somebody else was faster.
   * A fault of it ends the update, nothing is written; the same object again means that nothing is to be written.
   * @returns the state as it is in the file then, its version one higher; `conflict` when others were faster again and again, `unavailable`…
   */
  update(change: (state: SwitchboardState) => Result<SwitchboardState>): Promise<Result<SwitchboardState>>
}

export interface SharedStateOptions {
  /** The folder that holds `.switchboard/`; an absolute path. */
  readonly root: string
  readonly gate: Gate
  /** A lock that was not renewed for so long counts as left behind, in ms: 10,000, as the other programs have it. */
  readonly staleMs?: number
  /** How long others are waited for, in ms. */
  readonly patienceMs?: number
}

const stateFile = inSwitchboard('state.json')

/** Opens the shared state; nothing happens before it is used. Updates of one process wait for each other. */
export function openSharedState(options: SharedStateOptions): SharedState {
  let queue: Promise<unknown> = Promise.resolve()
  /** What was read last: every message asks for the state, which seldom changes. */
  let last: { readonly stamp: string; readonly state: Result<SwitchboardState> } | undefined

  async function update(change: (state: SwitchboardState) => Result<SwitchboardState>): Promise<Result<SwitchboardState>> {
    let result: SwitchboardState = emptyState
    const written = await options.gate.perform(
      {
        actor: systemActor,
        effect: {
          kind: 'write',
          target: stateFile,
          exact: 'Changes to agents, teams or workflows; everything else in the file stays unchanged.',
        },
        question: `Change ${stateFile}?`,
      },
      (permit) =>
        updateLocked(
          permit,
          options.root,
          stateFile,
          (text) => {
            const before = parse(text)
            if (!before.ok) return before
            const changed = change(before.value)
            if (!changed.ok) return changed
            result = changed.value === before.value ? before.value : { ...changed.value, version: before.value.version + 1 }
            return ok(result === before.value ? undefined : formatState(result))
          },
          { most: stateLimits.text, ...options },
        ),
    )
    return written.ok ? ok(result) : written
  }

  return {
    read: async () => {
      const stamp = await stampOf(join(options.root, stateFile))
      if (stamp !== '' && stamp === last?.stamp) return last.state
      const file = await readStart(options.root, stateFile, stateLimits.text + 1)
      if (!file.ok) return file.fault.code === 'not-found' ? ok(emptyState) : file
      const state = parse(file.value.bytes.toString('utf8'))
      last = { stamp, state }
      return state
    },
    update: (change) => {
      const done = queue.then(() => update(change))
      queue = done.catch(() => undefined)
      return done
    },
  }
}

function parse(text: string | undefined): Result<SwitchboardState> {
  if (text === undefined) return ok(emptyState)
  const state = parseState(text)
  if (state.ok) return state
  const { fault } = state
  return { ok: false, fault: { ...fault, message: `${fault.message} Fix it or move it away; Patchbay does not overwrite it.` } }
}
