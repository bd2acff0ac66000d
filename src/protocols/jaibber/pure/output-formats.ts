import { fieldOf, isJsonObject, type JsonObject } from '../../../core/json-text.ts'

/** How a program prints its answer: as plain text, or as JSON lines in the form of one program, of which only its messages are the answer. */
export const outputFormats = ['text', 'claude-code', 'codex', 'opencode'] as const
export type OutputFormat = (typeof outputFormats)[number]
export type JsonFormat = Exclude<OutputFormat, 'text'>

export const outputTitles: Readonly<Record<OutputFormat, string>> = {
  text: 'Plain text',
  'claude-code': 'JSON of Claude Code (--output-format stream-json)',
  codex: 'JSON of Codex (--json)',
  opencode: 'JSON of opencode (--format json)',
}

/**
 * What one line says. text: more of a message; equal `message`, equal message · answer: the whole answer, as the program gives it at its end · failed: why there
 * is none.
 */
export type Said =
  | { readonly kind: 'text'; readonly message: string; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'failed'; readonly words: string }

/** Makes the reader of a format, which knows the lines before. Lines that say nothing of the answer, such as those about tools, are undefined. */
export const formats: Readonly<Record<JsonFormat, () => (line: JsonObject) => Said | undefined>> = {
  'claude-code': readClaude,
  codex: () => readCodex,
  opencode: () => readOpencode,
}

/** `--output-format stream-json --include-partial-messages`: pieces of messages, then the last message as the result. Messages of its subagents have a parent. */
function readClaude(): (line: JsonObject) => Said | undefined {
  let message = 0
  let block = 0
  return (line) => {
    const type = text(line, 'type')
    if (type === 'result') {
      const result = text(line, 'result')
      if (fieldOf(line, 'is_error') === true || result === undefined)
        return { kind: 'failed', words: result ?? text(line, 'subtype') ?? 'no result' }
      return { kind: 'answer', text: result }
    }
    if (type !== 'stream_event' || text(line, 'parent_tool_use_id') !== undefined) return undefined
    const event = object(line, 'event')
    const what = text(event, 'type')
    if (what === 'message_start') message++
    if (what === 'content_block_start') block++
    const piece = what === 'content_block_delta' ? text(object(event, 'delta'), 'text') : undefined
    return piece === undefined ? undefined : { kind: 'text', message: `${message}.${block}`, text: piece }
  }
}

/** `exec --json`: each message when it is complete. */
function readCodex(line: JsonObject): Said | undefined {
  const type = text(line, 'type')
  if (type === 'turn.failed') return { kind: 'failed', words: text(object(line, 'error'), 'message') ?? type }
  const item = object(line, 'item')
  const message = text(item, 'text')
  if (type !== 'item.completed' || text(item, 'type') !== 'agent_message' || message === undefined) return undefined
  return { kind: 'text', message: text(item, 'id') ?? message, text: message }
}

/** `run --format json`: each part of a message when it is complete. */
function readOpencode(line: JsonObject): Said | undefined {
  const type = text(line, 'type')
  if (type === 'error') {
    const error = object(line, 'error')
    return { kind: 'failed', words: text(object(error, 'data'), 'message') ?? text(error, 'name') ?? type }
  }
  const part = object(line, 'part')
  const said = text(part, 'text')
  return type === 'text' && said !== undefined ? { kind: 'text', message: text(part, 'id') ?? said, text: said } : undefined
}

function text(object: JsonObject, name: string): string | undefined {
  const value = fieldOf(object, name)
  return typeof value === 'string' ? value : undefined
}

function object(of: JsonObject, name: string): JsonObject {
  const value = fieldOf(of, name)
  return isJsonObject(value) ? value : {}
}
