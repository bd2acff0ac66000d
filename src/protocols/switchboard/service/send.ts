import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import type { SendInput, Sent } from '../pure/operations.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import { defined } from '../pure/defined.ts'
import { actions, checkMessageId, formatMessageFile, messageLimits } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import { personaFor, takesPersona } from '../pure/personas.ts'
import { oddDirection } from '../pure/roles.ts'
import type { SwitchboardState } from '../pure/state-file.ts'
import { findAgent, identityOf, roleOf } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { Caller, SwitchboardService } from './contract.ts'
import type { Executes } from './executes.ts'
import { nearName } from './near-name.ts'
import { provenRole } from './registered.ts'
import { ownSummary } from './summary.ts'
import { findTeam } from './teams.ts'

/** A message that has not been written yet. */
export interface Composed {
  readonly message: SwitchboardMessage
  readonly bytes: number
  /** The persona's file, if one is sent along. */
  readonly persona?: string
  readonly warnings: readonly string[]
}

/** Messages of agents, to one agent or to a team. */
export interface SendActions extends Pick<SwitchboardService, 'sendMessage' | 'sendTeamMessage'> {
  /** The message that `sendMessage` would write. Changes nothing. */
  compose(caller: Caller, input: SendInput, team?: string): Promise<Result<Composed>>
}

/** Opens the sending of messages. `executes` takes those that only run after an approval. */
export function openSend(core: ServiceCore, executes: Executes): SendActions {
  const { ports } = core

  function composeWith(state: SwitchboardState, sender: string, input: SendInput, team: string | undefined): Result<Composed> {
    const refused = checkInput(input)
    if (refused !== undefined) return refused
    const found = findAgent(state, input.recipient)
    const recipient = found?.name ?? input.recipient
    const role = roleOf(state, recipient)
    const persona = takesPersona(input.action) ? personaFor(ports.personas(), role) : undefined
    const message: SwitchboardMessage = defined({
      ...input,
      id: input.id ?? `msg_${ports.now()}_${ports.random(8)}`,
      sender,
      recipient,
      team,
      persona: persona?.text,
      createdAt: new Date(ports.now()).toISOString(),
    })
    const text = formatMessageFile(message)
    const bytes = new TextEncoder().encode(text).length
    if (bytes > limits.message) {
      return fail(
        'too-large',
        `The message has ${bytes.toLocaleString('en-US')} bytes; the limit is ${limits.message.toLocaleString('en-US')}.`,
        {
          field: 'payload',
        },
      )
    }
    const odd = oddDirection(
      input.action,
      { name: sender, ...withRole(provenRole(core, sender)) },
      { name: recipient, ...withRole(role), isTerminal: found?.kind === 'terminal' },
    )
    if (input.action === 'execute' && odd !== undefined)
      return fail('not-allowed', `${odd} ${executeHelp(provenRole(core, sender), found?.kind)}`)
    const warnings = [...(odd === undefined ? [] : [odd]), ...strangerWords(state, recipient)]
    return ok({ message, bytes, warnings, ...(persona === undefined ? {} : { persona: persona.file }) })
  }

  async function compose(caller: Caller, input: SendInput, team?: string): Promise<Result<Composed>> {
    const sender = identityOf(core, caller)
    if (!sender.ok) return sender
    const state = await ports.state.read()
    return state.ok ? composeWith(state.value, sender.value, input, team) : state
  }

  async function send(caller: Caller, input: SendInput, team?: string): Promise<Result<Sent>> {
    const composed = await compose(caller, input, team)
    if (!composed.ok) return composed
    const { message, warnings } = composed.value
    if (message.action === 'execute') return executes.submit(message, warnings)
    const delivered = await core.deliver(message)
    if (!delivered.ok) return delivered
    const { recipient, receipt, isNew } = delivered.value
    if (!isNew) {
      const other = await otherThan(message, recipient)
      if (other !== undefined) return other
    } else core.emit({ kind: 'mailbox', agent: recipient, delivered: ownSummary(message) })
    return ok({ id: message.id, recipient, receipt: receipt ?? '', isNew, warnings })
  }

  /** The id belongs to another message: a repeated call must be identical. */
  async function otherThan(message: SwitchboardMessage, mailbox: string): Promise<ReturnType<typeof fail> | undefined> {
    const stored = await ports.mailboxes.read(mailbox, message.id)
    if (!stored.ok) return undefined
    const { sender, payload, action } = stored.value.message
    const isSame = sender === message.sender && payload === message.payload && action === message.action
    return isSame
      ? undefined
      : fail('conflict', `The id ${message.id} belongs to another message. Send this one without an id.`, { field: 'id' })
  }

  /** An unknown recipient is accepted: it may register later, or only read files. */
  function strangerWords(state: SwitchboardState, recipient: string): readonly string[] {
    if (findAgent(state, recipient) !== undefined || nameKey(recipient) === nameKey(ports.operator())) return []
    const near = nearName(recipient, [...state.chatAgents.keys(), ...state.terminals.keys(), ports.operator()])
    return [
      `No agent is registered as “${recipient}”; the message waits in its mailbox.${near === undefined ? '' : ` Did you mean “${near}”?`}`,
    ]
  }

  return {
    compose,
    sendMessage: (caller, input) => send(caller, input),
    async sendTeamMessage(caller, input) {
      const sender = identityOf(core, caller)
      if (!sender.ok) return sender
      const state = await ports.state.read()
      if (!state.ok) return state
      const team = findTeam(state.value, input.team)
      if (team === undefined)
        return fail('not-found', `There is no team “${input.team.slice(0, 128)}”. Call get_team_roster for the list.`, { field: 'team' })
      const isMeant = (name: string): boolean => input.role_filter === undefined || roleOf(state.value, name) === input.role_filter
      const members = team.members.filter((name) => nameKey(name) !== nameKey(sender.value) && isMeant(name))
      if (members.length === 0) return fail('not-found', `No other member of “${team.name}” matches.`, { field: 'role_filter' })
      const sent: Sent[] = []
      const failed: { readonly recipient: string; readonly reason: string }[] = []
      const { team: _team, role_filter: _role, id, ...content } = input
      for (const [index, recipient] of members.entries()) {
        const each = id === undefined ? undefined : `${id}_${index + 1}`
        const done = await send(caller, { ...content, recipient, id: each }, team.id)
        if (done.ok) sent.push(done.value)
        else failed.push({ recipient, reason: done.fault.message })
      }
      const first = failed[0]
      return sent.length === 0 && first !== undefined
        ? fail('refused', `Nothing was sent. ${first.reason}`)
        : ok({ team: team.id, sent, failed })
    },
  }
}

function checkInput(input: SendInput): ReturnType<typeof fail> | undefined {
  const recipient = checkAgentName(input.recipient, 'The recipient')
  if (!recipient.ok) return { ok: false, fault: { ...recipient.fault, field: 'recipient' } }
  if (!actions.some((action) => action === input.action)) {
    return fail('invalid', `“${input.action.slice(0, 64)}” is not an action. The actions are: ${actions.join(', ')}.`, { field: 'action' })
  }
  if (input.payload === '') return fail('invalid', 'The payload is empty.', { field: 'payload' })
  if (!input.payload.isWellFormed()) return fail('invalid', 'The payload is not valid Unicode.', { field: 'payload' })
  if (Object.keys(input.metadata ?? {}).length > messageLimits.metadataKeys) {
    return fail('too-large', `metadata can have at most ${messageLimits.metadataKeys} fields.`, { field: 'metadata' })
  }
  if (!isShallow(input.metadata, limits.jsonDepth - 2)) return fail('too-large', 'metadata is nested too deeply.', { field: 'metadata' })
  const reply = input.replyTo === undefined ? ok('') : checkMessageId(input.replyTo)
  if (!reply.ok) return { ok: false, fault: { ...reply.fault, field: 'replyTo' } }
  if (input.id === undefined) return undefined
  if (input.id.length > 100) return fail('too-large', 'A message id can have at most 100 characters.', { field: 'id' })
  const id = checkMessageId(input.id)
  return id.ok ? undefined : id
}

/** Deep nesting would overflow the stack of programs that write or read it. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

function executeHelp(role: string | undefined, kind: 'chat' | 'terminal' | undefined): string {
  const mine = role === 'lead' ? '' : `You are ${role ?? 'without a role'}; your user can make an agent the lead. `
  return kind === 'terminal' ? mine.trim() : `${mine}Register the recipient with register_terminal.`
}

function withRole(role: string | undefined): { readonly role?: string } {
  return role === undefined ? {} : { role }
}
