import { fail, ok, type Result } from '../../core/fault.ts'
import type { StoredLink } from '../../core/journal.ts'
import type { LinkConfig } from '../../core/link.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { Services } from '../services.ts'
import type { LinkRunner } from './link-runner.ts'
import { secretPlaces } from './secret-place.ts'

type Secrets = Services['secrets']

/**
 * Stored secrets that these settings send to the same place. One that would be sent elsewhere is never used: it must be entered again, or left empty
 * where none is needed. Fault: it is missing.
 */
export async function usableSecrets(
  secrets: Secrets,
  { stored, protocol, secretPlaces: before }: LinkRunner,
  config: LinkConfig,
): Promise<Result<Map<string, string>>> {
  const usable = new Set(secrets.fields(stored.id, before))
  const found = new Map<string, string>()
  for (const [field, place] of secretPlaces(protocol, config)) {
    const secret = await secrets.get(stored.id, field, place)
    if (secret.ok && secret.value !== undefined) found.set(field, secret.value)
    else if (usable.has(field) && config[field] === undefined)
      return fail('invalid', 'The stored value belongs to another server. Enter it again for this one.', { field })
  }
  return ok(found)
}

/** Stores new secrets of a link for the places that its settings send them to. */
export async function putSecrets(
  secrets: Secrets,
  { id, config }: StoredLink,
  protocol: Protocol,
  values: ReadonlyMap<string, string>,
): Promise<Result<void>> {
  const places = secretPlaces(protocol, config)
  for (const [field, value] of values) {
    const put = await secrets.put(id, field, value, places.get(field) ?? '')
    if (!put.ok) return put
  }
  return ok(undefined)
}
