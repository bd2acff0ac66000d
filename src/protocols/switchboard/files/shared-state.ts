import { join } from 'node:path'
import { systemActor } from '../../../core/approval.ts'
import { ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import { callsFor } from '../../../io/file-calls.ts'
import { updateLocked } from '../../../io/locked-update.ts'
import { readStart } from '../../../io/read-start.ts'
import { checkSize, emptyState, formatState, parseState, stateLimits } from '../pure/state-file.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { inSwitchboard, switchboardFolder } from './paths.ts'
import { missing, stampOf } from './stamp.ts'

/** `state.json` of one `.switchboard/`, which other programs write too (specification: Directory Structure). */
export interface SharedState {
  /** The current state; `emptyState` while there is no file. A file that cannot be understood is a fault and is never overwritten. */
  read(): Promise<Result<SwitchboardState>>
  /**
   * Changes the state in one step among all writers (F4): `change` gets the newest state, and is called again if another program was faster. If it returns a
   * fault, nothing is written; if it returns the same object, there is nothing to write.
   * @param most characters that the file may have afterwards, unless the change makes it smaller: what agents can add without end leaves room for the rest.
   * @returns the state then in the file, its version one higher; `conflict` if others were faster repeatedly, `unavailable`…
   */
  update(change: StateChange, most?: number): Promise<Result<SwitchboardState>>
}

type StateChange = (state: SwitchboardState) => Result<SwitchboardState>

export interface SharedStateOptions {
  /** The folder that contains `.switchboard/`; an absolute path. */
  readonly root: string
  readonly gate: Gate
  /** A lock that was not renewed for this long counts as abandoned, ms; 10,000 by default, as in other programs. */
  readonly staleMs?: number
  /** How long to wait for other writers, ms. */
  readonly patienceMs?: number
}

const stateFile = inSwitchboard('state.json')

/** Opens the shared state; nothing happens before it is used. Updates of one process wait for each other. */
export function openSharedState(options: SharedStateOptions): SharedState {
  let queue: Promise<unknown> = Promise.resolve()
  const calls = callsFor(join(options.root, switchboardFolder))
  /** The last reading: the state is needed for every message, but seldom changes. */
  let last: { readonly stamp: string; readonly state: Result<SwitchboardState> } | undefined

  async function update(change: StateChange, most: number | undefined): Promise<Result<SwitchboardState>> {
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
            if (result === before.value) return ok(undefined)
            const next = formatState(result)
            const fits = checkSize(result, next, most === undefined ? undefined : Math.max(most, text?.length ?? 0))
            return fits.ok ? ok(next) : fits
          },
          { most: stateLimits.text, ...options },
        ),
    )
    return written.ok ? ok(result) : written
  }

  return {
    read: async () => {
      const stamp = await stampOf(await calls(), join(options.root, stateFile))
      if (stamp === missing) return ok(emptyState)
      if (stamp !== '' && stamp === last?.stamp) return last.state
      const file = await readStart(options.root, stateFile, stateLimits.text + 1)
      if (!file.ok) return file.fault.code === 'not-found' ? ok(emptyState) : file
      const state = parse(file.value.bytes.toString('utf8'))
      last = { stamp, state }
      return state
    },
    update: (change, most) => {
      const done = queue.then(() => update(change, most))
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
