import type { Actor } from '../../../core/approval.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import type { LedgerFact } from '../pure/ledger.ts'
import type { MarkStage } from '../pure/mark.ts'
import type { SwitchboardMessage } from '../pure/message.ts'
import type { Persona } from '../pure/personas.ts'
import type { SwitchboardState } from '../pure/state-file.ts'

/** What the desk needs of the files of a `.switchboard/`; `files/` provides it. Paths are relative to `.switchboard/`, with `/`. */
export interface StoredMessage {
  readonly message: SwitchboardMessage
  /** The mailbox as its folder is spelled. */
  readonly agent: string
  readonly box: 'inbox' | 'archive'
  readonly file: string
  /** When the file was written, ms. */
  readonly at: number
}

export interface MessagePage {
  /** Newest first. */
  readonly messages: readonly StoredMessage[]
  /** Messages in the box, this page or not. */
  readonly total: number
}

export interface PageOptions {
  readonly limit: number
  /** Id of the last message of the page before. */
  readonly before?: string
}

export interface DeadLetter {
  readonly file: string
  /** The mailbox that it lies in. */
  readonly recipient: string
  readonly fault: Fault
  readonly at: number
  /** What it holds, as far as it is text. */
  readonly text?: string
}

export interface MailboxFiles {
  /** Names of mailboxes: those that have a folder in `inbox/` or `archive/`, as spelled. */
  agents(): Promise<Result<readonly string[]>>
  /** Safe against crashes; the same id again is a no-op with `isNew: false`. `agent` is the mailbox as spelled. */
  deliver(message: SwitchboardMessage): Promise<Result<{ readonly agent: string; readonly file: string; readonly isNew: boolean }>>
  list(agent: string, box: 'inbox' | 'archive', options: PageOptions): Promise<Result<MessagePage>>
  /** A message by its id, wherever it lies; undefined when there is none. */
  find(id: string): Promise<Result<StoredMessage | undefined>>
  /** Moves it into the archive; a message that is there already stays. */
  archive(agent: string, id: string): Promise<Result<{ readonly file: string }>>
  /** Records an act as a file of our own (`pure/mark.ts`). Once per message and stage: a repetition changes nothing. */
  mark(agent: string, id: string, stage: MarkStage, by: string, note?: string): Promise<Result<void>>
  /** What receipts, marks, replies and results prove of these messages, by id. */
  facts(ids: readonly string[]): Promise<Result<ReadonlyMap<string, readonly LedgerFact[]>>>
  deadLetters(): Promise<Result<readonly DeadLetter[]>>
  /** Delivers an edited copy of a dead letter; the file itself stays. */
  redeliver(file: string, editedText: string): Promise<Result<{ readonly file: string; readonly isNew: boolean }>>
  putReview(name: string, text: string): Promise<Result<{ readonly file: string }>>
}

export interface SharedStateFile {
  read(): Promise<Result<SwitchboardState>>
  /**
   * Changes state.json under its lock; `change` may run again when another program was faster, and a fault of it leaves the file alone.
   * The version grows by itself.
   */
  update(change: (state: SwitchboardState) => Result<SwitchboardState>): Promise<Result<SwitchboardState>>
}

/** Where text reaches a terminal. Each call goes through the gate. */
export interface TerminalPort {
  /** Asks the operator, types `text` into the terminal and waits for what comes back. `signal` withdraws the question. */
  run(request: {
    readonly actor: Actor
    readonly terminal: string
    readonly pid?: number
    readonly text: string
    /** What the lead says it is for. */
    readonly why?: string
    readonly signal?: AbortSignal
  }): Promise<Result<{ readonly text: string; readonly exitCode?: number }>>
}

/** Asks the operator to copy the text of a file; `unsupported` where there is no window. */
export interface ClipboardPort {
  offer(request: {
    readonly actor: Actor
    readonly file: string
    readonly text: string
    readonly signal?: AbortSignal
  }): Promise<Result<void>>
}

/** The workspace itself, confined to its folder. Paths are relative to it. */
export interface WorkspacePort {
  /** `not-found`, or `not-allowed` when the path leads out. */
  checkFile(path: string): Promise<Result<void>>
  /** The text of a file of at most `limits.message` bytes. */
  readText(path: string): Promise<Result<string>>
}

export interface DeskPorts {
  readonly mailboxes: MailboxFiles
  readonly state: SharedStateFile
  readonly workspace: WorkspacePort
  readonly terminals: TerminalPort
  readonly clipboard: ClipboardPort
  /** Persona files as last read. */
  personas(): readonly Persona[]
  /** The operator's name, as of now. */
  operator(): string
  readonly now: () => number
  /** 256 random bits as text that may stand in JSON. */
  readonly newSecret: () => string
  /** One-way, for secrets that are kept in files. */
  readonly hash: (secret: string) => string
  /** Random base-36 text of this length, for ids of messages. */
  readonly random: (length: number) => string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}
