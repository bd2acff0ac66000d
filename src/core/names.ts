import { count } from './count.ts'
import { fail, ok } from './fault.ts'
import type { Result } from './fault.ts'
import { limits } from './limits.ts'
import { hiddenCharacters } from './text.ts'

/** Longest file name on common file systems, in bytes of UTF-8. */
export const pathPartBytes = 255

/** Device names that Windows reserves whatever the extension; a file with such a name cannot be opened there. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Checks a name of an agent, person or link that any protocol can carry: 1–128 characters, no surrounding blanks, nothing invisible.
 * @param what names the thing in the fault: `The agent's name`.
 * @returns the name unchanged, or a fault `invalid` or `too-large`.
 */
export function checkName(name: string, what = 'The name'): Result<string> {
  if (name.length === 0) return fail('invalid', `${what} is empty.`)
  if (name.length > limits.nameChars) {
    return fail('too-large', `${what} has ${count(name.length)} characters; the limit is ${limits.nameChars}.`)
  }
  if (name.trim() !== name) {
    const trimmed = name.trim()
    return fail('invalid', `${what} begins or ends with a space.`, trimmed === '' ? {} : { fix: trimmed })
  }
  const hidden = hiddenCharacters(name)[0]
  if (hidden !== undefined) return fail('invalid', `${what} contains a hidden character (${hidden.label}).`)
  if (/[\n\t]/.test(name)) return fail('invalid', `${what} contains a line break or tab.`)
  return ok(name)
}

/** True for text that can appear in place of a name but is not one: `@` begins a group address, `#` and `&` a channel. */
export function isGroupAddress(name: string): boolean {
  return /^[@#&]/.test(name)
}

/** True for a recipient who is nobody in particular: a group, or a word for everyone, which agents use where addresses have no sign. */
export function isEveryone(name: string): boolean {
  return isGroupAddress(name) || /^(?:all|everyone|everybody)$/i.test(name)
}

/**
 * Checks one path segment, so that it names the same single file or folder on every platform.
 * Refused: `.` and `..`, separators, NUL and controls, `:` (drives and alternate streams), device names, trailing dots or blanks,
 * characters that change the text direction, broken UTF-16, more than 255 bytes. Anything else is a legal name, however odd.
 */
export function checkPathPart(part: string): Result<string> {
  if (part === '') return fail('invalid', 'The path has an empty segment.')
  if (part === '.' || part === '..') return fail('not-allowed', 'The path contains “.” or “..”; only names inside the folder are allowed.')
  if (part.length > pathPartBytes || utf8Length(part) > pathPartBytes) {
    return fail('too-large', `A name in the path is longer than ${pathPartBytes} bytes.`)
  }
  if (!part.isWellFormed()) return fail('invalid', 'A name in the path is not valid Unicode.')
  if (/[/\\]/.test(part)) return fail('not-allowed', 'A name in the path contains “/” or “\\”.')
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(part)) return fail('not-allowed', 'A name in the path contains a control character.')
  if (part.includes(':')) return fail('not-allowed', 'A name in the path contains “:”, which means a drive or a hidden stream on Windows.')
  if (bidi.test(part)) return fail('not-allowed', 'A name in the path contains a character that changes the text direction.')
  if (/[. ]$/.test(part)) return fail('not-allowed', 'A name in the path ends with a dot or a space, which Windows removes.')
  if (deviceName.test(part)) return fail('not-allowed', `“${part}” is a reserved device name on Windows.`)
  return ok(part)
}

/**
 * Checks a path relative to a folder, as text only: segments separated by `/`, each passing `checkPathPart`.
 * `.` alone means the folder itself. Percent encoding is not decoded: `%2e%2e` is an ordinary name.
 * @returns the path unchanged, or a fault `invalid`, `not-allowed` or `too-large`.
 */
export function checkRelative(relative: string): Result<string> {
  if (relative === '.') return ok(relative)
  if (relative === '') return fail('invalid', 'The path is empty.')
  if (relative.length > limits.pathChars) {
    return fail('too-large', `The path has ${count(relative.length)} characters; the limit is ${count(limits.pathChars)}.`)
  }
  if (/^[/\\]/.test(relative)) return fail('not-allowed', 'The path is absolute; it must be relative to the folder.')
  for (const part of relative.split('/')) {
    const checked = checkPathPart(part)
    if (!checked.ok) return checked
  }
  return ok(relative)
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
  }
  return bytes
}
