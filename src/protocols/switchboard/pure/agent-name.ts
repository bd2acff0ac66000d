import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { checkPathPart } from '../../../core/names.ts'

const alphabet = /^[a-zA-Z0-9 _-]+$/

/**
 * Checks a name that becomes a folder (specification: Security, Path traversal): letters a–z, digits, blank, `_` and `-`, 1–128 of them,
 * no blank at the ends, no device name of Windows.
 * @param what names the thing in the words of the fault: `The recipient`.
 * @returns the name unchanged, or a fault that says which rule it breaks and, where one is near, a legal name.
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

/** Names with the same key are one agent and one mailbox: `Coder` is `coder`. A key is for comparing, never for a path. */
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
