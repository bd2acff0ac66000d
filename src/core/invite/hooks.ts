import { ok } from '../fault.ts'
import type { Result } from '../fault.ts'
import { appendJson, jsonAt, removeJson } from '../edit-json.ts'
import type { JsonPath } from '../edit-json.ts'
import { canOnlyRefuse } from './client-names.ts'
import type { ClientHooks } from './clients.ts'
import type { InviteRequest } from './invite.ts'
import { onlyOursDiffers } from './only-ours.ts'
import { askCommand, commandLine, reportCommand } from './words.ts'

/** How long a client waits for a report, and for `patchbay ask`, s. The second is longer than a request can wait here, an hour by the settings. */
const reportSeconds = 10
const askSeconds = 3_700

/** The text of a client's settings with exactly the hooks of this invitation; a removal has none. Hooks of others keep their bytes. */
export function withHooks(before: string, request: InviteRequest, hooks: ClientHooks): Result<string> {
  const what = hooks.place.path
  let text = before
  for (const path of ourHooks(jsonAt(text, []), hooks)) {
    const removed = removeJson(text, path, what)
    if (!removed.ok) return removed
    text = removed.value
  }
  for (const [event, entry] of hooksOf(request, hooks)) {
    const added = appendJson(text, ['hooks', event], entry, what)
    if (!added.ok) return added
    text = added.value
  }
  const proof = onlyOursDiffers(before, text, 'json', (value) => ourHooks(value, hooks), what)
  return proof.ok ? ok(text) : proof
}

/** What the change does, for its heading. */
export function whyHooks({ client, reports, asks, isRemoval }: InviteRequest): string {
  const asking = canOnlyRefuse(client) ? 'refuses its tools while halted' : 'shows you its permission requests'
  const does = isRemoval ? [] : [...(reports ? ['reports when it works and waits for you'] : []), ...(asks ? [asking] : [])]
  return does.length === 0 ? 'no longer calls Patchbay' : does.join(', and ')
}

/** The hooks that an invitation adds: event and entry. */
function hooksOf(request: InviteRequest, { states, ask, timeUnit }: ClientHooks): (readonly [event: string, entry: unknown])[] {
  const { system, reports, asks, isRemoval } = request
  if (isRemoval) return []
  const entry = (words: readonly string[], seconds: number, matcher?: string): unknown => ({
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command: commandLine(words, system), timeout: (seconds * 1_000) / timeUnit }],
  })
  return [
    ...(reports ? states : []).map(
      ({ event, state, matcher }) => [event, entry(reportCommand(request, state), reportSeconds, matcher)] as const,
    ),
    ...(asks ? [[ask.event, entry(askCommand(request), askSeconds, ask.matcher)] as const] : []),
  ]
}

/**
 * Where our hooks are: those that call `report-state` or `ask`, however others grouped them. A group of ours alone counts as one. From the last one of each
 * event, so that removing one does not move the others.
 */
function ourHooks(value: unknown, { states, ask }: ClientHooks): JsonPath[] {
  const events = new Set([...states.map(({ event }) => event), ask.event])
  return [...events].flatMap((event) =>
    inGroups(memberAt(value, event))
      .toReversed()
      .map((at) => ['hooks', event, ...at]),
  )
}

function memberAt(value: unknown, event: string): unknown {
  const hooks: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'hooks') : undefined
  return typeof hooks === 'object' && hooks !== null ? Reflect.get(hooks, event) : undefined
}

function inGroups(groups: unknown): JsonPath[] {
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
