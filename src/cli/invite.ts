import { homedir } from 'node:os'
import path from 'node:path'
import { fail } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import { checkInvite, type FileChange, type InviteRequest } from '../core/invite/invite.ts'
import { clientTitles, type InviteClient, type InviteWay } from '../core/invite/client-names.ts'
import { diffText } from '../core/invite/shown-diff.ts'
import type { Gate } from '../core/protocol.ts'
import { applyInvite, readAndPlan } from '../engine/invite/invite-files.ts'
import { requestHere, whyNotInstalled } from '../engine/invite/this-machine.ts'
import { resolveWorkspacePath } from '../engine/workspace-path.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { gateIn } from '../io/halt-gate.ts'
import { askYes, canAsk, complainOf, printWords, say } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'

export interface InviteOptions {
  readonly agent: string
  readonly workspace: string
  readonly by: InviteWay
  readonly server?: string
  readonly channel?: string
  readonly tellMe?: boolean
  readonly ask?: boolean
  readonly operator: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly remove?: boolean
  readonly data?: string
}

/** `patchbay invite`: shows the diff of every file that changes, and changes them after the operator agrees. Exit code 0, 1 if something is left undone, or 2 for what cannot be invited. */
export async function invite(client: InviteClient, options: InviteOptions, gate: Gate, asks: Asker = terminalAsker()): Promise<number> {
  for (const option of ['server', 'channel'] as const)
    if (options.by !== 'irc' && options[option] !== undefined) return wrongUsage(`--${option}`, 'Only --by irc takes it.')
  const prepared = await prepare(client, options)
  if (!prepared.ok) return complainOf(withOption(prepared.fault))
  const request = prepared.value
  const checked = checkInvite(request)
  if (!checked.ok) return wrongUsage(optionOf(checked.fault), checked.fault.message)
  const roots = { workspace: request.workspace, home: homedir() }
  const planned = await readAndPlan(request, roots)
  if (!planned.ok) return complainOf(withOption(planned.fault))
  const { changes, notes, next } = planned.value
  for (const change of changes) await printWords(`${headOf(change, roots)}\n${diffText(change)}\n`)
  for (const note of notes) say(note)
  if (changes.length === 0)
    say(
      request.isRemoval
        ? 'There is nothing to remove: nothing here was added by Patchbay.'
        : 'Everything is there already; nothing was changed.',
    )
  if (changes.length === 0 || options.dryRun === true) return 0
  if (options.yes !== true) {
    if (!asks.canAsk)
      return complainOf(fail('refused', 'Nothing was changed. Add --yes to change these files, or run this in a terminal.').fault)
    for (const question of questionsOf(changes, roots)) {
      if (!(await asks.ask(question))) return complainOf(fail('cancelled', 'Nothing was changed.').fault)
    }
  }
  const dataDir = dataDirOf(options.data)
  const bound = gateIn(gate, dataDir, request.workspace)
  const actor = { kind: 'operator', name: request.operator } as const
  const done = await applyInvite(
    planned.value,
    roots,
    request.system,
    (effect, question, run) => bound.perform({ actor, effect, question }, run),
    Date.now(),
  )
  if (!done.ok) return complainOf(done.fault)
  say(request.isRemoval ? `${clientTitles[client]} is no longer invited here.` : `${clientTitles[client]} is invited as ${request.agent}.`)
  if (request.isRemoval) return 0
  const missing = await whyNotInstalled(client)
  for (const line of [...(missing === undefined ? [] : [missing]), ...next]) say(line)
  return 0
}

/** Asks the operator; injected for tests. */
export interface Asker {
  readonly canAsk: boolean
  ask(question: string): Promise<boolean>
}

function terminalAsker(): Asker {
  return { canAsk: canAsk(), ask: (question) => askYes(question) }
}

async function prepare(client: InviteClient, options: InviteOptions): Promise<Result<InviteRequest>> {
  const workspace = await resolveWorkspacePath(path.resolve(options.workspace))
  if (!workspace.ok) return { ok: false, fault: { ...workspace.fault, field: 'workspace' } }
  const { agent, by, server, channel, operator, data } = options
  const choice = {
    client,
    agent,
    way: by,
    reports: options.tellMe === true,
    asks: options.ask === true,
    isRemoval: options.remove === true,
    ...(server !== undefined && { server }),
    ...(channel !== undefined && { channel }),
  }
  return requestHere(choice, { workspace: workspace.value, operator, data: data === undefined ? undefined : path.resolve(data) })
}

function headOf(change: FileChange, roots: Readonly<Record<FileChange['root'], string>>): string {
  const verb = change.before === undefined ? 'new' : change.after === undefined ? 'removed' : 'changed'
  return `${path.join(roots[change.root], change.path)} (${verb}): ${change.why}`
}

/** One for all files of the project, and one for each outside it. */
function questionsOf(changes: readonly FileChange[], roots: Readonly<Record<FileChange['root'], string>>): string[] {
  const inside = changes.filter(({ root }) => root === 'workspace').length
  return [
    ...changes.flatMap(({ root, path: file }) => (root === 'home' ? [`Change ${path.join(roots.home, file)}, outside the project?`] : [])),
    ...(inside === 0 ? [] : [`Change ${inside} ${inside === 1 ? 'file' : 'files'} in the project?`]),
  ]
}

function withOption(fault: Fault): Fault {
  return fault.field === undefined ? fault : { ...fault, message: `${optionOf(fault)}: ${fault.message}` }
}

function optionOf({ field = 'workspace' }: Fault): string {
  return `--${field === 'way' ? 'by' : field}`
}
