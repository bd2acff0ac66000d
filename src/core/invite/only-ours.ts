import { fail, ok } from '../fault.ts'
import type { Result } from '../fault.ts'
import { readJson } from '../edit-json.ts'
import type { JsonPath } from '../edit-json.ts'
import { readToml } from './edit-toml.ts'

/**
 * Compares what a file means before and after: without our values, both must say the same. A change of the text that touches anything else is refused, whatever
 * the reason: a member that occurs twice, marks inside a string.
 * @param ours where our values are, in the order in which they are removed.
 */
export function onlyOursDiffers(
  before: string,
  after: string,
  format: 'json' | 'toml',
  ours: readonly JsonPath[] | ((value: unknown) => readonly JsonPath[]),
  what: string,
): Result<void> {
  const read = format === 'json' ? readJson : readToml
  const old = before.trim() === '' ? ok({}) : read(before, what)
  const fresh = read(after, what)
  if (!old.ok) return old
  if (!fresh.ok) return fresh
  const [one, other] = [old.value, fresh.value].map((value) => rest(value, typeof ours === 'function' ? ours(value) : ours))
  return one === other
    ? ok(undefined)
    : fail('conflict', `${what} could not be changed without touching what others wrote in it. Change it by hand.`)
}

/** Everything but our values, which are removed from it with what then contains nothing. */
function rest(value: unknown, ours: readonly JsonPath[]): string {
  for (const path of ours) drop(value, path)
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each)) ?? ''
}

function drop(value: unknown, [name, ...below]: JsonPath): void {
  if (typeof value !== 'object' || value === null || name === undefined || !Object.hasOwn(value, name)) return
  if (below.length > 0) drop(Reflect.get(value, name), below)
  const inner: unknown = Reflect.get(value, name)
  if (below.length > 0 && !isEmpty(inner)) return
  if (Array.isArray(value)) value.splice(Number(name), 1)
  else Reflect.deleteProperty(value, name)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
