import { parse } from 'smol-toml'
import { fail, ok, reasonOf } from '../fault.ts'
import type { Result } from '../fault.ts'
import { removeMarked, setMarked } from './marked-part.ts'
import type { Marks } from './marked-part.ts'

/** The lines around one of our parts of a TOML file. */
export function tomlMarks(part: string): Marks {
  return { begin: `# patchbay: ${part}`, end: `# /patchbay: ${part}` }
}

/** The whole value of a TOML text, or a fault with the parser's reason. */
export function readToml(text: string, what: string): Result<Readonly<Record<string, unknown>>> {
  try {
    return ok(parse(text.replace(/^\ufeff/, ''), { integersAsBigInt: 'asNeeded' }))
  } catch (thrown) {
    return fail('invalid', `${what} is not valid TOML, so it was not changed. Fix it and try again.`, { detail: reasonOf(thrown) })
  }
}

/** The value at a path; undefined if there is none, or the text is not TOML. */
export function valuesAt(text: string, path: readonly (string | number)[]): unknown {
  const read = readToml(text, '')
  let value: unknown = read.ok ? read.value : undefined
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, String(name))?.value : undefined
  return value
}

/**
 * Writes one table of strings and lists of strings between marks, at the end of the file, where it affects nothing else. The rest keeps its bytes.
 * @returns the new text, or a fault `conflict` if the same path is outside our marks.
 */
export function setToml(text: string, marks: Marks, path: readonly (string | number)[], value: unknown, what: string): Result<string> {
  const without = removeMarked(text, marks, what)
  if (!without.ok) return without
  const rest = readToml(without.value, what)
  if (!rest.ok) return rest
  if (valuesAt(without.value, path) !== undefined)
    return fail('conflict', `${what} already has “${path.join('.')}” outside the part that Patchbay added. Remove it there first.`)
  const members = Object.entries(value as Readonly<Record<string, unknown>>).map(([name, each]) => `${name} = ${written(each)}`)
  const added = setMarked(text, marks, [`[${path.join('.')}]`, ...members], what)
  // What is there is TOML: to a value in braces, a table cannot be added.
  if (!added.ok || readToml(added.value, what).ok) return added
  const name = String(path[0])
  return fail(
    'conflict',
    `${what} has “${name}” in a form to which no table can be added. Write it as tables, “[${name}.…]”, and try again.`,
  )
}

/** The text without the part between the marks; a fault if it is not TOML. */
export function removeToml(text: string, marks: Marks, what: string): Result<string> {
  const read = readToml(text, what)
  return read.ok ? removeMarked(text, marks, what) : read
}

/** Strings and lists of strings. JSON's escapes are valid in TOML, except for DEL. */
function written(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007F').replaceAll('","', '", "')
}
