import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { keepSecret, loadSecrets, mostSecrets, plainName, sealedName, secretNameSchema, storeSecrets } from './secrets-file.ts'
import type { Keychain, KeptSecret, Secrets } from './secrets-file.ts'

/**
 * Tokens and passwords of links. Values leave only through `get`, and only for the place they were stored for; nothing here prints or
 * serialises one. A place is a text that is equal only if the secret goes to the same server in the same way.
 */
export interface SecretStore {
  /** The value; undefined when none is stored for this place. The variable `PATCHBAY_SECRET_<LINK>_<FIELD>` overrides the store. */
  get(link: string, field: string, place: string): Promise<Result<string | undefined>>
  put(link: string, field: string, value: string, place: string): Promise<Result<void>>
  /**
   * Binds secrets without a place to the one in their link's settings: those stored by an earlier release, and variables seen for
   * the first time. Existing places are kept.
   * @param places link → field → place.
   */
  bind(places: ReadonlyMap<string, ReadonlyMap<string, string>>): Promise<Result<void>>
  /** Forgets all secrets of a link. */
  remove(link: string): Promise<Result<void>>
  /** Names of a link's fields that have a stored secret for their place, without those that only a variable provides. */
  fields(link: string, places: ReadonlyMap<string, string>): readonly string[]
  /** The values of all links: only to find them in texts that are to leave this machine. */
  values(): readonly string[]
  /** What the operator should know about how secrets are stored; undefined when the system's keychain stores them. */
  readonly warning?: string
}

export interface SecretStoreOptions {
  readonly dataDir: string
  /** The system's keychain; by default, a file that only the user can read. */
  readonly keychain?: Keychain
  /** The environment variables; by default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The environment variable for a secret: upper case, everything but letters and digits as `_`. */
export function secretVariable(link: string, field: string): string {
  return `PATCHBAY_SECRET_${[link, field].map((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '_')).join('_')}`
}

/**
 * Opens the store. An unreadable or invalid file is never overwritten: `get`, `put` and `remove` then return the fault, `warning` reports it,
 * and the app runs without secrets.
 */
export async function openSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  const { dataDir, keychain, env = process.env } = options
  const opened = await loadSecrets(dataDir, keychain)
  let secrets: Secrets = opened.ok ? opened.value : new Map()
  let last: Promise<unknown> = Promise.resolve()

  /** One change at a time; memory is updated only after the disk. */
  const change = (make: (copy: Secrets) => Result<void>): Promise<Result<void>> => {
    const work = last.then(async (): Promise<Result<void>> => {
      if (!opened.ok) return opened
      const copy = copyOf(secrets)
      const made = make(copy)
      if (!made.ok) return made
      const stored = await storeSecrets(dataDir, copy, keychain)
      if (stored.ok) secrets = copy
      return stored
    })
    last = work
    return work
  }

  const variable = (link: string, field: string): string | undefined => env[secretVariable(link, field)] || undefined

  const warning = opened.ok ? plainWarning(dataDir, keychain) : opened.fault.message
  return {
    get: (link, field, place) => {
      const kept = secrets.get(link)?.get(field)
      const given = variable(link, field)
      if (given !== undefined && kept?.variablePlace === place) return Promise.resolve(ok(given))
      return Promise.resolve(opened.ok ? ok(kept?.place === place ? kept.value : undefined) : opened)
    },
    put: (link, field, value, place) =>
      change((copy) => {
        const checked = checkSecret({ link, field, value, place }, copy)
        if (checked.ok) keepSecret(copy, link, field, { value, place })
        return checked
      }),
    async bind(places) {
      const fresh = [...places].flatMap(([link, fields]) =>
        [...fields].flatMap(([field, place]) => {
          const kept = secrets.get(link)?.get(field)
          const isStored = kept?.value !== undefined && kept.place === undefined
          const isVariable = variable(link, field) !== undefined && kept?.variablePlace === undefined
          const given: KeptSecret = { ...(isStored && { place }), ...(isVariable && { variablePlace: place }) }
          return isStored || isVariable ? [{ link, field, given }] : []
        }),
      )
      if (fresh.length === 0) return ok(undefined)
      const bound = await change((copy) => {
        for (const { link, field, given } of fresh) keepSecret(copy, link, field, given)
        return ok(undefined)
      })
      if (bound.ok) return bound
      // A stored secret waits until its place can be saved; a variable is for this run anyway.
      const copy = copyOf(secrets)
      for (const { link, field, given } of fresh)
        if (given.variablePlace !== undefined) keepSecret(copy, link, field, { variablePlace: given.variablePlace })
      secrets = copy
      return bound
    },
    remove: (link) =>
      change((copy) => {
        copy.delete(link)
        return ok(undefined)
      }),
    fields: (link, places) =>
      [...(secrets.get(link) ?? [])].flatMap(([field, { value, place }]) =>
        value !== undefined && place !== undefined && places.get(field) === place ? [field] : [],
      ),
    values: () =>
      [...secrets.values()].flatMap((fields) => [...fields.values()].flatMap(({ value }) => (value === undefined ? [] : [value]))),
    ...(warning === undefined ? {} : { warning }),
  }
}

function copyOf(secrets: Secrets): Secrets {
  return new Map([...secrets].map(([link, fields]) => [link, new Map(fields)]))
}

function plainWarning(dataDir: string, keychain: Keychain | undefined): string | undefined {
  if (keychain !== undefined) return undefined
  const kept = `No keychain is available here, so secrets are stored in ${join(dataDir, plainName)}, readable only by your user.`
  return existsSync(join(dataDir, sealedName)) ? `${kept} Secrets that the desktop app encrypted cannot be used here.` : kept
}

function checkSecret(given: Readonly<Record<'link' | 'field' | 'value' | 'place', string>>, copy: Secrets): Result<void> {
  const { link, field, value, place } = given
  if (!secretNameSchema.safeParse(link).success || !secretNameSchema.safeParse(field).success) {
    return fail('invalid', 'A secret needs a link name and a field name of at most 200 characters each.')
  }
  if (place.length > limits.line) return fail('too-large', 'The settings of this link are too long for a secret.', { field })
  if (value === '') return fail('invalid', 'The secret is empty.', { field })
  if (value.length > limits.line) {
    return fail('too-large', `The secret has ${value.length} characters; the limit is ${limits.line}.`, { field })
  }
  const count = [...copy.values()].reduce((sum, fields) => sum + fields.size, 0)
  const isNew = copy.get(link)?.has(field) !== true
  if (isNew && count >= mostSecrets) {
    return fail('too-large', `${mostSecrets} secrets are already stored, which is the limit. Remove links you no longer use.`, { field })
  }
  return ok(undefined)
}
