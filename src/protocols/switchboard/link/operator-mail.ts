import type { z } from 'zod'
import { fail, ok } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { Caller } from '../service/contract.ts'
import type { KeeperService } from '../service/service.ts'
import { findTeam } from '../service/teams.ts'
import type { SendInput } from '../pure/operations.ts'
import { nameKey } from '../pure/agent-name.ts'
import { extensionRefuses } from '../pure/failure.ts'
import { formatMessageFile } from '../pure/message.ts'
import type { ComposePreview, sentSchema, SwitchboardMethods, Target } from '../pure/api.ts'
import { defined } from '../pure/defined.ts'
import type { RunningLink } from './running-link.ts'

/** The operator as a caller of the service. */
export const operatorCaller: Caller = { session: 'operator', via: 'operator' }

type Compose = z.output<SwitchboardMethods['preview']['input']>
type Send = z.output<SwitchboardMethods['send']['input']>
type Sent = z.output<typeof sentSchema>

const mostRecipients = 64
const mostKeys = 1_000

/** The recipients of a message: everyone in a team or with a role, except the operator. */
interface Recipients {
  readonly names: readonly string[]
  /** Id of the team. */
  readonly team?: string
}

/** The files that would be written, one per recipient. */
export async function previewMail(link: RunningLink, service: KeeperService, compose: Compose): Promise<Result<ComposePreview>> {
  const recipients = recipientsOf(link, compose.target)
  if (!recipients.ok) return recipients
  const messages: ComposePreview['messages'] = []
  const refused = link.extension.isHere ? extensionRefuses(compose.action) : undefined
  const warnings = new Set<string>(refused === undefined ? [] : [refused])
  const { names, team } = recipients.value
  for (const recipient of names) {
    const composed = await service.compose(operatorCaller, inputOf(compose, recipient, team !== undefined), team)
    if (!composed.ok) return composed
    const { message, bytes, persona } = composed.value
    for (const warning of composed.value.warnings) warnings.add(warning)
    messages.push({ recipient, json: formatMessageFile(message), bytes, ...defined({ persona }) })
  }
  return ok({ messages, limit: limits.message, warnings: [...warnings] })
}

/** Times of the keys chosen by the screen, so a repeated call writes the same files again. */
const keys = new Map<string, number>()

/** Writes to all recipients; a failure for one does not stop the others. */
export async function sendMail(link: RunningLink, service: KeeperService, { key, ...compose }: Send): Promise<Result<Sent>> {
  const recipients = recipientsOf(link, compose.target)
  if (!recipients.ok) return recipients
  const at = keys.get(key) ?? link.context.now()
  keys.set(key, at)
  if (keys.size > mostKeys) keys.delete(keys.keys().next().value ?? '')
  const id = `msg_${at}_${key.toLowerCase()}`
  const { names, team } = recipients.value
  if (team !== undefined) return sendToTeam(service, compose, team, id)
  const sent: Sent['sent'] = []
  const failed: { recipient: string; fault: Fault }[] = []
  for (const [index, recipient] of names.entries()) {
    const own = names.length === 1 ? id : `${id}_${index + 1}`
    const done = await service.sendMessage(operatorCaller, { ...inputOf(compose, recipient, false), id: own })
    if (done.ok) sent.push({ id: done.value.id, recipient: done.value.recipient })
    else failed.push({ recipient, fault: done.fault })
  }
  const [first] = failed
  return sent.length === 0 && first !== undefined ? { ok: false, fault: first.fault } : ok({ sent, failed })
}

async function sendToTeam(service: KeeperService, compose: Compose, team: string, id: string): Promise<Result<Sent>> {
  const done = await service.sendTeamMessage(operatorCaller, { ...teamContentOf(compose), team, id })
  if (!done.ok) return done
  return ok({
    sent: done.value.sent.map((each) => ({ id: each.id, recipient: each.recipient })),
    failed: done.value.failed.map(({ recipient, reason }) => ({ recipient, fault: { code: 'refused' as const, message: reason } })),
  })
}

function recipientsOf({ state, context }: RunningLink, { kind, name }: Target): Result<Recipients> {
  if (kind === 'agent') return ok({ names: [name] })
  const isOther = (each: string): boolean => nameKey(each) !== nameKey(context.operator())
  if (kind === 'team') {
    const team = findTeam(state.state, name)
    if (team === undefined) return fail('not-found', `There is no team “${name}”.`, { field: 'target' })
    const names = team.members.filter(isOther).slice(0, mostRecipients)
    return names.length === 0
      ? fail('not-found', `“${team.name}” has no other members.`, { field: 'target' })
      : ok({ names, team: team.id })
  }
  const names = [...state.state.chatAgents, ...state.state.terminals].flatMap(([each, { role }]) =>
    role === name && isOther(each) ? [each] : [],
  )
  return names.length === 0
    ? fail('not-found', `No agent has the role ${name}.`, { field: 'target' })
    : ok({ names: names.slice(0, mostRecipients) })
}

function inputOf(compose: Compose, recipient: string, isTeam: boolean): SendInput {
  return { ...(isTeam ? teamContentOf(compose) : contentOf(compose)), recipient }
}

function contentOf({ target: _target, metadata = [], ...content }: Compose): Omit<SendInput, 'recipient'> {
  const pairs = metadata.length === 0 ? undefined : Object.fromEntries(metadata.map(({ label, value }) => [label, value]))
  return defined({ ...content, metadata: pairs })
}

/** A team's messages never answer another: they are sent without `replyTo`. */
function teamContentOf(compose: Compose): Omit<SendInput, 'recipient' | 'replyTo'> {
  const { replyTo: _replyTo, ...content } = contentOf(compose)
  return content
}
