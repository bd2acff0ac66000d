import { z } from 'zod'
import type { Effect } from './approval.ts'
import { readOpencode } from './hook-opencode.ts'
import { askClients, clientTitles, type AskClient, type HookClient } from './invite/client-names.ts'
import { limits } from './limits.ts'
import { checkName } from './names.ts'
import { hasNoBreaks } from './line-breaks.ts'
import { quotedName } from './quoted-name.ts'

/**
 * Permission requests of agents' own programs: a program in a terminal wants to use a tool and runs a hook, `patchbay ask`, which brings the question
 * here. This file reads what the hook received, says what is shown, and writes the answer in the program's words. Whatever is not understood stays a
 * question of the terminal alone.
 */

/** Bytes of a hook's input. */
export const askBytes = limits.textFile

/** What the hook sends, one line of JSON. `hook`: its standard input as it came. */
export const askLineSchema = z
  .object({
    v: z.literal(1),
    client: z.enum(askClients),
    agent: z.string().refine((name) => checkName(name).ok),
    /** The folder of its workspace, an absolute path. */
    folder: z.string().min(1).max(limits.pathChars),
    hook: z.unknown(),
  })
  .strict()
export type AskLine = z.infer<typeof askLineSchema>

/** What the hook is told. `none`: say nothing, the terminal asks. */
export const askReplySchema = z.union([
  z.object({ kind: z.literal('decided'), allow: z.literal(true) }).strict(),
  z.object({ kind: z.literal('decided'), allow: z.literal(false), words: z.string().max(4_000) }).strict(),
  z.object({ kind: z.literal('none'), why: z.string().max(4_000) }).strict(),
])
export type AskReply = z.infer<typeof askReplySchema>

const session = z.string().min(1).max(200).refine(hasNoBreaks)
const folder = z.string().min(1).max(limits.pathChars).refine(hasNoBreaks)
const toolName = z.string().min(1).max(200).refine(hasNoBreaks)

const permissionSchema = z.object({
  hook_event_name: z.literal('PermissionRequest'),
  session_id: session,
  cwd: folder,
  tool_name: toolName,
  tool_input: z.record(z.string(), z.json()),
})

/** A tool that an agent's program asks to use. */
export interface HookAsk {
  readonly session: string
  /** Where the program works. */
  readonly folder: string
  readonly tool: string
  readonly input: Readonly<Record<string, z.core.util.JSONType>>
}

/** Tools that are themselves a question to the user of the terminal: allowing them from elsewhere would answer nothing. */
const conversations: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'EnterPlanMode'])

/** The permission request that a hook received; undefined: it is something else, or for the terminal alone. */
export function readHook(hook: unknown): HookAsk | undefined {
  const read = permissionSchema.safeParse(hook)
  if (!read.success) return readOpencode(hook)
  if (conversations.has(read.data.tool_name)) return undefined
  const { session_id, cwd, tool_name, tool_input } = read.data
  return { session: session_id, folder: cwd, tool: tool_name, input: tool_input }
}

/** Parts of a command's or a file's input that have a place of their own. */
const commandTools: ReadonlySet<string> = new Set(['Bash', 'PowerShell'])
/** Terms longer than this are no longer read at a glance: then the whole input is the exact text. */
const termChars = 300
const mostTerms = 12
/** A description that is longer is a term, and too long for one. */
const mostWhy = 2_000

interface Shown extends Pick<Effect, 'kind' | 'target' | 'exact' | 'why'> {
  /** Keys of the input that it shows. */
  readonly shows: readonly string[]
  /** The end of the question: `run a command`. */
  readonly wants: string
}

/** What the operator reads. Everything of the input is in the exact text or in a term; nothing is left out. */
export function effectOfAsk(
  agent: string,
  client: AskClient,
  ask: HookAsk,
  call: string,
): { readonly effect: Effect; readonly question: string } {
  const { session, folder, input } = ask
  const known = shownOf(ask)
  const rest = Object.entries(input).filter(([key]) => !known.shows.includes(key))
  const terms = rest.map(([key, value]) => ({ label: key, value: typeof value === 'string' ? value : JSON.stringify(value) }))
  const isReadable = terms.length <= mostTerms && terms.every(({ label, value }) => label.length <= 60 && value.length <= termChars)
  const { shows: _shows, wants, ...shown } = isReadable ? known : { ...whole(ask), kind: known.kind, wants: known.wants }
  return {
    effect: {
      ...shown,
      alone: true,
      terminal: { client: clientTitles[client], session, folder, call },
      ...(isReadable && terms.length > 0 && { terms }),
    },
    question: `${quotedName(agent)} asks in its terminal to ${wants}`,
  }
}

function shownOf(ask: HookAsk): Shown {
  const { tool, input, folder } = ask
  const text = (key: string): string | undefined => (typeof input[key] === 'string' ? input[key] : undefined)
  const command = text('command')
  if (commandTools.has(tool) && command !== undefined) {
    const why = text('description')
    return {
      kind: 'spawn',
      target: folder,
      exact: command,
      ...(why !== undefined && why !== '' && { why }),
      shows: ['command', ...(why !== undefined && why.length <= mostWhy ? ['description'] : [])],
      wants: 'run a command',
    }
  }
  // A patch of Codex: several files, in a format of its own.
  if (tool === 'apply_patch' && command !== undefined)
    return { kind: 'tool', target: folder, exact: command, shows: ['command'], wants: 'change files' }
  const file = text('file_path')
  const [before, after, content] = [text('old_string'), text('new_string'), text('content')]
  if (tool === 'Edit' && file !== undefined && before !== undefined && after !== undefined)
    return {
      kind: 'write',
      target: file,
      exact: [...marked('-', before), ...marked('+', after)].join('\n'),
      shows: ['file_path', 'old_string', 'new_string'],
      wants: 'change a file',
    }
  if (tool === 'Write' && file !== undefined && content !== undefined)
    return { kind: 'write', target: file, exact: content, shows: ['file_path', 'content'], wants: 'write a file' }
  return whole(ask)
}

/** The whole input as JSON. */
function whole({ tool, input }: HookAsk): Shown {
  return { kind: 'tool', target: tool, exact: JSON.stringify(input, undefined, 2), shows: Object.keys(input), wants: 'use a tool' }
}

/** The lines of a text as a diff shows them. */
function marked(mark: string, text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => mark + line)
}

/** What the hook prints, in the words of its program: only ever this one request, never a rule for later ones. */
export function hookAnswer(client: HookClient, reply: Extract<AskReply, { readonly kind: 'decided' }>): string {
  if (client === 'gemini-cli') return JSON.stringify(reply.allow ? {} : { decision: 'deny', reason: reply.words })
  const decision = reply.allow ? { behavior: 'allow' } : { behavior: 'deny', message: reply.words }
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
}

const refusable: Readonly<Record<HookClient, z.ZodType>> = {
  'claude-code': z.object({ hook_event_name: z.literal('PermissionRequest') }),
  codex: z.object({ hook_event_name: z.literal('PermissionRequest') }),
  opencode: z.object({ type: z.literal('permission.asked') }),
  'gemini-cli': z.object({ hook_event_name: z.literal('BeforeTool') }),
}

/** Whether a program waits with a tool for the answer of this hook, for a halt that is known without reading more of it. */
export function canRefuse(client: HookClient, hook: unknown): boolean {
  return refusable[client].safeParse(hook).success
}
