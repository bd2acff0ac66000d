import type { Actor } from '../../../core/approval.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Gate } from '../../../core/protocol.ts'
import type { MailFact, MessageStage } from '../pure/ledger.ts'
import type { MarkStage } from '../pure/mark.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { Receipt, ResultFile } from '../pure/receipt.ts'

/** What the mailboxes of one `.switchboard/` are opened with. */
export interface MailboxesOptions {
  /** The folder that contains `.switchboard/`; an absolute path. */
  readonly root: string
  readonly gate: Gate
  readonly now: () => number
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}

/** The folders that contain messages. */
export type MailBox = 'inbox' | 'archive'

/** A message and its file. */
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

/** The requested page of a list: newest first, `before` is the cursor that the last page returned. */
export interface MailPage {
  readonly limit: number
  readonly before?: string | undefined
}

export interface MailList {
  readonly messages: readonly StoredMessage[]
  /** Number of message files in the whole box, including dead letters. */
  readonly total: number
  /** Cursor of the next page; absent at the end. */
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
  /** False: the message already existed, perhaps archived; nothing was written. */
  readonly isNew: boolean
  /** Relative to the root; absent if it could not be written. The keeper writes it later. */
  readonly receipt?: string
}

/** A file in an inbox that is not a message, and why. It stays where it is. */
export interface DeadLetter {
  readonly file: string
  readonly recipient: string
  readonly fault: Fault
  /** Its contents, if readable; at most 1 MiB. */
  readonly text?: string
  readonly modifiedAt: number
  /** Relative path of the message that `redeliver` made from it. */
  readonly redelivered?: string
}

/** Changes found in the folders. Each file is reported once, and again when it changes. */
export type MailboxChange =
  /** `earlier`: it existed before watching started. */
  | { readonly kind: 'message'; readonly stored: StoredMessage; readonly earlier: boolean }
  /** An archived file unchanged since `readArchiveSince`: only its name is known. */
  | { readonly kind: 'archived'; readonly agent: string; readonly id: string; readonly file: string }
  | { readonly kind: 'dead'; readonly letter: DeadLetter }
  /** A file of an inbox or archive is gone; a message moved to the archive is reported there. */
  | { readonly kind: 'gone'; readonly box: MailBox; readonly agent: string; readonly id: string; readonly file: string }
  | { readonly kind: 'receipt'; readonly agent: string; readonly file: string; readonly receipt: Receipt }
  | { readonly kind: 'result'; readonly agent: string; readonly file: string; readonly result: ResultFile; readonly at: number }
  /** Somebody read, acknowledged or archived a message (a mark in `ledger/`). */
  | { readonly kind: 'mark'; readonly agent: string; readonly id: string; readonly stage: MarkStage; readonly file: string }
  /** A folder cannot be listed or has too many files; without a fault, the problem is over. */
  | { readonly kind: 'problem'; readonly folder: string; readonly fault?: Fault }
  /** Everything present at the start has been reported. */
  | { readonly kind: 'ready' }

export interface WatchOptions {
  /** True: messages without a receipt get one. Called each time, because the keeper can change. */
  readonly keeps?: () => boolean
  /** Archived files older than this (ms) are reported by name only: an earlier run reported their messages. */
  readonly readArchiveSince?: number
  /** Do not rely on hints of the file system. */
  readonly poll?: boolean
  /** Interval for listing folders again without a file system event, ms; 5,000 by default. */
  readonly sweepMs?: number
  /** False while nobody sees the mail: folders that the system reports changes of are then listed rarely. */
  readonly isShown?: () => boolean
}

export interface MailboxWatch {
  close(): Promise<void>
  /** Starts a pass over all folders now. */
  kick(): void
  /** This process began to keep the mailboxes: what was found before gets its receipts, and unfinished files of an earlier run are removed. */
  keepsNow(): void
}

/**
 * The mailboxes of one `.switchboard/` as files (specification: Directory Structure). Nothing is ever overwritten or wiped. Other programs may write
 * at any time. Names are compared without case; folders that differ only in case are one mailbox.
 */
export interface Mailboxes {
  /** Writes a message and its receipt. Sending the same id again creates no second message. Durable on return. `actor` is the system by default. */
  deliver(message: SwitchboardMessage, actor?: Actor): Promise<Result<Delivered>>
  /** Names of all mailboxes that have a folder, each once, sorted. */
  agents(): Promise<Result<string[]>>
  list(agent: string, box: MailBox, page: MailPage): Promise<Result<MailList>>
  /** A message of this mailbox by its id, from the inbox or the archive. */
  read(agent: string, id: string): Promise<Result<StoredMessage>>
  /** A message by its id, in any mailbox. */
  find(id: string): Promise<Result<StoredMessage>>
  /** Receipts for what an agent sent, newest first. */
  receipts(agent: string, page: MailPage): Promise<Result<{ readonly receipts: readonly StoredReceipt[]; readonly before?: string }>>
  /** The state of an inbox's messages, from file names only; the keys are message ids. */
  stages(agent: string): Promise<Result<ReadonlyMap<string, MessageStage>>>
  /** Records an action on a message in `ledger/<recipient>/`; the first record counts. */
  mark(agent: string, id: string, stage: MarkStage, by: string, note?: string): Promise<Result<void>>
  /** What the files prove about a message. */
  facts(stored: StoredMessage): Promise<readonly MailFact[]>
  /** Moves a message to the archive and records by whom. It is in one of the two folders at all times. Does nothing if it is archived already. */
  archive(agent: string, id: string, by: string, actor?: Actor): Promise<Result<{ readonly file: string }>>
  /** Writes a text to `reviews/`; if the name is taken, a number is added. */
  putReview(name: string, text: string): Promise<Result<{ readonly file: string }>>
  /** Dead letters found by watching, newest first; at most 1,000. */
  deadLetters(): readonly DeadLetter[]
  /** Delivers the corrected text of a dead letter as a new message; the dead letter itself stays. */
  redeliver(file: string, text: string, actor?: Actor): Promise<Result<Delivered>>
  /** Watches all mailboxes until closed. */
  watch(onChange: (change: MailboxChange) => void, options?: WatchOptions): MailboxWatch
}
