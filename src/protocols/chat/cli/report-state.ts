import { resolve } from 'node:path'
import { realpath } from 'node:fs/promises'
import { ok } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Gate } from '../../../core/protocol.ts'
import { redactText } from '../../../io/log-redact.ts'
import { updateLocked } from '../../../io/locked-update.ts'
import { mkdirInside } from '../../../io/safe-path.ts'
import { isBelow } from '../../../io/safe-path-walk.ts'
import { complainOf, readInput } from '../../../io/standard-streams.ts'
import { wrongUsage } from '../../../io/wrong-usage.ts'
import { workplace } from '../pure/place.ts'
import { readHook, reportState } from '../pure/report-state.ts'
import type { ReportedState } from '../pure/reported-states.ts'

export interface ReportOptions {
  readonly agent: string
  readonly state: ReportedState
  readonly for?: string
  readonly task?: string
  /** The JSON that a client passes to its hooks; `true`: read it from standard input. */
  readonly hook?: string | true
}

/** `patchbay report-state`: enters an agent's state into DIR/.workplace/process-status.json. Exit code 0, 1 or 2 with the reason on stderr. */
export async function report(dir: string, options: ReportOptions, gate: Gate): Promise<number> {
  const root = resolve(dir)
  const given = options.hook === undefined ? undefined : options.hook === true ? await fromInput() : options.hook
  const hook = given === undefined ? {} : readHook(given)
  // Hooks in settings for all projects are also called in others. Clients call them in the folder that they work in, which counts where the hook cannot be read.
  if (given !== undefined && !isBelow(await real(root), await real(hook.folder ?? process.cwd()))) return 0
  const path = `${workplace}/process-status.json`
  // Commands can contain secrets, and the file is part of the project.
  const asks = options.state === 'waiting' && hook.asks !== undefined ? redactText(hook.asks) : undefined
  const { agent, state, for: whom, task = asks } = options
  const said = { agent, state, whom, task, isInTerminal: options.hook !== undefined }
  const checked = reportState(undefined, said, new Date().toISOString())
  if (!checked.ok) {
    const code = wrongUsage(`--${checked.fault.field ?? 'agent'}`, checked.fault.message)
    // A program that calls its hooks takes 2 for an answer: it would refuse what was asked.
    return options.hook === undefined ? code : 1
  }
  const done = await gate.perform(
    {
      actor: { kind: 'agent', name: options.agent },
      effect: { kind: 'write', target: path, exact: checked.value },
      question: `${options.agent} asks to report its state in ${path}`,
      folder: root,
    },
    async (permit) => {
      const made = await mkdirInside(permit, root, workplace)
      if (!made.ok) return made
      return updateLocked(
        permit,
        root,
        path,
        (text) => {
          const after = reportState(text, said, new Date().toISOString())
          return after.ok ? ok(after.value) : after
        },
        { most: limits.message },
      )
    },
  )
  if (done.ok) return 0
  return complainOf(done.fault)
}

/** What the client passes; nothing if it is too large to be read. */
async function fromInput(): Promise<string> {
  return (await readInput(limits.message))?.toString('utf8') ?? ''
}

function real(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder)
}
