import { fail, ok } from '../fault.ts'
import type { Result } from '../fault.ts'
import { claudeAskEvent, claudeAskSeconds, claudeEvents, claudeHooks, clients, codexHome } from './clients.ts'
import type { Place } from './clients.ts'
import { appendJson, isEmptyJson, jsonAt, removeJson, setJson } from '../edit-json.ts'
import type { JsonPath } from '../edit-json.ts'
import { removeToml, setToml, tomlMarks, valuesAt } from './edit-toml.ts'
import { askingClients, checkInvite, clientTitles, reportingClients } from './invite.ts'
import type { FileChange, InvitePlan, InviteRequest } from './invite.ts'
import { removeMarked, setMarked } from './marked-part.ts'
import type { Marks } from './marked-part.ts'
import { onlyOursDiffers } from './only-ours.ts'
import { agentOfBlock, commandLine, instructions } from './words.ts'

/** The text of a file that a plan depends on; undefined: there is none. */
export type ReadPlace = (place: Place) => string | undefined

/** The files that a plan depends on. */
export function filesOf(request: InviteRequest): readonly Place[] {
  const { notes, server } = clients[request.client]
  return [
    ...server(request).places,
    ...(notes === undefined ? [] : [{ root: 'workspace', path: notes } as const]),
    ...(request.client === 'claude-code' ? [claudeHooks] : []),
    ...(request.client === 'codex' && (request.reports || request.isRemoval) ? [codexHome] : []),
  ]
}

/**
 * Plans an invitation, or its removal, as changes of whole files; nothing is read or written here. Removing takes our part alone, whatever others have
 * added since; a file in which nothing else is left is removed.
 * @returns a fault `invalid` if a file cannot be understood, `conflict` if somebody else uses our name in it.
 */
export function planInvite(request: InviteRequest, read: ReadPlace): Result<InvitePlan> {
  const checked = checkInvite(request)
  if (!checked.ok) return checked
  const invited = invitedAs(request, read)
  if (request.isRemoval && invited !== undefined && invited !== request.agent)
    return fail('conflict', `${clientTitles[request.client]} is invited here as ${invited}, not as ${request.agent}.`, { field: 'agent' })
  const changes: FileChange[] = []
  const notes: string[] = []
  if (!request.isRemoval && invited !== undefined && invited !== request.agent)
    notes.push(`This replaces ${invited}: ${clientTitles[request.client]} can be one agent in a folder.`)
  for (const step of [server, instructionBlock, claudeHookLines, codexNotify]) {
    const done = step(request, read, notes)
    if (!done.ok) return done
    for (const change of done.value) if (change.before !== change.after) changes.push(change)
  }
  if (!request.isRemoval && request.reports && !reportingClients.includes(request.client))
    notes.push(`${clientTitles[request.client]} has no hooks that report its state, so Patchbay does not see when it needs input.`)
  if (!request.isRemoval && request.asks && !askingClients.includes(request.client))
    notes.push(`${clientTitles[request.client]} has no hook that Patchbay can answer, so its permission requests stay in its terminal.`)
  return ok({ changes, notes, next: request.isRemoval ? [] : nextOf(request) })
}

/** The agent that a client is in this workspace, as far as our parts of its files say. */
export function invitedAs(request: InviteRequest, read: ReadPlace): string | undefined {
  const { at, places, format } = clients[request.client].server(request)
  for (const place of places) {
    const text = read(place) ?? ''
    const agent = agentIn(format === 'toml' ? valuesAt(text, at) : jsonAt(text, at))
    if (agent !== undefined) return agent
  }
  const { notes } = clients[request.client]
  const text = notes === undefined ? '' : (read({ root: 'workspace', path: notes }) ?? '')
  const { begin, end } = blockMarks(request)
  const from = text.indexOf(begin)
  return from < 0 ? undefined : agentOfBlock(text.slice(from, text.indexOf(end, from)))
}

function nextOf({ client, way }: InviteRequest): string[] {
  return way === 'mcp'
    ? [clients[client].nextMcp, 'If it cannot connect, turn on the MCP server in Inboxes.']
    : [`Start ${clientTitles[client]} in the project folder, or start a new session, so that it reads ${clients[client].notes ?? ''}.`]
}

type Step = (request: InviteRequest, read: ReadPlace, notes: string[]) => Result<readonly FileChange[]>

/** The entry in the client's list of MCP servers. */
const server: Step = (request, read) => {
  const { agent, workspace, program, operator, data, way, isRemoval } = request
  const { format, places, at, entry } = clients[request.client].server(request)
  const adds = !isRemoval && way === 'mcp'
  const target = places.find((place) => read(place) !== undefined) ?? places.at(-1)
  const changes: FileChange[] = []
  for (const place of places) {
    const before = read(place)
    const text = before ?? ''
    const found = format === 'toml' ? valuesAt(text, at) : jsonAt(text, at)
    const isOurs = found === undefined || agentIn(found) !== undefined
    if (!isOurs && adds)
      return fail('conflict', `${place.path} already has a server “${String(at.at(-1))}” that Patchbay did not add. Rename it there first.`)
    if (!isOurs) continue
    const [command = '', ...first] = program
    const args = [
      ...first,
      'mcp',
      '--workspace',
      workspace,
      '--agent',
      agent,
      ...(operator === 'operator' ? [] : ['--operator', operator]),
      ...dataOption(data),
    ]
    const value = entry(command, args)
    const isHere = adds && place === target
    if (!isHere && found === undefined) continue
    const after =
      format === 'toml'
        ? isHere
          ? setToml(text, tomlMarks('mcp'), at, value, place.path)
          : removeToml(text, tomlMarks('mcp'), place.path)
        : isHere
          ? setJson(text, at, value, place.path)
          : removeJson(text, at, place.path)
    if (!after.ok) return after
    const proof = onlyOursDiffers(text, after.value, format, [at], place.path)
    if (!proof.ok) return proof
    const why = isHere ? `starts the MCP server of Patchbay as ${agent}` : 'no longer starts the MCP server of Patchbay'
    changes.push(changed(place, before, after.value, format, why))
  }
  return ok(changes)
}

/** The block between marks in the file with instructions. */
const instructionBlock: Step = (request, read) => {
  const { notes } = clients[request.client]
  if (notes === undefined) return ok([])
  const place: Place = { root: 'workspace', path: notes }
  const before = read(place)
  const marks = blockMarks(request)
  const after = request.isRemoval
    ? removeMarked(before ?? '', marks, notes)
    : setMarked(before ?? '', marks, instructions(request), 'end', notes)
  if (!after.ok) return after
  const why = request.isRemoval ? 'no longer tells the agent how to talk here' : 'tells the agent how to talk here'
  return ok([changed(place, before, after.value, 'text', why)])
}

function blockMarks({ client }: InviteRequest): Marks {
  return { begin: `<!-- patchbay: ${client} -->`, end: `<!-- /patchbay: ${client} -->` }
}

function dataOption(data: string | undefined): readonly string[] {
  return data === undefined ? [] : ['--data', data]
}

function reportCommand({ program, workspace, agent, operator }: InviteRequest, state: string): readonly string[] {
  const whom = state === 'waiting' ? ['--for', operator] : []
  return [...program, 'report-state', workspace, '--agent', agent, '--state', state, ...whom, '--hook']
}

/** The hooks of Claude Code that an invitation adds: event and entry. */
function claudeHooksOf(request: InviteRequest): (readonly [event: string, entry: unknown])[] {
  const { program, workspace, agent, system, data, reports, asks, isRemoval } = request
  if (isRemoval) return []
  const hook = (words: readonly string[], timeout: number): unknown => ({ type: 'command', command: commandLine(words, system), timeout })
  const ask = [...program, 'ask', '--agent', agent, '--workspace', workspace, ...dataOption(data)]
  return [
    ...(reports ? Object.entries(claudeEvents) : []).map(
      ([event, state]) => [event, { hooks: [hook(reportCommand(request, state), 10)] }] as const,
    ),
    ...(asks ? [[claudeAskEvent, { matcher: '*', hooks: [hook(ask, claudeAskSeconds)] }] as const] : []),
  ]
}

/** Claude Code's hooks. */
const claudeHookLines: Step = (request, read) => {
  if (request.client !== 'claude-code') return ok([])
  const before = read(claudeHooks)
  let text = before ?? ''
  for (const event of hookEvents) {
    const path = ['hooks', event]
    // From the last one, so that the places of the others stay the same.
    for (const at of ourHooks(jsonAt(text, path)).toReversed()) {
      const removed = removeJson(text, [...path, ...at], claudeHooks.path)
      if (!removed.ok) return removed
      text = removed.value
    }
  }
  for (const [event, entry] of claudeHooksOf(request)) {
    const added = appendJson(text, ['hooks', event], entry, claudeHooks.path)
    if (!added.ok) return added
    text = added.value
  }
  const proof = onlyOursDiffers(before ?? '', text, 'json', allOurHooks, claudeHooks.path)
  if (!proof.ok) return proof
  return ok([changed(claudeHooks, before, text, 'json', whyHooks(request))])
}

function whyHooks({ reports, asks, isRemoval }: InviteRequest): string {
  const does = isRemoval
    ? []
    : [...(reports ? ['reports when it works, waits for you and stops'] : []), ...(asks ? ['shows you its permission requests'] : [])]
  return does.length === 0 ? 'no longer calls Patchbay' : does.join(', and ')
}

const hookEvents = [...Object.keys(claudeEvents), claudeAskEvent]

/** From the last one of each event, so that removing one does not move the others. */
function allOurHooks(value: unknown): JsonPath[] {
  return hookEvents.flatMap((event) =>
    ourHooks(memberAt(value, event))
      .toReversed()
      .map((at) => ['hooks', event, ...at]),
  )
}

function memberAt(value: unknown, event: string): unknown {
  const hooks: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'hooks') : undefined
  return typeof hooks === 'object' && hooks !== null ? Reflect.get(hooks, event) : undefined
}

/** Where our hooks are in the list of an event: those that call `report-state` or `ask`, however others grouped them. A group of ours alone counts as one. */
function ourHooks(groups: unknown): JsonPath[] {
  if (!Array.isArray(groups)) return []
  return groups.flatMap((group: unknown, at): JsonPath[] => {
    const hooks: unknown = typeof group === 'object' && group !== null ? Reflect.get(group, 'hooks') : undefined
    if (!Array.isArray(hooks)) return []
    const ours = hooks.flatMap((hook: unknown, index) =>
      / (?:report-state .*--agent|ask --agent [\w-]+ --workspace) /.test(JSON.stringify(hook)) ? [index] : [],
    )
    return ours.length > 0 && ours.length === hooks.length ? [[at]] : ours.map((index) => [at, 'hooks', index])
  })
}

/** Codex's `notify`, of which there is one for all projects. */
const codexNotify: Step = (request, read, notes) => {
  if (request.client !== 'codex' || (!request.reports && !request.isRemoval)) return ok([])
  const before = read(codexHome)
  const text = before ?? ''
  const marks = tomlMarks('notify')
  const found = valuesAt(text, ['notify'])
  const isOurs = Array.isArray(found) && found.includes('report-state')
  const isThisOne = isOurs && found.includes(request.agent) && found.includes(request.workspace)
  if (request.isRemoval ? !isThisOne : found !== undefined && !isThisOne) {
    if (!request.isRemoval)
      notes.push(
        `Codex already calls another program (notify in ~/${codexHome.path}) and can call only one, so it does not report its state to Patchbay.`,
      )
    return ok([])
  }
  const after = request.isRemoval
    ? removeToml(text, marks, codexHome.path)
    : setToml(text, marks, ['notify'], reportCommand(request, 'idle'), codexHome.path)
  if (!after.ok) return after
  const proof = onlyOursDiffers(text, after.value, 'toml', [['notify']], codexHome.path)
  if (!proof.ok) return proof
  const why = request.isRemoval ? 'no longer reports when Codex has finished a turn' : 'reports when Codex has finished a turn'
  return ok([changed(codexHome, before, after.value, 'toml', why)])
}

function changed(place: Place, before: string | undefined, text: string, format: 'json' | 'toml' | 'text', why: string): FileChange {
  const isNothing = format === 'json' ? isEmptyJson(text) : text.replace('\ufeff', '').trim() === ''
  // A file that was empty before stays as it was.
  const after = isNothing ? (before !== undefined && before === text ? before : undefined) : text
  return { ...place, ...(before !== undefined && { before }), ...(after !== undefined && { after }), why }
}

/** The agent of an entry that we added; undefined: it is somebody else's. */
function agentIn(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const words = [Reflect.get(entry, 'command'), Reflect.get(entry, 'args')]
    .flat()
    .filter((word): word is string => typeof word === 'string')
  const agent = words.indexOf('--agent')
  return words.includes('mcp') && words.includes('--workspace') && agent >= 0 ? words[agent + 1] : undefined
}
