import { systemActor, type Actor } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { nameKey } from '../pure/agent-name.ts'
import { parseMessageFile } from '../pure/message.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { Received } from '../pure/receipt.ts'
import { isMonth } from '../pure/month-archive.ts'
import { archiveMail } from './archive-mail.ts'
import { DeadLetters } from './dead-letters.ts'
import { deliverMessage } from './deliver.ts'
import { findMail, listMail, readMailById } from './read-mail.ts'
import { factsOf, stagesOf } from './ledger-files.ts'
import { KnownMail } from './known-mail.ts'
import { MailFolders } from './mail-folders.ts'
import { MailWatch } from './mail-watch.ts'
import type { Delivered, Mailboxes, MailboxChange, MailboxesOptions, WatchOptions } from './mailbox-types.ts'
import { writeMark } from './marks.ts'
import { agentOf } from './paths.ts'
import type { OwnFiles } from './paths.ts'
import { findReceipt, listReceipts, writeReceipt } from './receipts.ts'
import { writeReview } from './reviews.ts'
import { sweepMailboxes } from './sweep.ts'

/** Messages that are remembered without a receipt while another process keeps the mailboxes. */
const mostWithout = 10_000

/** Opens the mailboxes of one `.switchboard/`. Creates nothing until something is written. */
export function openMailboxes(options: MailboxesOptions): Mailboxes {
  const { root, gate, now, log } = options
  const folders = new MailFolders(root)
  const known = new KnownMail()
  const dead = new DeadLetters()
  const watches = new Set<MailWatch>()
  const own: OwnFiles<MailboxChange> = {
    writing: (file) => watches.forEach((watch) => watch.writing(file)),
    wrote: (file, change) => watches.forEach((watch) => watch.wrote(file, change)),
  }
  const deliver = (message: SwitchboardMessage, actor: Actor = systemActor): Promise<Result<Delivered>> =>
    deliverMessage(options, folders, message, actor, own)

  async function archive(agent: string, id: string, by: string, actor: Actor = systemActor): Promise<Result<{ readonly file: string }>> {
    for (let attempt = 1; ; attempt++) {
      const stored = await readMailById(root, folders, known, agent, id)
      if (!stored.ok) return stored
      if (stored.value.box === 'archive') return ok({ file: stored.value.file })
      const moved = await archiveMail(options, folders, stored.value, actor)
      // Another program may have archived it at the same moment.
      if (!moved.ok && moved.fault.code === 'conflict' && attempt === 1) continue
      if (!moved.ok) return moved
      const marked = await writeMark(options, folders, { agent: stored.value.agent, id, stage: 'archived', by }, actor)
      if (!marked.ok)
        log('a message was archived, but it could not be recorded by whom', { message: id, fault: marked.fault, level: 'warn' })
      return moved
    }
  }

  async function redeliver(file: string, text: string, actor: Actor = systemActor): Promise<Result<Delivered>> {
    const letter = dead.get(file)
    if (letter === undefined) return fail('not-found', 'This is no longer a dead letter. Reload the mailbox.')
    const message = parseMessageFile(file.slice(file.lastIndexOf('/') + 1), text)
    if (!message.ok) return message
    const delivered = await deliver(message.value, actor)
    if (delivered.ok) dead.redelivered(file, delivered.value.file)
    return delivered
  }

  /** Writes receipts, one at a time, for messages that other programs put into an inbox. */
  let receipts: Promise<unknown> = Promise.resolve()
  async function makeReceipt(message: Received): Promise<void> {
    const found = await findReceipt(folders, message)
    if (!found.ok || found.value !== undefined) return
    const written = await gate.perform(
      {
        actor: systemActor,
        effect: { kind: 'write', target: `.switchboard/outbox/${message.sender}`, exact: `the receipt of ${message.id}` },
        question: `Write the receipt of a message from ${message.sender}?`,
        duringHalt: 'receipt',
      },
      (permit) => writeReceipt(permit, folders, message, now(), own, () => Promise.resolve(true)),
    )
    if (!written.ok) log('a receipt could not be written', { message: message.id, fault: written.fault, level: 'warn' })
  }

  function prove(message: Received): void {
    receipts = receipts.then(() => makeReceipt(message))
  }

  return {
    deliver,
    agents: async () => {
      const names = new Map<string, string>()
      for (const kind of ['inbox', 'archive', 'outbox'] as const) {
        const found = await folders.names(kind)
        if (!found.ok) return found
        for (const name of found.value)
          if (!names.has(nameKey(name)) && !(kind === 'archive' && isMonth(name))) names.set(nameKey(name), name)
      }
      const months = await folders.allMonths()
      if (!months.ok) return months
      for (const name of months.value.map(agentOf)) if (!names.has(nameKey(name))) names.set(nameKey(name), name)
      return ok([...names.values()].toSorted())
    },
    list: (agent, box, page) => listMail(root, folders, agent, box, page),
    read: (agent, id) => readMailById(root, folders, known, agent, id),
    find: (id) => findMail(root, folders, known, id),
    receipts: (agent, page) => listReceipts(root, folders, agent, page),
    stages: (agent) => stagesOf(root, folders, known, agent),
    mark: (agent, id, stage, by, note) => writeMark(options, folders, { agent, id, stage, by, note }, systemActor),
    facts: (stored) => factsOf(options, folders, known, stored),
    archive,
    putReview: (name, text) => writeReview(options, name, text),
    deadLetters: () => dead.all(),
    redeliver,
    watch: (onChange: (change: MailboxChange) => void, watch: WatchOptions = {}) => {
      /** Found while this process did not keep the mailboxes, by file; the oldest are dropped first. */
      const without = new Map<string, Received>()
      const following = new MailWatch({
        options,
        watch,
        folders,
        dead,
        known,
        tell: onChange,
        found: ({ file, message }) => {
          if (watch.keeps?.() === true) return prove(message)
          const { id, sender, recipient } = message
          without.set(file, { id, sender, recipient })
          for (const oldest of without.keys()) {
            if (without.size <= mostWithout) break
            without.delete(oldest)
          }
        },
      })
      watches.add(following)
      let swept = Promise.resolve()
      return {
        kick: () => following.kick(),
        keepsNow() {
          for (const message of without.values()) prove(message)
          without.clear()
          swept = swept.then(() => sweepMailboxes(options, folders))
        },
        close: async () => {
          watches.delete(following)
          await following.close()
          await receipts
          await swept
        },
      }
    },
  }
}
