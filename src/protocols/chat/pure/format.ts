import type { Draft, WirePreview } from '../../../core/command.ts'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { badName } from './bad-name.ts'
import { indent } from './continuation.ts'
import { isChatName, parseHeader } from './header.ts'

/** Everything that some tool treats as a line break: the text after it must not look like a separate line. */
// oxlint-disable-next-line no-control-regex -- these control characters are the point
const lineBreaks = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/u

/**
 * The exact text of a draft in `chat.md`: header line, further lines indented by two spaces, newline at the end.
 * White space at line ends and blank lines at both ends are removed; every kind of line break becomes a newline; lone surrogates become U+FFFD.
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
      `“[${from}-to-${to}]” would be read as a message to ${read?.recipient ?? 'nobody'}: this sender and recipient cannot be combined.`,
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
    return fail('invalid', 'A message in chat.md has exactly one recipient; make the others observers.', { field: 'to', fix: to })
  }
  if (to === '') return fail('invalid', 'Choose who should act on this message.', { field: 'to' })
  const observers = [...new Set(draft.observers)].filter((name) => name !== '' && name !== to)
  if (observers.length > limits.observers) {
    return fail('too-large', `${observers.length} observers; the limit is ${limits.observers}.`, { field: 'observers' })
  }
  for (const [field, name] of [['from', draft.from], ['to', to], ...observers.map((name) => ['observers', name])] as [string, string][]) {
    const checked = checkName(field, name)
    if (!checked.ok) return checked
  }
  return ok({ from: draft.from, to, observers })
}

/** A name that is valid in a header, or a fault that suggests the nearest valid name. */
export function checkName(field: string, name: string): Result<string> {
  if (name === '') return fail('invalid', 'A name is missing.', { field })
  if (name.length > limits.nameChars) {
    return fail('too-large', `A name can have at most ${limits.nameChars} characters; this one has ${name.length}.`, { field })
  }
  if (isChatName(name)) return ok(name)
  const fix = name.replaceAll(/[^a-zA-Z0-9_-]+/gu, '-').replaceAll(/^-+|-+$/gu, '')
  return fail('invalid', badName(name, ' in chat.md'), { field, ...(fix === '' ? {} : { fix }) })
}

function linesOf(text: string): Result<string[]> {
  if (text.length > limits.draftChars) {
    return fail('too-large', `The text has ${text.length} characters; the limit is ${limits.draftChars}.`, { field: 'text' })
  }
  if (text.includes('\0')) {
    const fix = text.replaceAll('\0', '')
    const words = 'The text contains a NUL character, which would make most tools treat chat.md as a binary file.'
    return fail('invalid', words, { field: 'text', ...(fix.trim() !== '' && fix.length <= 2_000 ? { fix } : {}) })
  }
  const lines = text
    .toWellFormed()
    .split(lineBreaks)
    .map((line) => line.trimEnd())
  while (lines.length > 0 && lines[0] === '') lines.shift()
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return fail('invalid', 'Write a message first: chat.md has no empty messages.', { field: 'text' })
  lines[0] = (lines[0] ?? '').trimStart()
  return ok(lines)
}

function checkSize(wire: string): Result<WirePreview> {
  const encoder = new TextEncoder()
  for (const [index, line] of wire.split('\n').entries()) {
    const size = line.length * 3 <= limits.line ? 0 : encoder.encode(line).length
    if (size > limits.line) {
      return fail('too-large', `Line ${index + 1} has ${size} bytes; the limit is ${limits.line}. Break it into several lines.`, {
        field: 'text',
      })
    }
  }
  const bytes = encoder.encode(wire).length
  if (bytes > limits.message) {
    return fail('too-large', `The message has ${bytes} bytes; the limit is ${limits.message}.`, { field: 'text' })
  }
  return ok({ wire, bytes, limit: limits.message })
}
