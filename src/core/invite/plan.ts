import { fail, ok } from '../fault.ts'
import type { Result } from '../fault.ts'
import { clients, reportingClients } from './clients.ts'
import type { Place } from './clients.ts'
import { isEmptyJson, jsonAt, removeJson, setJson } from '../edit-json.ts'
import { canAnswer, canOnlyRefuse } from './client-names.ts'
import { removeToml, setToml, tomlMarks, valuesAt } from './edit-toml.ts'
import { whyHooks, withHooks } from './hooks.ts'
import { checkInvite } from './invite.ts'
import { clientTitles } from './client-names.ts'
import type { FileChange, InvitePlan, InviteRequest } from './invite.ts'
import { removeMarked, setMarked } from './marked-part.ts'
import type { Marks } from './marked-part.ts'
import { opencodePlugin, pluginMarks } from './opencode-plugin.ts'
import { onlyOursDiffers } from './only-ours.ts'
import { agentOfBlock, askCommand, dataOption, instructions } from './words.ts'

/** The text of a file that a plan depends on; undefined: there is none. */
export type ReadPlace = (place: Place) => string | undefined

/** The files that a plan depends on. */
export function filesOf(request: InviteRequest): readonly Place[] {
  const { notes, server, hooks, askPlugin } = clients[request.client]
  return [
    ...server(request).places,
    ...(notes === undefined ? [] : [{ root: 'workspace', path: notes } as const]),
    ...(hooks === undefined ? [] : [hooks.place]),
    ...(askPlugin === undefined ? [] : [askPlugin]),
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
  const changes = new Map<string, FileChange>()
  const notes: string[] = []
  if (!request.isRemoval && invited !== undefined && invited !== request.agent)
    notes.push(`This replaces ${invited}: ${clientTitles[request.client]} can be only one agent per folder.`)
  // A file can have several of our parts.
  const readNow: ReadPlace = (place) => {
    const change = changes.get(keyOf(place))
    return change === undefined ? read(place) : change.after
  }
  for (const step of [server, instructionBlock, hookLines, plugin]) {
    const done = step(request, readNow)
    if (!done.ok) return done
    for (const change of done.value)
      if (change.before !== change.after) changes.set(keyOf(change), together(changes.get(keyOf(change)), change))
  }
  if (!request.isRemoval && request.reports && !reportingClients.includes(request.client))
    notes.push(`${clientTitles[request.client]} has no hooks that report its state, so Patchbay does not see when it needs input.`)
  if (!request.isRemoval && request.asks && !canAnswer(request.client)) {
    const refuses = canOnlyRefuse(request.client) ? ' Its tools are refused while you have halted.' : ''
    notes.push(`${clientTitles[request.client]} has no hook that can answer its permission requests: they stay in its terminal.${refuses}`)
  }
  return ok({ changes: [...changes.values()], notes, next: request.isRemoval ? [] : nextOf(request) })
}

const keyOf = ({ root, path }: Place): string => `${root} ${path}`

/** Two changes of one file as one. */
function together(earlier: FileChange | undefined, change: FileChange): FileChange {
  if (earlier === undefined) return change
  const { before: _between, ...after } = change
  return { ...after, ...(earlier.before !== undefined && { before: earlier.before }), why: `${earlier.why}, and ${change.why}` }
}

/** The agent that a client is in this workspace, as far as our parts of its files say. */
function invitedAs(request: InviteRequest, read: ReadPlace): string | undefined {
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

function nextOf({ client, way, reports, asks }: InviteRequest): string[] {
  const { nextMcp, notes = '', hooks } = clients[client]
  const start =
    way === 'mcp'
      ? [nextMcp, 'If it cannot connect, turn on the MCP server in Inboxes.']
      : [`Start ${clientTitles[client]} in the project folder, or start a new session, so that it reads ${notes}.`]
  return hooks?.next === undefined || !(reports || asks) ? start : [...start, hooks.next]
}

type Step = (request: InviteRequest, read: ReadPlace) => Result<readonly FileChange[]>

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
  const after = request.isRemoval ? removeMarked(before ?? '', marks, notes) : setMarked(before ?? '', marks, instructions(request), notes)
  if (!after.ok) return after
  const why = request.isRemoval ? 'no longer tells the agent how to talk here' : 'tells the agent how to talk here'
  return ok([changed(place, before, after.value, 'text', why)])
}

function blockMarks({ client }: InviteRequest): Marks {
  return { begin: `<!-- patchbay: ${client} -->`, end: `<!-- /patchbay: ${client} -->` }
}

/** The hooks in a client's settings. */
const hookLines: Step = (request, read) => {
  const { hooks } = clients[request.client]
  if (hooks === undefined) return ok([])
  const before = read(hooks.place)
  const after = withHooks(before ?? '', request, hooks)
  return after.ok ? ok([changed(hooks.place, before, after.value, 'json', whyHooks(request))]) : after
}

/** The plugin that brings its permission requests. */
const plugin: Step = (request, read) => {
  const { askPlugin: place } = clients[request.client]
  if (place === undefined) return ok([])
  const before = read(place)
  const isIn = request.asks && !request.isRemoval
  const after = isIn
    ? setMarked(before ?? '', pluginMarks, opencodePlugin(askCommand(request)), place.path)
    : removeMarked(before ?? '', pluginMarks, place.path)
  if (!after.ok) return after
  return ok([changed(place, before, after.value, 'text', isIn ? 'shows you its permission requests' : 'no longer calls Patchbay')])
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
