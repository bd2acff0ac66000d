import { parseDocument } from 'yaml'
import type { ProfileBody } from '../../core/event.ts'
import { fail, ok, reasonOf } from '../../core/fault.ts'
import type { Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { isChatName } from './pure/header.ts'

/** Front matter longer than this is refused unread: it describes an agent and is not meant for data, and parsing time grows faster than its length. */
const frontMatterChars = 4 * 1024
const listed = 64

/**
 * Reads one `agents/*.md`: front matter (name, role, triggers, handoff_to, persistent) above the instructions.
 * Without front matter or a name, the agent is named after the file. Fields of the wrong type are ignored.
 */
export function readAgentFile(file: string, text: string): Result<ProfileBody> {
  const parts = splitFrontMatter(text.startsWith('\ufeff') ? text.slice(1) : text)
  if (!parts.ok) return parts
  const fields = readFields(parts.value.matter)
  if (!fields.ok) return fields
  const named = textField(fields.value.get('name'), limits.nameChars + 1)
  const agent = named ?? file.replace(/\.md$/iu, '')
  if (!isChatName(agent) || agent.length > limits.nameChars) {
    return fail(
      'invalid',
      `“${agent.slice(0, 60)}” cannot be used as an agent name in chat.md: use only letters a–z, digits, hyphens and underscores.`,
      { field: 'name' },
    )
  }
  const role = textField(fields.value.get('role'), 200)
  const triggers = listField(fields.value.get('triggers'))
  const handoffTo = listField(fields.value.get('handoff_to'))
  const persistent = fields.value.get('persistent')
  const instructions = parts.value.body.trim().slice(0, limits.line)
  return ok({
    kind: 'profile',
    agent,
    ...(role === undefined ? {} : { role }),
    ...(triggers === undefined ? {} : { triggers }),
    ...(handoffTo === undefined ? {} : { handoffTo }),
    ...(typeof persistent === 'boolean' ? { persistent } : {}),
    ...(instructions === '' ? {} : { instructions }),
  })
}

function splitFrontMatter(text: string): Result<{ matter: string; body: string }> {
  const first = /^---[ \t]*\r?\n/u.exec(text)
  if (first === null) return ok({ matter: '', body: text })
  // The closing fence may follow directly; the line break before it then belongs to the opening fence.
  const from = first[0].length - 1
  const end = /\n---[ \t]*(?:\r?\n|$)/u.exec(text.slice(from, from + frontMatterChars))
  if (end === null) {
    return text.length > frontMatterChars
      ? fail('too-large', `The front matter does not end within ${frontMatterChars} characters.`)
      : fail('invalid', 'The front matter is not closed with a line “---”.')
  }
  return ok({ matter: text.slice(from + 1, from + end.index + 1), body: text.slice(from + end.index + end[0].length) })
}

function readFields(matter: string): Result<ReadonlyMap<unknown, unknown>> {
  if (matter.trim() === '') return ok(new Map())
  if (depthOf(matter) > limits.jsonDepth) return fail('too-large', `The front matter is nested more than ${limits.jsonDepth} levels deep.`)
  try {
    const document = parseDocument(matter, { schema: 'core', prettyErrors: false, strict: false, uniqueKeys: false, logLevel: 'silent' })
    const [problem] = document.errors
    if (problem !== undefined) return fail('invalid', 'The front matter is not valid YAML.', { detail: problem.message.slice(0, 500) })
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: 0 })
    if (value instanceof Map) return ok(value)
    return fail('invalid', 'The front matter must consist of fields, one per line: “name: coder”.')
  } catch (thrown) {
    return fail('invalid', 'The front matter uses YAML features that are not allowed here.', { detail: reasonOf(thrown) })
  }
}

/** An upper bound for the nesting depth, cheap to compute before parsing. */
function depthOf(text: string): number {
  let brackets = 0
  let deepest = 0
  let indentation = 0
  for (let at = 0, lineStart = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '[' || char === '{') deepest = Math.max(deepest, ++brackets)
    else if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1)
    else if (char === '\n') lineStart = at + 1
    else if ((char === '-' || char === '?' || char === ':') && at - lineStart < 1_000)
      indentation = Math.max(indentation, compactDepth(text, lineStart, at))
  }
  return Math.max(deepest, indentation)
}

/** Nesting levels that a single line opens: `- - - x`. */
function compactDepth(text: string, from: number, to: number): number {
  return to - from < 3 ? 0 : (text.slice(from, to).match(/[-?:][ \t]/gu)?.length ?? 0)
}

function textField(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  return text === '' ? undefined : text.slice(0, most)
}

function listField(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : undefined
  return list?.slice(0, listed).flatMap((entry) => textField(entry, limits.nameChars) ?? [])
}
