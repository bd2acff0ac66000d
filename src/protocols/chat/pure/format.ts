import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { indent } from './continuation.ts'
import { isChatName, parseHeader } from './header.ts'

/** Line breaks of any tool: some split text at these, and what follows must not look like a line of its own. */
// oxlint-disable-next-line no-control-regex -- these control characters are the point
const lineBreaks = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/u

/**
 * The exact text that says a draft in `chat.md`: header line, further lines indented by two spaces, newline at the end.
 * White space at line ends and blank lines at both ends go; every kind of line break becomes a newline; lone surrogates become U+FFFD.
 * Faults name the field (`from`, `to`, `observers`, `text`) and, where there is one, a fix.
 */
export function formatDraft(draft: Draft): Result<WirePreview> {
  const names = checkNames(draft)
  if (!names.ok) return names
  const lines = linesOf(draft.text)
  if (!lines.ok) return lines
  const { from, to, observers } = names.value
  const target = observers.length === 0 ? '' : ` @ [${observers.join(', ')}]`
  const head = `[${from}-to-${to}]${target}: ${lines.value[0] ?? ''}`
  // `-to-` is greedy, so a name that contains it, or ends in it, may be read as another pair.
  const read = parseHeader(head)
  if (read?.sender !== from || read.recipient !== to) {
    return fail(
      'invalid',
      `“[${from}-to-${to}]” would be read as a message to ${read?.recipient ?? 'nobody'}: these two names cannot stand side by side.`,
      {
        field: 'to',
      },
    )
  }
  const wire = `${[head, ...lines.value.slice(1).map((line) => indent + line)].join('\n')}\n`
  return checkSize(wire)
}

function checkNames(draft: Draft): Result<{ from: string; to: string; observers: string[] }> {
  const [to = '', ...more] = draft.to
  if (more.length > 0) {
    return fail('invalid', 'A message in chat.md has one recipient; the others can be observers.', { field: 'to', fix: to })
  }
  if (to === '') return fail('invalid', 'Choose who should act on this message.', { field: 'to' })
  const observers = [...new Set(draft.observers)].filter((name) => name !== '' && name !== to)
  if (observers.length > limits.observers) {
    return fail('too-large', `${observers.length} observers; ${limits.observers} is the most.`, { field: 'observers' })
  }
  for (const [field, name] of [['from', draft.from], ['to', to], ...observers.map((name) => ['observers', name])] as [string, string][]) {
    const checked = checkName(field, name)
    if (!checked.ok) return checked
  }
  return ok({ from: draft.from, to, observers })
}

/** A name that may stand in a header, or a fault with the nearest name that may. */
export function checkName(field: string, name: string): Result<string> {
  if (name === '') return fail('invalid', 'A name is missing.', { field })
  if (name.length > limits.nameChars) {
    return fail('too-large', `A name has at most ${limits.nameChars} characters; this one has ${name.length}.`, { field })
  }
  if (isChatName(name)) return ok(name)
  const fix = name.replaceAll(/[^a-zA-Z0-9_-]+/gu, '-').replaceAll(/^-+|-+$/gu, '')
  const words = `“${name}” cannot be a name in chat.md: letters a–z, digits, hyphen and underscore only.`
  return fail('invalid', words, { field, ...(fix === '' ? {} : { fix }) })
}

function linesOf(text: string): Result<string[]> {
  if (text.length > limits.draftChars) {
    return fail('too-large', `The text has ${text.length} characters; ${limits.draftChars} is the most.`, { field: 'text' })
  }
  if (text.includes('\0')) {
    const fix = text.replaceAll('\0', '')
    const words = 'The text holds a NUL character, which makes chat.md a binary file for most tools.'
    return fail('invalid', words, { field: 'text', ...(fix.trim() !== '' && fix.length <= 2_000 ? { fix } : {}) })
  }
  const lines = text
    .toWellFormed()
    .split(lineBreaks)
    .map((line) => line.trimEnd())
  while (lines.length > 0 && lines[0] === '') lines.shift()
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return fail('invalid', 'Write a message first; an empty one is no message in chat.md.', { field: 'text' })
  lines[0] = (lines[0] ?? '').trimStart()
  return ok(lines)
}

function checkSize(wire: string): Result<WirePreview> {
  const encoder = new TextEncoder()
  for (const [index, line] of wire.split('\n').entries()) {
    const size = line.length * 3 <= limits.line ? 0 : encoder.encode(line).length
    if (size > limits.line) {
      return fail('too-large', `Line ${index + 1} has ${size} bytes, more than ${limits.line}: break it into several lines.`, {
        field: 'text',
      })
    }
  }
  const bytes = encoder.encode(wire).length
  if (bytes > limits.message) {
    return fail('too-large', `The message has ${bytes} bytes, more than ${limits.message}.`, { field: 'text' })
  }
  return ok({ wire, bytes, limit: limits.message })
}
