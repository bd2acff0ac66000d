import type { Actor } from '../../../core/approval.ts'
import type { Result } from '../../../core/fault.ts'
import type { Mailboxes } from '../files/mailbox-types.ts'
import type { Persona } from '../pure/personas.ts'
import type { SwitchboardState } from '../pure/state-file.ts'

/** The shared `state.json`; `files/` provides it. */
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

/** What a desk is opened with. */
export interface DeskPorts {
  readonly mailboxes: Omit<Mailboxes, 'watch'>
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
