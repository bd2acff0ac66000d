import { fail, ok } from '../../src/core/fault.ts'
import type { MailBox, Mailboxes, StoredMessage } from '../../src/protocols/switchboard/files/mailbox-types.ts'
import { nameKey } from '../../src/protocols/switchboard/pure/agent-name.ts'
import type { LedgerFact, MessageStage } from '../../src/protocols/switchboard/pure/ledger.ts'
import type { MarkStage } from '../../src/protocols/switchboard/pure/mark.ts'
import { formatMessageFile } from '../../src/protocols/switchboard/pure/message.ts'
import { receiptFor } from '../../src/protocols/switchboard/pure/receipt.ts'

export type MemoryMail = Omit<Mailboxes, 'watch'> & {
  /** Everything delivered, in order. */
  readonly stored: StoredMessage[]
  /** `agent/id/stage by name`. */
  readonly marks: string[]
  readonly reviews: Map<string, string>
}

const stageOfMark: { readonly [stage in MarkStage]: MessageStage } = { read: 'read', acknowledged: 'acked', archived: 'archived' }

/** Mailboxes in memory. */
export function memoryMail(now: () => number): MemoryMail {
  const stored: StoredMessage[] = []
  const marks: string[] = []
  const stages = new Map<string, Map<string, MessageStage>>()
  const reviews = new Map<string, string>()
  const spelled = (name: string): string => stored.find((one) => nameKey(one.agent) === nameKey(name))?.agent ?? name
  const indexOf = (id: string): number => stored.findIndex((one) => one.message.id === id)

  function mark(agent: string, id: string, stage: MarkStage, by: string): void {
    const entry = `${agent}/${id}/${stage} by ${by}`
    if (marks.some((each) => each.startsWith(`${agent}/${id}/${stage} `))) return
    marks.push(entry)
    const ofAgent = stages.get(nameKey(agent)) ?? new Map<string, MessageStage>()
    stages.set(nameKey(agent), ofAgent.set(id, stageOfMark[stage]))
  }

  return {
    stored,
    marks,
    reviews,
    deliver(message) {
      const recipient = spelled(message.recipient)
      const receipt = `.switchboard/outbox/${message.sender}/receipt_${message.id}.json`
      const at = stored.findIndex((one) => one.message.id === message.id && one.agent === recipient)
      const file = stored[at]?.file ?? `.switchboard/inbox/${recipient}/${message.id}.json`
      if (at < 0) stored.push({ box: 'inbox', agent: recipient, file, message, text: formatMessageFile(message), modifiedAt: now() })
      return Promise.resolve(ok({ file, recipient, isNew: at < 0, receipt }))
    },
    agents: () => Promise.resolve(ok([...new Set(stored.map((one) => one.agent))].toSorted())),
    list(agent, box: MailBox, { limit, before }) {
      const all = stored.filter((one) => nameKey(one.agent) === nameKey(agent) && one.box === box).toReversed()
      const from = before === undefined ? 0 : Number(before)
      const messages = all.slice(from, from + limit)
      const rest = from + limit < all.length ? { before: String(from + limit) } : {}
      return Promise.resolve(ok({ messages, total: all.length, ...rest }))
    },
    read(agent, id) {
      const found = stored.find((one) => one.message.id === id && nameKey(one.agent) === nameKey(agent))
      return Promise.resolve(found === undefined ? missing(id) : ok(found))
    },
    find(id) {
      const found = stored[indexOf(id)]
      return Promise.resolve(found === undefined ? missing(id) : ok(found))
    },
    receipts(agent) {
      const sent = stored.filter((one) => nameKey(one.message.sender) === nameKey(agent)).toReversed()
      return Promise.resolve(ok({ receipts: sent.map((one) => ({ file: one.file, receipt: receiptFor(one.message, now()) })) }))
    },
    stages: (agent) => Promise.resolve(ok(stages.get(nameKey(agent)) ?? new Map<string, MessageStage>())),
    mark(agent, id, stage, by) {
      mark(agent, id, stage, by)
      return Promise.resolve(ok(undefined))
    },
    facts: () => Promise.resolve<readonly LedgerFact[]>([]),
    archive(agent, id, by) {
      const index = indexOf(id)
      const found = stored[index]
      if (found === undefined) return Promise.resolve(missing(id))
      const file = `.switchboard/archive/${found.agent}/${id}.json`
      stored[index] = { ...found, box: 'archive', file }
      mark(agent, id, 'archived', by)
      return Promise.resolve(ok({ file }))
    },
    putReview(name, text) {
      reviews.set(name, text)
      return Promise.resolve(ok({ file: `.switchboard/reviews/${name}` }))
    },
    deadLetters: () => [],
    redeliver: () => Promise.resolve(fail('unsupported', 'The fake has no dead letters.')),
  }
}

function missing(id: string): ReturnType<typeof fail> {
  return fail('not-found', `There is no message ${id}.`)
}
