import { fail, ok, reasonOf } from './fault.ts'
import type { Result } from './fault.ts'
import { limits } from './limits.ts'

/** A JSON object from outside. Its keys are untrusted: pass them on by spreading, read them only with `fieldOf`. */
export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Parses JSON from outside: drops a BOM, and refuses nesting beyond `limits.jsonDepth` before anything is built. Never throws, linear.
 * @param what names the text in the fault: `state.json`.
 * @returns the value, or a fault `invalid` or `too-large`.
 */
export function parseJsonText(text: string, what: string): Result<unknown> {
  const deep = checkDepth(text, what)
  if (!deep.ok) return deep
  try {
    return ok(JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as unknown)
  } catch (thrown) {
    return fail('invalid', `${what} is not valid JSON.`, { detail: reasonOf(thrown) })
  }
}

/** Refuses text that is nested beyond `limits.jsonDepth`, for parsers that use recursion. */
export function checkDepth(text: string, what: string): Result<void> {
  const depth = depthOf(text)
  return depth > limits.jsonDepth ? fail('too-large', `${what} is nested ${depth} deep; the limit is ${limits.jsonDepth}.`) : ok(undefined)
}

/** Like `parseJsonText`, and the value must be an object. */
export function parseJsonObject(text: string, what: string): Result<JsonObject> {
  const parsed = parseJsonText(text, what)
  if (!parsed.ok) return parsed
  return isJsonObject(parsed.value) ? ok(parsed.value) : fail('invalid', `${what} is not a JSON object.`)
}

/** True for the result of `{…}`: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own field of an object from outside; inherited ones (`constructor`) are ignored. */
export function fieldOf(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value
}

/** Deepest nesting of brackets outside strings; stops counting just above the limit, so that hostile text costs nothing more. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (isString) {
      if (unit === 0x5c) index++
      else if (unit === 0x22) isString = false
    } else if (unit === 0x22) isString = true
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > deepest) deepest = depth
      if (deepest > limits.jsonDepth) return deepest
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return deepest
}
