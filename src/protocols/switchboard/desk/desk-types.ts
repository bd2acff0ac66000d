import type { SessionEnd } from '../pure/session-end.ts'
import type { Result } from '../../../core/fault.ts'

/**
 * What the desk promises to whoever stands in front of it: the tools of the MCP server, the operator's screen, the keeper's own upkeep.
 * It knows neither MCP nor the screen.
 */

/** Who calls. An identity is what a session registered, never a field of a call. */
export interface Caller {
  readonly session: string
  readonly via: 'stdio' | 'sse' | 'http' | 'operator'
  /** The name that this session holds; absent before it registered. */
  readonly name?: string
}

/** What is registered for agents that talk. */
export interface ChatAgentInput {
  readonly name: string
  readonly interface: string
  readonly capabilities: readonly string[]
  readonly role?: string | undefined
  /** Takes over a name that an earlier session of the same agent holds. */
  readonly resumeSecret?: string | undefined
}

export interface TerminalInput {
  readonly name: string
  readonly pid: number
  readonly purpose: string
  readonly color?: string | undefined
  readonly icon?: string | undefined
  readonly resumeSecret?: string | undefined
}

/** The name as it is written in files (case twins share the one that exists), and what takes it over after a reconnect. */
export interface Registration {
  readonly name: string
  readonly resumeSecret: string
  /** What the agent has to know of its registration. */
  readonly note?: string | undefined
}

export interface SendInput {
  readonly action: string
  readonly recipient: string
  readonly payload: string
  readonly replyTo?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** The id of the message, of a caller that repeats a call it got no answer to: the same id of the same sender is one message. */
  readonly id?: string | undefined
}

export interface SendTeamInput {
  readonly team: string
  readonly action: string
  readonly payload: string
  readonly role_filter?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly id?: string | undefined
}

/** What became of a message: its id, the mailbox as it is spelled, the file, and whether this call made it (false: a repeat). */
export interface Sent {
  readonly id: string
  readonly recipient: string
  readonly receipt: string
  readonly isNew: boolean
  /** What is odd about it, for example a direction that the action does not have. */
  readonly warnings: readonly string[]
}

export type Box = 'inbox' | 'outbox' | 'archive'

export interface CheckInboxInput {
  readonly agent: string
  readonly box?: Box | undefined
  /** Only messages of this action, of this sender, or with this text in the payload. */
  readonly filter?: string | undefined
  readonly limit?: number | undefined
  /** Whole payloads instead of their beginnings. */
  readonly verbose?: boolean | undefined
  /** ISO 8601; only messages written later. */
  readonly since?: string | undefined
}

/** What a message is worth. */
export interface Trust {
  /** The sender is what the file says: no session wrote it under its own name. */
  readonly isClaim: boolean
  /** What is odd or unproven about it, each a sentence; the operator sees the same. */
  readonly doubts: readonly string[]
}

/** A message in a list. */
export interface MessageSummary extends Trust {
  readonly id: string
  readonly action: string
  readonly sender: string
  readonly recipient: string
  readonly createdAt: string
  readonly state: 'new' | 'read' | 'acknowledged' | 'answered' | 'archived'
  /** Whole when asked for, else its beginning. */
  readonly payload: string
  readonly isWhole: boolean
  readonly replyTo?: string | undefined
  readonly team?: string | undefined
}

export interface MessageList {
  readonly agent: string
  readonly box: Box
  readonly messages: readonly MessageSummary[]
  /** How many match in all. */
  readonly total: number
}

/** A whole message. */
export interface MessageRead extends MessageSummary {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly persona?: string | undefined
}

export interface RosterEntry {
  readonly name: string
  readonly kind: 'terminal' | 'chat'
  readonly status: string
  readonly role?: string | undefined
  readonly statusMessage?: string | undefined
  readonly capabilities: readonly string[]
  readonly purpose?: string | undefined
  readonly pid?: number | undefined
  /** A session of this server holds the name. */
  readonly isConnected: boolean
}

export interface RosterTeam {
  readonly id: string
  readonly name: string
  readonly members: readonly string[]
  readonly isComposite: boolean
}

export interface Roster {
  readonly agents: readonly RosterEntry[]
  readonly teams: readonly RosterTeam[]
}

export interface TeamInput {
  readonly name: string
  readonly members: readonly string[]
  readonly isComposite?: boolean | undefined
  readonly capabilities?: readonly string[] | undefined
}

export interface StartWorkflowInput {
  readonly name: string
  readonly initialContext?: string | undefined
  readonly targetAgent?: string | undefined
  readonly force?: boolean | undefined
}

export interface StopWorkflowInput {
  readonly reason?: string | undefined
  readonly targetAgent?: string | undefined
}

export interface CompletePhaseInput {
  readonly workflow: string
  readonly phase: number
  readonly artifacts?: readonly { readonly path: string; readonly description?: string | undefined }[] | undefined
  readonly notes?: string | undefined
  readonly skipReason?: string | undefined
  readonly targetAgent?: string | undefined
}

export interface WorkflowPhaseView {
  readonly number: number
  readonly name: string
  readonly role: string
  readonly artifact: string
  readonly state: 'done' | 'skipped' | 'current' | 'next'
}

export interface WorkflowView {
  /** Absent: none is running. */
  readonly active?:
    | {
        readonly name: string
        readonly phase: number
        readonly phases: readonly WorkflowPhaseView[]
        readonly targetAgent?: string | undefined
      }
    | undefined
  readonly suspended: readonly { readonly name: string; readonly phase: number }[]
  /** The names that can be started. */
  readonly available: readonly string[]
  /** Workflows of single agents (`targetAgent`). */
  readonly ofAgents: readonly { readonly agent: string; readonly name: string; readonly phase: number }[]
}

export interface SearchInput {
  readonly query: string
  readonly agent?: string | undefined
  readonly limit?: number | undefined
}

/** What changed, for update notifications, the view and the journal. */
export type DeskChange =
  /** Something in a mailbox of this agent: a message, its state, its place. `delivered`: the message that has just arrived there. */
  | { readonly kind: 'mailbox'; readonly agent: string; readonly delivered?: MessageSummary | undefined }
  | { readonly kind: 'roster' }
  | { readonly kind: 'rules' }
  /** A session lost its name: the operator released it, or another session took it over. */
  | { readonly kind: 'released'; readonly name: string; readonly session: string }

/** Everything that a tool or the operator can do. Faults say what to do next; nothing throws. */
export interface Desk {
  registerChatAgent(caller: Caller, input: ChatAgentInput): Promise<Result<Registration>>
  registerTerminal(caller: Caller, input: TerminalInput): Promise<Result<Registration>>
  /** Ends the caller's own registration. */
  unregister(caller: Caller, input: { readonly name: string }): Promise<Result<{ readonly name: string }>>
  /** The session is over (`ended` unless said otherwise): its name frees after 60 s, at once for who has the resume secret. */
  endSession(session: string, how?: SessionEnd): void
  setStatus(
    caller: Caller,
    input: { readonly name: string; readonly status: string; readonly message?: string | undefined },
  ): Promise<Result<{ readonly name: string; readonly status: string }>>
  roster(): Promise<Result<Roster>>
  assignRole(
    caller: Caller,
    input: { readonly name: string; readonly role: string },
  ): Promise<Result<{ readonly name: string; readonly role: string }>>
  createTeam(caller: Caller, input: TeamInput): Promise<Result<RosterTeam>>
  /** Gives a team other members: the lead, one of its members, or the operator. */
  changeTeam(caller: Caller, input: { readonly team: string; readonly members: readonly string[] }): Promise<Result<RosterTeam>>
  sendMessage(caller: Caller, input: SendInput): Promise<Result<Sent>>
  sendTeamMessage(
    caller: Caller,
    input: SendTeamInput,
  ): Promise<
    Result<{
      readonly team: string
      readonly sent: readonly Sent[]
      readonly failed: readonly { readonly recipient: string; readonly reason: string }[]
    }>
  >
  /** A look changes nothing, but a message that is given whole to its own recipient counts as read. */
  checkInbox(caller: Caller, input: CheckInboxInput): Promise<Result<MessageList>>
  /** Marks it read when the caller is its recipient. */
  readMessage(caller: Caller, input: { readonly id: string }): Promise<Result<MessageRead>>
  acknowledge(caller: Caller, input: { readonly id: string; readonly note?: string | undefined }): Promise<Result<{ readonly id: string }>>
  archive(caller: Caller, input: { readonly id: string }): Promise<Result<{ readonly id: string; readonly file: string }>>
  search(caller: Caller, input: SearchInput): Promise<Result<{ readonly messages: readonly MessageSummary[]; readonly total: number }>>
  startWorkflow(caller: Caller, input: StartWorkflowInput): Promise<Result<WorkflowView>>
  workflowState(): Promise<Result<WorkflowView>>
  completePhase(caller: Caller, input: CompletePhaseInput): Promise<Result<WorkflowView>>
  stopWorkflow(caller: Caller, input: StopWorkflowInput): Promise<Result<WorkflowView>>
  /** Waits for the operator. Aborting `signal` withdraws the question. */
  runInTerminal(
    caller: Caller,
    input: { readonly name: string; readonly input: string },
    signal: AbortSignal,
  ): Promise<Result<{ readonly name: string; readonly text: string }>>
  handoffClipboard(
    caller: Caller,
    input: { readonly file: string },
    signal: AbortSignal,
  ): Promise<Result<{ readonly file: string; readonly characters: number }>>
  /** The rules that hold now, as Markdown for an agent: roles, the running workflow's phase, how mail works here. */
  activeRules(): Promise<string>
  /** What a role does, as text for an agent; undefined for a role that does not exist. */
  rolePrompt(role: string): string | undefined
  roles(): readonly string[]
  on(listener: (change: DeskChange) => void): () => void
}
