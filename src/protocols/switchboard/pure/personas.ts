import { limits } from '../../../core/limits.ts'
import { nameKey } from './agent-name.ts'
import { messageLimits } from './message.ts'

/** A text put before the work of agents with this role: one file in `.agent/personas/` or the folder in the settings. */
export interface Persona {
  /** Path relative to the workspace. */
  readonly file: string
  readonly role: string
  readonly title: string
  readonly text: string
}

/**
 * Reads one persona file. The role is `role:` in its front matter, otherwise the file name: `coder-1.md` and `Coder 1.md` are for `coder 1`. Undefined if there
 * is no text. Text that is too long for a message is cut.
 */
export function parsePersona(file: string, source: string): Persona | undefined {
  const text = source
    .slice(0, limits.message)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
  const { fields, body } = splitFrontMatter(text)
  const name = (file.split('/').at(-1) ?? file).replace(/\.md$/i, '')
  const role = roleKey(fields.get('role') ?? name)
  const trimmed = body.trim()
  if (role === '' || trimmed === '') return undefined
  const title = fields.get('name') ?? name
  return { file, role, title: title.slice(0, limits.nameChars), text: trimmed.slice(0, messageLimits.persona).toWellFormed() }
}

/** The persona for a role: its first file by path. `coder` is used for `coder 1` and `coder 2` if they have none of their own. */
export function personaFor(personas: readonly Persona[], role: string | undefined): Persona | undefined {
  if (role === undefined) return undefined
  const sorted = personas.toSorted((left, right) => (left.file < right.file ? -1 : left.file > right.file ? 1 : 0))
  const exact = roleKey(role)
  const family = exact.replace(/ \d+$/, '')
  return sorted.find((persona) => persona.role === exact) ?? sorted.find((persona) => persona.role === family)
}

/** Specification: Message Schema, `persona`: only work for an agent has one. */
export function takesPersona(action: string): boolean {
  return action === 'delegate_task' || action === 'request_review'
}

function roleKey(role: string): string {
  return nameKey(role.trim().replaceAll(/[-_ ]+/g, ' ')).slice(0, limits.nameChars)
}

/** `key: value` lines between two `---` lines at the beginning; everything else is the body. */
function splitFrontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const fields = new Map<string, string>()
  if (!text.startsWith('---\n')) return { fields, body: text }
  const end = text.indexOf('\n---', 3)
  if (end < 0) return { fields, body: text }
  for (const line of text.slice(4, end).split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), unquote(line.slice(colon + 1).trim()))
  }
  const after = text.indexOf('\n', end + 1)
  return { fields, body: after < 0 ? '' : text.slice(after + 1) }
}

function unquote(value: string): string {
  return /^(["']).*\1$/s.test(value) && value.length >= 2 ? value.slice(1, -1) : value
}
