import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { loadSecrets, mostSecrets, plainName, sealedName, secretNameSchema, storeSecrets } from './secrets-file.ts'
import type { Keychain, Secrets } from './secrets-file.ts'

/** Tokens and passwords of links. Values leave only through `get`; nothing here prints or serialises one. */
export interface SecretStore {
  /** The value; undefined when none is stored. The variable `PATCHBAY_SECRET_<LINK>_<FIELD>` wins over the store. */
  get(link: string, field: string): Promise<Result<string | undefined>>
  put(link: string, field: string, value: string): Promise<Result<void>>
  /** Forgets all secrets of a link. */
  remove(link: string): Promise<Result<void>>
  /** Names of the stored fields of a link, without those that only a variable gives. */
  fields(link: string): readonly string[]
  /** What the operator should know of how secrets are kept; undefined when the system's keychain keeps them. */
  readonly warning?: string
}

export interface SecretStoreOptions {
  readonly dataDir: string
  /** The system's keychain; without it a file that only the user can read. */
  readonly keychain?: Keychain
  /** Where the variables are; `process.env` without it. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** The variable that gives a secret from outside: upper case, everything but letters and digits as `_`. */
export function secretVariable(link: string, field: string): string {
  return `PATCHBAY_SECRET_${[link, field].map((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '_')).join('_')}`
}

/**
 * Opens the store. A file that cannot be read or understood is never overwritten: `get`, `put` and `remove` then return the fault, `warning` tells it,
 * and the app runs on without secrets.
 */
export async function openSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  const { dataDir, keychain, env = process.env } = options
  const opened = await loadSecrets(dataDir, keychain)
  let secrets: Secrets = opened.ok ? opened.value : new Map()
  let last: Promise<unknown> = Promise.resolve()

  /** One change at a time; memory follows only when the disk has it. */
  const change = (make: (copy: Secrets) => Result<void>): Promise<Result<void>> => {
    const work = last.then(async (): Promise<Result<void>> => {
      if (!opened.ok) return opened
      const copy: Secrets = new Map([...secrets].map(([link, fields]) => [link, new Map(fields)]))
      const made = make(copy)
      if (!made.ok) return made
      const stored = await storeSecrets(dataDir, copy, keychain)
      if (stored.ok) secrets = copy
      return stored
    })
    last = work
    return work
  }

  const warning = opened.ok ? plainWarning(dataDir, keychain) : opened.fault.message
  return {
    get: (link, field) => {
      const given = env[secretVariable(link, field)]
      if (given !== undefined && given !== '') return Promise.resolve(ok(given))
      return Promise.resolve(opened.ok ? ok(secrets.get(link)?.get(field)) : opened)
    },
    put: (link, field, value) =>
      change((copy) => {
        const checked = checkSecret(link, field, value, copy)
        if (checked.ok) copy.set(link, (copy.get(link) ?? new Map<string, string>()).set(field, value))
        return checked
      }),
    remove: (link) =>
      change((copy) => {
        copy.delete(link)
        return ok(undefined)
      }),
    fields: (link) => [...(secrets.get(link)?.keys() ?? [])],
    ...(warning === undefined ? {} : { warning }),
  }
}

function plainWarning(dataDir: string, keychain: Keychain | undefined): string | undefined {
  if (keychain !== undefined) return undefined
  const kept = `This shell has no keychain: secrets are kept in ${join(dataDir, plainName)}, which only your user can read.`
  return existsSync(join(dataDir, sealedName)) ? `${kept} Those that the desktop app sealed cannot be used here.` : kept
}

function checkSecret(link: string, field: string, value: string, copy: Secrets): Result<void> {
  if (!secretNameSchema.safeParse(link).success || !secretNameSchema.safeParse(field).success) {
    return fail('invalid', 'A secret needs the names of a link and a field, at most 200 characters each.')
  }
  if (value === '') return fail('invalid', 'The secret is empty.', { field })
  if (value.length > limits.line) {
    return fail('too-large', `The secret has ${value.length} characters; ${limits.line} are allowed.`, { field })
  }
  const count = [...copy.values()].reduce((sum, fields) => sum + fields.size, 0)
  const isNew = copy.get(link)?.has(field) !== true
  if (isNew && count >= mostSecrets) {
    return fail('too-large', `There are already ${mostSecrets} secrets; remove links that are not used any more.`, { field })
  }
  return ok(undefined)
}
