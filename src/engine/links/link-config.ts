import { fail, ok, type Result } from '../../core/fault.ts'
import type { LinkConfig } from '../../core/link.ts'
import type { Protocol } from '../../core/protocol.ts'

/** Validated settings without the secrets, which go to the secret store and nowhere else. */
export interface CheckedConfig {
  readonly config: LinkConfig
  readonly secrets: ReadonlyMap<string, string>
}

/**
 * Validates a form against the protocol's schema. `stored` are existing secrets: a field left empty keeps its value.
 * @returns the settings without secrets, and the new secrets; or a fault that names the field.
 */
export function checkConfig(protocol: Protocol, given: LinkConfig, stored: ReadonlyMap<string, string> = new Map()): Result<CheckedConfig> {
  const secretNames = new Set(protocol.secretFields)
  const entries = Object.entries(given).filter(([name, value]) => !(secretNames.has(name) && value === ''))
  const whole = Object.fromEntries([...[...stored].filter(([name]) => secretNames.has(name)), ...entries])
  const parsed = protocol.config.safeParse(whole)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue?.path.map(String).join('.')
    const message = issue?.message ?? 'These settings are not valid.'
    return fail('invalid', message.slice(0, 2_000), field === undefined || field === '' ? {} : { field: field.slice(0, 200) })
  }
  const fresh = entries.filter(([name]) => secretNames.has(name))
  return ok({
    config: Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !secretNames.has(name))),
    secrets: new Map(fresh.map(([name, value]) => [name, String(value)])),
  })
}

/** Whether these are the same settings, in whatever order they are kept. */
export function isSameConfig(a: LinkConfig, b: LinkConfig): boolean {
  return ordered(a) === ordered(b)
}

function ordered(config: LinkConfig): string {
  return JSON.stringify(Object.entries(config).toSorted(([x], [y]) => (x < y ? -1 : 1)))
}
