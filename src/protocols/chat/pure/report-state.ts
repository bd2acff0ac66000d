import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { jsonAt, readJson, setJson } from '../../../core/edit-json.ts'
import { isJsonObject } from '../../../core/json-text.ts'
import { isChatName } from './header.ts'
import { inTerminal } from './process-status.ts'
import type { ReportedState } from './reported-states.ts'

export interface StateReport {
  readonly agent: string
  readonly state: ReportedState
  /** Whom it waits for; only with `waiting`. */
  readonly whom?: string | undefined
  /** What it does, or needs; one line. */
  readonly task?: string | undefined
  /** With `waiting`: it can only be answered in the terminal of its program. */
  readonly isInTerminal?: boolean
}

const mostTask = 500

/**
 * Enters a state into the text of `process-status.json`, in the words of that file: it has no `waiting`, so that is `running` with the task `waiting for NAME: …`.
 * Other agents, and fields of this one that we do not know, keep their bytes.
 * @param text undefined if there is no file. @param at ISO-8601.
 * @returns the new text, or a fault `invalid` for a name, or for a file that is not a JSON object.
 */
export function reportState(
  text: string | undefined,
  { agent, state, whom, task, isInTerminal = false }: StateReport,
  at: string,
): Result<string> {
  if (!isChatName(agent) || agent === 'server' || agent.length > 128)
    return fail('invalid', 'The name can contain only letters, digits, “-” and “_”, and is not “server”.', { field: 'agent' })
  if (whom !== undefined && !isChatName(whom))
    return fail('invalid', 'The name of whom it waits for can contain only letters, digits, “-” and “_”.', { field: 'for' })
  const what = 'process-status.json'
  const before = text ?? '{}\n'
  const entry: unknown = jsonAt(before, [agent])
  const read = readJson(before, what)
  if (!read.ok) return read
  const known = isJsonObject(entry) ? entry : {}
  const words = (task ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, mostTask)
  const waiting = `waiting for ${whom ?? 'operator'}: ${isInTerminal ? inTerminal : ''}${words === '' ? 'needs input' : words}`
  const status = state === 'idle' ? 'idle' : 'running'
  const fields = {
    status,
    task: state === 'waiting' ? waiting : words,
    ...((status !== known['status'] || known['startedAt'] === undefined) && status === 'running' && { startedAt: at }),
    ...(status === 'idle'
      ? { completedAt: at }
      : known['completedAt'] !== undefined && known['completedAt'] !== null && { completedAt: null }),
    ...(known['error'] !== undefined && known['error'] !== null && { error: null }),
  }
  if (!isJsonObject(entry)) return setJson(before, [agent], fields, what)
  let after = before
  for (const [name, value] of Object.entries(fields)) {
    const set = setJson(after, [agent, name], value, what)
    if (!set.ok) return set
    after = set.value
  }
  return ok(after)
}

/**
 * What a client passes to its hooks: what it asks in its terminal, in words, and the folder that it works in. Anything else counts as nothing.
 * Claude Code and Gemini CLI send a `message`, Gemini CLI with `details`; Codex names the tool that it asks to use, with its input.
 */
export function readHook(text: string): { readonly asks?: string; readonly folder?: string } {
  const read = readJson(text, 'the hook')
  if (!read.ok || !isJsonObject(read.value)) return {}
  const { message, details, cwd, hook_event_name, tool_name, tool_input } = read.value
  const asks = hook_event_name === 'PermissionRequest' ? said(tool_name, subjectOf(tool_input)) : said(message, subjectOf(details))
  return { ...(asks !== '' && { asks }), ...(typeof cwd === 'string' && { folder: cwd }) }
}

function said(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(': ')
}

/** What a tool would be used on: its command, file or name. */
function subjectOf(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined
  return ['command', 'filePath', 'file_path', 'toolName', 'prompt', 'description']
    .map((name) => value[name])
    .find((part) => typeof part === 'string')
}
