import type { Actor, Effect } from '../../../core/approval.ts'
import type { Result } from '../../../core/fault.ts'
import type { Mailboxes, StoredMessage } from '../files/mailbox-types.ts'
import type { SharedState } from '../files/shared-state.ts'
import type { Trust } from '../pure/operations.ts'
import type { Persona } from '../pure/personas.ts'
import type { HeldExecute, Registered } from '../pure/registration.ts'

/** The way text reaches a terminal: only after the operator approved exactly this text. */
export interface TerminalPort {
  /**
   * Asks the operator, awaits `started`, types `text` into the terminal and waits for the output. A fault of `started` stops it before anything is typed.
   * `signal` withdraws the question.
   */
  run(request: TerminalRequest): Promise<Result<TerminalAnswer>>
}

export interface TerminalRequest {
  readonly actor: Actor
  readonly terminal: string
  readonly pid?: number
  readonly text: string
  /** The question to the operator, one sentence. */
  readonly question: string
  readonly signal?: AbortSignal
  started(): Promise<Result<void>>
}

export interface TerminalAnswer {
  readonly text: string
  readonly exitCode?: number
}

/** Keeps held executes across restarts. */
export interface HeldPort {
  list(): Promise<Result<readonly HeldExecute[]>>
  /** Adds it, or replaces the one with its message id; durable on return. */
  put(held: HeldExecute): Promise<Result<void>>
  remove(messageId: string): Promise<Result<void>>
}

/** Keeps registrations where no other program can write, and asks the operator about them. */
export interface RegistrationPort {
  all(): readonly Registered[]
  /** Adds it, or replaces the one with its name; durable on return. */
  put(registered: Registered): Promise<Result<void>>
  /** Ends the registration and its standing approvals. */
  end(registered: Registered): Promise<Result<void>>
  /** True if it has a standing approval. */
  stands(id: string): boolean
  /** Its session has ended: withdraws its questions. */
  leave(id: string): void
  /** Asks the operator; `unsupported` where there is no window. */
  ask(request: {
    readonly actor: Actor
    readonly effect: Effect
    readonly question: string
    readonly signal?: AbortSignal
  }): Promise<Result<void>>
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

/** The workspace, confined to its folder. Paths are relative to it. */
export interface WorkspacePort {
  /** `not-found`, or `not-allowed` when the path leads out. */
  checkFile(path: string): Promise<Result<void>>
  /** The text of a file of at most `limits.message` bytes. */
  readText(path: string): Promise<Result<string>>
}

/** What the service needs from its surroundings. */
export interface ServicePorts {
  readonly mailboxes: Omit<Mailboxes, 'watch'>
  readonly state: SharedState
  readonly workspace: WorkspacePort
  readonly terminals: TerminalPort
  readonly held: HeldPort
  readonly registrations: RegistrationPort
  readonly clipboard: ClipboardPort
  /** Doubts about a message, as stored when it arrived. */
  trust(stored: StoredMessage): Promise<Trust>
  /** Persona files as last read. */
  personas(): readonly Persona[]
  /** The operator's current name. */
  operator(): string
  readonly now: () => number
  /** 256 random bits as text that is safe in JSON. */
  readonly newSecret: () => string
  /** One-way, for secrets that are kept in files. */
  readonly hash: (secret: string) => string
  /** Random base-36 text of this length, for ids of messages. */
  readonly random: (length: number) => string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
}
