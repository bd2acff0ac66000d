import type { Actor } from '../../../core/approval.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { MailFact, MessageStage } from '../pure/ledger.ts'
import type { MarkStage } from '../pure/mark.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { Receipt, ResultFile } from '../pure/receipt.ts'

/** What the mailboxes of one `.switchboard/` are opened with. */
export interface MailboxesOptions {
  /** The folder that holds `.switchboard/`; an absolute path. */
  readonly root: string
  readonly gate: Gate
  readonly now: () => number
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

/** Where messages lie. */
export type MailBox = 'inbox' | 'archive'

/** A message and the file that holds it. */
export interface StoredMessage {
  readonly box: MailBox
  /** The mailbox, as its folder is spelled. */
  readonly agent: string
  /** Relative to the root: `.switchboard/inbox/coder/msg_1.json`. */
  readonly file: string
  readonly message: SwitchboardMessage
  /** The file's exact text. */
  readonly text: string
  /** Time of the file, ms. */
  readonly modifiedAt: number
}

/** Which part of a list is wanted: the newest first, `before` is what the last page returned. */
export interface MailPage {
  readonly limit: number
  readonly before?: string | undefined
}

export interface MailList {
  readonly messages: readonly StoredMessage[]
  /** Message files in the whole box; dead letters count. */
  readonly total: number
  /** What continues the list; absent at its end. */
  readonly before?: string
}

export interface StoredReceipt {
  readonly file: string
  readonly receipt: Receipt
}

export interface Delivered {
  /** Relative to the root. */
  readonly file: string
  /** The mailbox, as its folder is spelled. */
  readonly recipient: string
  /** False: the message was there already, perhaps archived; nothing was written. */
  readonly isNew: boolean
  /** Relative to the root; absent when it could not be written. It is made up for later by whoever keeps the mailboxes. */
  readonly receipt?: string
}

/** A file of an inbox that is no message, and why. It stays where it is. */
export interface DeadLetter {
  readonly file: string
  readonly recipient: string
  readonly fault: Fault
  /** What is in it, where it could be read; at most 1 MiB. */
  readonly text?: string
  readonly modifiedAt: number
  /** Relative path of the message that was made of it by `redeliver`. */
  readonly redelivered?: string
}

/** What the files of a folder told. Each file is told once, and again when it changed. */
export type MailboxChange =
  /** `earlier`: it lay there before the watching began. */
  | { readonly kind: 'message'; readonly stored: StoredMessage; readonly earlier: boolean }
  /** An archived file that did not change since `readArchiveSince`: only its name is known. */
  | { readonly kind: 'archived'; readonly agent: string; readonly id: string; readonly file: string }
  | { readonly kind: 'dead'; readonly letter: DeadLetter }
  /** A file of an inbox or archive is not there any more; a message that moved to the archive is told there. */
  | { readonly kind: 'gone'; readonly box: MailBox; readonly agent: string; readonly id: string; readonly file: string }
  | { readonly kind: 'receipt'; readonly agent: string; readonly file: string; readonly receipt: Receipt }
  | { readonly kind: 'result'; readonly agent: string; readonly file: string; readonly result: ResultFile; readonly at: number }
  /** Somebody read, acknowledged or archived a message (a mark in `ledger/`). */
  | { readonly kind: 'mark'; readonly agent: string; readonly id: string; readonly stage: MarkStage; readonly file: string }
  /** A folder cannot be listed or holds too many files; without a fault that is over. */
  | { readonly kind: 'problem'; readonly folder: string; readonly fault?: Fault }
  /** Everything that was there at the start has been told. */
  | { readonly kind: 'ready' }

export interface WatchOptions {
  /** True: messages without a receipt get one. Asked each time, so that a keeper can come and go. */
  readonly keeps?: () => boolean
  /** Archived files older than this (ms) are told by name only: their messages were told by an earlier run. */
  readonly readArchiveSince?: number
  /** Do not rely on hints of the file system. */
  readonly poll?: boolean
  /** How often folders are listed again without a hint, ms; 5,000 unless a test says otherwise. */
  readonly sweepMs?: number
}

/**
 * The mailboxes of one `.switchboard/` as files (specification: Directory Structure). Nothing is ever overwritten or wiped. Other programs may write
 * at any time. Names are compared without case; folders that differ only in case are one mailbox.
 */
export interface Mailboxes {
  /** Writes a message and its receipt. The same id again is no second message. Durable when it returns. `actor` is the system unless given. */
  deliver(message: SwitchboardMessage, actor?: Actor): Promise<Result<Delivered>>
  /** Names of all mailboxes that have a folder, each once, sorted. */
  agents(): Promise<Result<string[]>>
  list(agent: string, box: MailBox, page: MailPage): Promise<Result<MailList>>
  /** A message of this mailbox by its id, from the inbox or the archive. */
  read(agent: string, id: string): Promise<Result<StoredMessage>>
  /** A message by its id, in whichever mailbox. */
  find(id: string): Promise<Result<StoredMessage>>
  /** Receipts of what an agent sent, the newest first. */
  receipts(agent: string, page: MailPage): Promise<Result<{ readonly receipts: readonly StoredReceipt[]; readonly before?: string }>>
  /** How far the messages of an inbox are, by the names of files alone; the keys are message ids. */
  stages(agent: string): Promise<Result<ReadonlyMap<string, MessageStage>>>
  /** Records an act with a message in `ledger/<recipient>/`; the first time counts. */
  mark(agent: string, id: string, stage: MarkStage, by: string, note?: string): Promise<Result<void>>
  /** What the files prove about a message. */
  facts(stored: StoredMessage): Promise<readonly MailFact[]>
  /** Moves a message to the archive, with a mark of who did it. It is always in one of the two. Archived already: nothing happens. */
  archive(agent: string, id: string, by: string, actor?: Actor): Promise<Result<{ readonly file: string }>>
  /** Writes a text to `reviews/`; a name that is taken gets a number. */
  putReview(name: string, text: string): Promise<Result<{ readonly file: string }>>
  /** What the watching found, the newest first; at most 1,000. */
  deadLetters(): readonly DeadLetter[]
  /** Delivers the corrected text of a dead letter as a new message; the dead letter itself stays. */
  redeliver(file: string, text: string, actor?: Actor): Promise<Result<Delivered>>
  /** Follows all mailboxes until it is closed. */
  watch(onChange: (change: MailboxChange) => void, options?: WatchOptions): { close(): Promise<void>; kick(): void }
}
