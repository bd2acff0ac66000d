import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'

const alphabet = /^[a-zA-Z0-9 _-]+$/

/**
 * Checks a name that becomes a folder (specification: Security, Path traversal): 1–128 letters a–z, digits, spaces, `_` and `-`, no space at either end, not a
 * device name of Windows.
 * @param what what the fault calls it: `The recipient`.
 * @returns the name unchanged, or a fault that states the broken rule and, if one is near, a valid name.
 */
export function checkAgentName(name: string, what = 'The agent’s name'): Result<string> {
  if (name === '') return fail('invalid', `${what} is empty.`)
  if (name.length > limits.nameChars) {
    return fail('too-large', `${what} has ${name.length.toLocaleString('en-US')} characters; the limit is ${limits.nameChars}.`)
  }
  if (!alphabet.test(name)) {
    const code = name === '.' || /[/\\]|\.\./.test(name) ? 'not-allowed' : 'invalid'
    return fail(code, `${what} can contain only letters a–z, digits, spaces, “_” and “-”.`, fixOf(name))
  }
  if (name.trim() !== name) return fail('invalid', `${what} starts or ends with a space.`, fixOf(name))
  const checked = checkPathPart(name)
  return checked.ok ? ok(name) : checked
}

/** Names with the same key are one agent and one mailbox: `Coder` is `coder`. Keys are for comparing, never for paths. */
export function nameKey(name: string): string {
  return name.toLowerCase()
}

function fixOf(name: string): { readonly fix?: string } {
  const fix = name
    .replaceAll(/[^a-zA-Z0-9 _-]+/g, '-')
    .replaceAll(/^[ -]+|[ -]+$/g, '')
    .trim()
  return fix !== '' && checkPathPart(fix).ok ? { fix } : {}
}
