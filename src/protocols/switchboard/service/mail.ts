import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import type { StoredMessage } from '../files/mailbox-types.ts'
import { checkAgentName, nameKey } from '../pure/agent-name.ts'
import type { MessageStage } from '../pure/ledger.ts'
import { checkMessageId } from '../pure/message.ts'
import { actsFor, serviceLimits, identityOf, isSelf } from './core.ts'
import type { ServiceCore } from './core.ts'
import type { OperationInput, OperationOutput, MessageSummary } from '../pure/operations.ts'
import type { Caller, SwitchboardService } from './contract.ts'
import { summaryOf } from './summary.ts'

type CheckInbox = OperationInput<'checkInbox'>
type Mailbox = OperationOutput<'checkInbox'>

/**
 * Viewing, reading, acknowledging and archiving are separate actions. Viewing changes nothing; an agent has read a message when its own check or
 * reading gave it the whole payload.
 */
export function openMail(core: ServiceCore): Pick<SwitchboardService, 'checkInbox' | 'readMessage' | 'acknowledge' | 'archive'> {
  const { ports } = core

  async function checkInbox(caller: Caller, input: CheckInbox): Promise<Result<Mailbox>> {
    const agent = checkAgentName(input.agent, 'The agent')
    if (!agent.ok) return { ok: false, fault: { ...agent.fault, field: 'agent' } }
    const since = input.since === undefined ? undefined : Date.parse(input.since)
    if (Number.isNaN(since)) return fail('invalid', 'since is not a valid time; write it like 2026-01-31T12:00:00Z.', { field: 'since' })
    const limit = Math.min(Math.max(1, input.limit ?? 20), serviceLimits.page)
    const box = input.box ?? 'inbox'
    if (box === 'outbox') return listSent(agent.value, input, since, limit)

    const stages = box === 'archive' ? ok(new Map<string, MessageStage>()) : await ports.mailboxes.stages(agent.value)
    if (!stages.ok) return stages
    const isWanted = (stored: StoredMessage): boolean => matches(stored, input.filter, since)
    const found: StoredMessage[] = []
    let total = 0
    let scanned = 0
    let before: string | undefined
    const isPlain = input.filter === undefined && since === undefined
    do {
      const page = await ports.mailboxes.list(agent.value, box, { limit: isPlain ? limit : serviceLimits.page, before })
      if (!page.ok) return page
      const wanted = page.value.messages.filter(isWanted)
      found.push(...wanted.slice(0, limit - found.length))
      total = isPlain ? page.value.total : total + wanted.length
      scanned += page.value.messages.length
      before = page.value.before
      if (isPlain) break
    } while (before !== undefined && scanned < serviceLimits.scanned)

    const messages: MessageSummary[] = []
    for (const stored of found) {
      const stage = box === 'archive' ? 'archived' : (stages.value.get(stored.message.id) ?? 'new')
      const summary = await summaryOf(core, stored, stage, input.verbose === true)
      messages.push(summary.isWhole && stage === 'new' ? await noteRead(caller, stored, summary) : summary)
    }
    return ok({ agent: found[0]?.agent ?? agent.value, box, messages, total })
  }

  async function listSent(agent: string, input: CheckInbox, since: number | undefined, limit: number): Promise<Result<Mailbox>> {
    const messages: MessageSummary[] = []
    let scanned = 0
    let before: string | undefined
    do {
      const page = await ports.mailboxes.receipts(agent, { limit: serviceLimits.page, before })
      if (!page.ok) return page
      for (const { receipt } of page.value.receipts) {
        if (messages.length === limit) break
        const stored = await ports.mailboxes.find(receipt.inReplyTo)
        if (!stored.ok || !matches(stored.value, input.filter, since)) continue
        messages.push(await summaryOf(core, stored.value, await stageOfStored(stored.value), input.verbose === true))
      }
      scanned += page.value.receipts.length
      before = page.value.before
    } while (messages.length < limit && before !== undefined && scanned < serviceLimits.scanned)
    return ok({ agent, box: 'outbox', messages, total: messages.length })
  }

  async function stageOfStored(stored: StoredMessage): Promise<MessageStage> {
    if (stored.box === 'archive') return 'archived'
    const stages = await ports.mailboxes.stages(stored.agent)
    return (stages.ok ? stages.value.get(stored.message.id) : undefined) ?? 'new'
  }

  /** The recipient got the full text, so it has read the message. Nobody else's view counts. */
  async function noteRead<T extends MessageSummary>(caller: Caller, stored: StoredMessage, summary: T): Promise<T> {
    if (caller.via === 'operator' || !isSelf(core, caller, stored.agent)) return summary
    const marked = await ports.mailboxes.mark(stored.agent, stored.message.id, 'read', stored.agent)
    if (!marked.ok) {
      ports.log('could not record that a message was read', { id: stored.message.id, fault: marked.fault })
      return summary
    }
    core.emit({ kind: 'mailbox', agent: stored.agent })
    return { ...summary, state: 'read' }
  }

  /** The message and the actor, if the caller may act for its recipient. */
  async function ownMessage(caller: Caller, id: string): Promise<Result<{ readonly stored: StoredMessage; readonly by: string }>> {
    const by = identityOf(core, caller)
    if (!by.ok) return by
    const stored = await findMessage(id)
    if (!stored.ok) return stored
    const { agent } = stored.value
    if (actsFor(core, caller, agent)) return ok({ stored: stored.value, by: by.value })
    return fail(
      'not-allowed',
      `This message is in the mailbox of ${agent}, and you are ${by.value}. Only ${agent} or the operator can do this.`,
    )
  }

  async function findMessage(id: string): Promise<Result<StoredMessage>> {
    const checked = checkMessageId(id)
    return checked.ok ? ports.mailboxes.find(id) : checked
  }

  return {
    checkInbox,
    async readMessage(caller, { id }) {
      const stored = await findMessage(id)
      if (!stored.ok) return stored
      const { message } = stored.value
      const stage = await stageOfStored(stored.value)
      const summary = await summaryOf(core, stored.value, stage, true)
      const read = stage === 'new' ? await noteRead(caller, stored.value, summary) : summary
      return ok({ ...read, metadata: message.metadata, persona: message.persona })
    },
    async acknowledge(caller, { id, note }) {
      const own = await ownMessage(caller, id)
      if (!own.ok) return own
      const { stored, by } = own.value
      const marked = await ports.mailboxes.mark(stored.agent, id, 'acknowledged', by, note)
      if (!marked.ok) return marked
      core.emit({ kind: 'mailbox', agent: stored.agent })
      return ok({ id })
    },
    async archive(caller, { id }) {
      const own = await ownMessage(caller, id)
      if (!own.ok) return own
      const { stored, by } = own.value
      const moved = await ports.mailboxes.archive(stored.agent, id, by)
      if (!moved.ok) return moved
      core.emit({ kind: 'mailbox', agent: stored.agent })
      return ok({ id, file: moved.value.file })
    },
  }
}

function matches(stored: StoredMessage, filter: string | undefined, since: number | undefined): boolean {
  const { message, modifiedAt } = stored
  if (since !== undefined && !((Date.parse(message.createdAt) || modifiedAt) > since)) return false
  if (filter === undefined || filter === '') return true
  const key = filter.toLowerCase()
  return message.action === filter || nameKey(message.sender) === key || message.payload.toLowerCase().includes(key)
}
