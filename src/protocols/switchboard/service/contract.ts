import type { Result } from '../../../core/fault.ts'
import type { Operation, OperationInput, OperationOutput, MessageSummary, Repeatable } from '../pure/operations.ts'
import type { SessionEnd } from '../pure/session-end.ts'

/**
 * The service's contract with its callers: the tools of the MCP server, the operator's screen, and the keeper itself.
 * It knows neither MCP nor the screen. The input and output of each operation are defined in `pure/operations.ts`.
 */

/** The caller. Its identity is what the session registered, never a field of a call. */
export interface Caller {
  readonly session: string
  readonly via: 'stdio' | 'sse' | 'http' | 'operator'
  /** The name that this session holds; absent before it registered. */
  readonly name?: string
}

/** What changed, for update notifications, the view and the journal. */
export type ServiceChange =
  /** Something in an agent's mailbox: a message, its state or its place. `delivered`: the message that has just arrived there. */
  | { readonly kind: 'mailbox'; readonly agent: string; readonly delivered?: MessageSummary | undefined }
  | { readonly kind: 'roster' }
  | { readonly kind: 'rules' }
  /** A session lost its name: the operator released it, or another session took it over. */
  | { readonly kind: 'released'; readonly name: string; readonly session: string }

type Waits = 'runInTerminal' | 'handoffClipboard'
type Asks = 'roster' | 'workflowState'
type Sends = 'sendMessage' | 'sendTeamMessage'

type Acts = {
  [A in Exclude<Operation, Waits | Asks | Sends>]: (caller: Caller, input: OperationInput<A>) => Promise<Result<OperationOutput<A>>>
} & { [A in Sends]: (caller: Caller, input: OperationInput<A> & Repeatable) => Promise<Result<OperationOutput<A>>> } & {
  [A in Asks]: () => Promise<Result<OperationOutput<A>>>
} & {
  /** Waits for the operator. Aborting `signal` withdraws the question. */
  [A in Waits]: (caller: Caller, input: OperationInput<A>, signal: AbortSignal) => Promise<Result<OperationOutput<A>>>
}

/**
 * Everything that a tool or the operator can do. Faults say what to do next; nothing throws. Viewing changes nothing, but a message returned in full to its
 * own recipient counts as read.
 */
export interface SwitchboardService extends Acts {
  /** The session has ended (`ended` by default): its name becomes free after 60 s, or immediately for a caller with the resume secret. */
  endSession(session: string, how?: SessionEnd): void
  /** The current rules, as Markdown for an agent: roles, the running workflow's phase, how mail works here. */
  activeRules(): Promise<string>
  /** What a role does, as text for an agent; undefined for a role that does not exist. */
  rolePrompt(role: string): string | undefined
  roles(): readonly string[]
  on(listener: (change: ServiceChange) => void): () => void
}
