import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Tool,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Fault, Result } from '../../../core/fault.ts'
import type { Caller, SwitchboardService } from '../service/contract.ts'
import type { AsRead } from '../pure/operations.ts'

/** Context of one tool call. */
export interface ToolContext {
  readonly service: SwitchboardService
  readonly caller: Caller
  /** Aborts if the client cancels or its session ends. */
  readonly signal: AbortSignal
  /** The id for the message this call creates, if the client may repeat the call. */
  readonly messageId?: string | undefined
  /** Tells a waiting client what it waits for: as progress if it asked for that, and as a log line. */
  say(text: string): void
  /** The session now has this name; `undefined`: none. */
  hold(name: string | undefined): void
}

/** A tool as a session offers it: its listing, and a function that takes unchecked arguments. */
export interface OfferedTool {
  readonly definition: Tool
  /** It only looks, so the operator's halt does not refuse it. */
  readonly isReading: boolean
  call(context: ToolContext, args: unknown): Promise<CallToolResult>
}

export interface OfferedResources {
  readonly templates: readonly ResourceTemplate[]
  list(service: SwitchboardService): Promise<readonly Resource[]>
  /** Undefined if there is no such resource. */
  read(service: SwitchboardService, caller: Caller, uri: string): Promise<Result<ReadResourceResult> | undefined>
  /** The name of the resource in change notifications; undefined: it cannot be subscribed to. */
  keyOf(uri: string): string | undefined
}

export interface OfferedPrompt {
  readonly definition: Prompt
  get(args: Readonly<Record<string, string>>): GetPromptResult
}

/** Everything that a server offers its clients. */
export interface Offer {
  readonly tools: readonly OfferedTool[]
  readonly resources: OfferedResources
  prompts(service: SwitchboardService): readonly OfferedPrompt[]
  /** Values for an argument of a prompt or a template that begin with `value`. */
  complete(service: SwitchboardService, argument: string, value: string): Promise<readonly string[]>
}

interface ToolTable<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** Written for a language model: what it does, when to use it, what it returns. */
  readonly description: string
  readonly input: I
  readonly output: O
  /** What a client may assume. `openWorld` is never true: no tool sends anything off this computer by itself. */
  readonly hints: Omit<ToolAnnotations, 'title' | 'openWorldHint'>
  /** It only marks what it returns as read. Absent: what `readOnlyHint` says. */
  readonly isReading?: true
  /** `nothing`: for viewing and registering. `name`: only for a registered session. */
  readonly needs: 'nothing' | 'name'
  run(context: ToolContext, input: z.output<I>): Promise<Result<AsRead<z.input<O>>>>
}

/**
 * Makes a tool out of its row: checks arguments, returns the answer both as data and as text, and reports a failure as an `isError` result that says what to
 * do.
 */
export function offerTool<I extends z.ZodObject, O extends z.ZodObject>(row: ToolTable<I, O>): OfferedTool {
  const { name, title, description } = row
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: z.toJSONSchema(row.input, { io: 'input' }) as Tool['inputSchema'],
      outputSchema: z.toJSONSchema(row.output, { io: 'output' }) as Tool['inputSchema'],
      annotations: { title, openWorldHint: false, ...row.hints },
    },
    isReading: row.isReading === true || row.hints.readOnlyHint === true,
    async call(context, args) {
      if (row.needs === 'name' && context.caller.name === undefined) return errorResult(notRegistered)
      const parsed = row.input.safeParse(args ?? {})
      if (!parsed.success) return errorResult({ code: 'invalid', message: `The arguments are not valid. ${z.prettifyError(parsed.error)}` })
      const result = await row.run(context, parsed.data)
      if (!result.ok) return errorResult(result.fault)
      const data = row.output.parse(result.value)
      return { content: [{ type: 'text', text: JSON.stringify(data, undefined, 2) }], structuredContent: data }
    },
  }
}

const notRegistered: Fault = {
  code: 'not-allowed',
  message:
    'This session has no name yet, so it has read-only access. Call register_chat_agent (or register_terminal) first, then call this tool again.',
}

/** A failure as a tool's answer: a message, the raw reason, and what to use instead. */
export function errorResult(fault: Fault): CallToolResult {
  const parts = [fault.message]
  if (fault.detail !== undefined) parts.push(fault.detail)
  if (fault.fix !== undefined) parts.push(`Use “${fault.fix}” instead.`)
  return { content: [{ type: 'text', text: parts.join('\n').slice(0, 4_000) }], isError: true }
}
