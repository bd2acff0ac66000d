import type { MailboxChange, StoredMessage } from '../files/mailbox-types.ts'
import type { MessageGroup, MessageList } from '../pure/api.ts'
import { nameKey } from '../pure/agent-name.ts'
import { mailWireId } from '../pure/wire.ts'
import { outcomeOf } from '../pure/outcome.ts'
import type { MarkStage } from '../pure/mark.ts'
import type { MailboxRow } from '../pure/view.ts'
import { defined } from '../pure/defined.ts'
import { GoneIds } from './gone-ids.ts'
import { MailFacts } from './mail-facts.ts'

/** A message as the index knows it: its place and its stage. */
export interface IndexedMail {
  readonly id: string
  /** As its folder is spelled. */
  readonly agent: string
  readonly box: 'inbox' | 'archive'
  readonly file: string
  /** Time of the file, ms; from its name if it was not opened. */
  readonly at: number
  /** Absent if the file was not opened. */
  readonly sender?: string
  readonly replyTo?: string
  /** A program deleted its file; its content is in the journal. */
  readonly isGone?: true
}

interface Mailbox {
  readonly spellings: Set<string>
  readonly mail: Map<string, IndexedMail>
  /** Derived values, each undefined after a change. Counts are needed all the time, the order only for a list. */
  counts: Readonly<Record<MessageGroup, number>> | undefined
  sorted: readonly IndexedMail[] | undefined
  /** Receipts, results and marks of its messages. */
  facts: number
}

const timeInName = /^msg_(\d{13})_/
/** Mailboxes without a message that are kept: as many as are listed. */
export const mostEmpty = 500
/** Refused messages that are kept although their files were deleted. */
export const mostGone = 10_000

/** What watching the files reported, by mailbox: enough for lists and counts without opening anything. */
export class MailIndex {
  readonly #boxes = new Map<string, Mailbox>()
  /** Keys of those that are empty now, in the order in which they became so. */
  readonly #empty = new Set<string>()
  readonly #gone = new GoneIds(mostGone)
  /** What is known about a message, even if it was not found yet, by mailbox key and id. */
  readonly #marks = new MailFacts<Set<MarkStage>>((key) => this.#has(key))
  /** Who answered it, by mailbox key and id of the answered message: the key of the answer's recipient; empty for a result file. */
  readonly #answers = new MailFacts<string>((key) => this.#has(key))
  /** Messages that a program did not carry out, by mailbox key and id. */
  readonly #failed = new MailFacts<true>((key) => this.#has(key))
  /** Answers to a message, by its id: mailbox key and id of each. */
  readonly #repliesTo = new MailFacts<Set<string>>((_id, replies) => [...replies].some((key) => this.#has(key)))
  readonly #dueTimes: () => ReadonlyMap<string, number>

  /** @param dueTimes when what messages ask for is overdue, by their wire ids: the debts they opened. */
  constructor(dueTimes: () => ReadonlyMap<string, number>) {
    this.#dueTimes = dueTimes
  }

  apply(change: MailboxChange): void {
    this.#noteFact(change)
    if (change.kind === 'message') this.#add(change.stored)
    else if (change.kind === 'archived') this.#addName(change)
    else if (change.kind === 'gone') this.#remove(change)
    else if (change.kind === 'ready') for (const facts of [this.#marks, this.#answers, this.#failed, this.#repliesTo]) facts.ready()
    else if (change.kind === 'mark') {
      const key = `${nameKey(change.agent)}/${change.id}`
      const known = this.#marks.get(key)
      if (known === undefined) this.#marks.set(key, new Set([change.stage]))
      else known.add(change.stage)
      this.#forget(change.agent)
    } else if (change.kind === 'result') {
      const key = `${nameKey(change.agent)}/${change.result.inReplyTo}`
      const outcome = outcomeOf(change.result)
      if (outcome === 'answered') this.#answers.set(key, '')
      if (outcome === 'failed') this.#failed.set(key, true)
      this.#forget(change.agent)
    }
  }

  #noteFact(change: MailboxChange): void {
    if (change.kind === 'mark') this.#noteFactIn(this.#boxes.get(nameKey(change.agent)), change.id)
    else if (change.kind === 'result') this.#noteFactIn(this.#boxes.get(nameKey(change.agent)), change.result.inReplyTo)
    // Its folder is that of the sender.
    else if (change.kind === 'receipt') for (const box of this.#boxes.values()) this.#noteFactIn(box, change.receipt.inReplyTo)
  }

  #noteFactIn(box: Mailbox | undefined, id: string): void {
    if (box?.mail.has(id) === true) box.facts += 1
  }

  /** True if a program reported that it did not carry the message out. */
  isFailed(mailbox: string, id: string): boolean {
    return this.#failed.get(`${nameKey(mailbox)}/${id}`) === true
  }

  /** A message that a program refused and deleted: it stays in its mailbox, as long as there are not too many of them. */
  keepGone(stored: StoredMessage): void {
    const { agent, message } = stored
    if (this.get(agent, message.id) !== undefined) return
    this.#add(stored, true)
    const oldest = this.#gone.add(nameKey(agent), message.id)
    if (oldest !== undefined) this.#take(oldest.box, oldest.id)
  }

  /** Keys of all mailboxes. */
  keys(): readonly string[] {
    return [...this.#boxes.keys()]
  }

  /** Total number of messages. */
  count(): number {
    let count = 0
    for (const { mail } of this.#boxes.values()) count += mail.size
    return count
  }

  /** Names and counts of one mailbox. @param overdue how many of its messages are, see `overdue`. */
  row(key: string, operator: string, overdue: number): MailboxRow {
    const box = this.#boxes.get(key)
    const [name = key, ...twins] = box?.spellings ?? []
    const counts = box === undefined ? { failed: 0, new: 0, read: 0, acked: 0, done: 0 } : this.#countsOf(box)
    return { name, twins, isOperator: key === nameKey(operator), ...counts, overdue, facts: box?.facts ?? 0 }
  }

  /** How many messages are overdue, by key of their mailbox. */
  overdue(now: number): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const [ref, at] of this.#dueTimes()) {
      const key = ref.slice(0, Math.max(0, ref.indexOf('/')))
      if (now >= at && this.get(key, ref.slice(key.length + 1)) !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  /** The messages of one list, newest first. */
  list(mailbox: string, list: MessageList, now: number): readonly IndexedMail[] {
    const box = this.#boxes.get(nameKey(mailbox))
    if (box === undefined) return []
    box.sorted ??= [...box.mail.values()].toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    return box.sorted.filter((mail) => (list === 'overdue' ? this.isOverdue(mail, now) : this.groupOf(mail) === list))
  }

  #countsOf(box: Mailbox): NonNullable<Mailbox['counts']> {
    if (box.counts !== undefined) return box.counts
    const counts = { failed: 0, new: 0, read: 0, acked: 0, done: 0 }
    for (const mail of box.mail.values()) counts[this.groupOf(mail)] += 1
    return (box.counts = counts)
  }

  get(mailbox: string, id: string): IndexedMail | undefined {
    return this.#boxes.get(nameKey(mailbox))?.mail.get(id)
  }

  groupOf(mail: IndexedMail): MessageGroup {
    const key = `${nameKey(mail.agent)}/${mail.id}`
    if (mail.box === 'archive' || this.#isAnswered(key, mail)) return 'done'
    if (this.#failed.get(key) === true) return 'failed'
    const marks = this.#marks.get(key)
    return marks?.has('acknowledged') === true ? 'acked' : marks?.has('read') === true ? 'read' : 'new'
  }

  /** When what a message asks for is overdue, ms; undefined: never, or nobody owes it any more. */
  dueAt({ agent, id }: IndexedMail): number | undefined {
    return this.#dueTimes().get(mailWireId(agent, id))
  }

  isOverdue(mail: IndexedMail, now: number): boolean {
    const at = this.dueAt(mail)
    return at !== undefined && now >= at
  }

  /** Ids of messages that answer this one, with their mailbox. */
  answersTo(id: string): readonly IndexedMail[] {
    return [...(this.#repliesTo.get(id) ?? [])].flatMap((key) => this.#at(key) ?? [])
  }

  #at(key: string): IndexedMail | undefined {
    const at = key.indexOf('/')
    return this.#boxes.get(key.slice(0, at))?.mail.get(key.slice(at + 1))
  }

  #has(key: string): boolean {
    return this.#at(key) !== undefined
  }

  #isAnswered(key: string, mail: IndexedMail): boolean {
    const to = this.#answers.get(key)
    return to !== undefined && (to === '' || mail.sender === undefined || to === nameKey(mail.sender))
  }

  #add(stored: StoredMessage, isGone = false): void {
    const { agent, box, file, message, modifiedAt } = stored
    const at = timeOf(message.id) ?? modifiedAt
    const { id, sender, replyTo, recipient } = message
    this.#put({ id, agent, box, file, at, sender, ...defined({ replyTo }), ...(isGone ? { isGone: true as const } : {}) })
    if (replyTo === undefined) return
    const answered = `${nameKey(sender)}/${replyTo}`
    if (this.#answers.get(answered) === undefined) this.#answers.set(answered, nameKey(recipient))
    this.#forget(sender)
    const replies = this.#repliesTo.get(replyTo)
    const own = `${nameKey(agent)}/${id}`
    if (replies === undefined) this.#repliesTo.set(replyTo, new Set([own]))
    else if (replies.size < mostReplies) replies.add(own)
  }

  #addName({ agent, id, file }: { readonly agent: string; readonly id: string; readonly file: string }): void {
    if (this.get(agent, id) === undefined) this.#put({ id, agent, box: 'archive', file, at: timeOf(id) ?? 0 })
  }

  #put(mail: IndexedMail): void {
    const box = this.#boxes.get(nameKey(mail.agent)) ?? {
      spellings: new Set<string>(),
      mail: new Map<string, IndexedMail>(),
      counts: undefined,
      sorted: undefined,
      facts: 0,
    }
    const known = box.mail.get(mail.id)
    // While it is moved it is in both; it will stay in the archive.
    if (known?.box === 'archive' && mail.box === 'inbox' && known.file !== mail.file) return
    this.#empty.delete(nameKey(mail.agent))
    this.#gone.delete(nameKey(mail.agent), mail.id)
    box.spellings.add(mail.agent)
    box.mail.set(mail.id, mail)
    changed(box)
    this.#boxes.set(nameKey(mail.agent), box)
  }

  #remove({ agent, id, file }: { readonly agent: string; readonly id: string; readonly file: string }): void {
    if (this.get(agent, id)?.file === file) this.#take(nameKey(agent), id)
  }

  #take(key: string, id: string): void {
    const box = this.#boxes.get(key)
    if (box === undefined) return
    this.#gone.delete(key, id)
    box.mail.delete(id)
    changed(box)
    if (box.mail.size === 0) this.#noteEmpty(key)
  }

  #noteEmpty(key: string): void {
    this.#empty.add(key)
    for (const oldest of this.#empty) {
      if (this.#empty.size <= mostEmpty) break
      this.#empty.delete(oldest)
      this.#boxes.delete(oldest)
    }
  }

  #forget(agent: string): void {
    const box = this.#boxes.get(nameKey(agent))
    if (box !== undefined) changed(box)
  }
}

const mostReplies = 1_000

function changed(box: Mailbox): void {
  box.counts = undefined
  box.sorted = undefined
}

function timeOf(id: string): number | undefined {
  const at = timeInName.exec(id)?.[1]
  return at === undefined ? undefined : Number(at)
}
