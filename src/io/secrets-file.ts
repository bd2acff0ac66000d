import { constants } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { writePrivateFile } from './atomic-write.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'
import { noLink } from './own-file.ts'

/** The system's keychain, provided by the shell. */
export interface Keychain {
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<string>
}

/** A secret of a link, and the places that it may be sent to (see `secretPlaces`). */
export interface KeptSecret {
  /** Absent: none is stored; only an environment variable provides one. */
  readonly value?: string
  /** The place of `value`; absent: stored by a release without places. */
  readonly place?: string
  /** The place of the secret from the variable. */
  readonly variablePlace?: string
}

/** Link → field → secret. */
export type Secrets = Map<string, Map<string, KeptSecret>>

/** Encrypted with the keychain, or readable only by the user where there is none. */
export const sealedName = 'secrets.bin'
export const plainName = 'secrets.json'

export const mostSecrets = 1_000
export const secretNameSchema = z.string().min(1).max(200)

const placeSchema = z.string().max(limits.line)

const storedSchema = z.object({
  version: z.literal(1),
  /** Link, field, value: a list, because a name must never be the key of an object. */
  secrets: z.array(z.tuple([secretNameSchema, secretNameSchema, z.string().max(limits.line)])).max(mostSecrets),
  /** Link, field, place of the value, place of the variable. A separate list, because earlier releases read the rest. */
  places: z
    .array(z.tuple([secretNameSchema, secretNameSchema, placeSchema.nullable(), placeSchema.nullable()]))
    .max(mostSecrets)
    .default([]),
})

/**
 * Reads what is stored. With a keychain, secrets that were stored unencrypted are encrypted now and their plain file is removed.
 * @returns the secrets, none when there is no file, or a fault that never quotes a value.
 */
export async function loadSecrets(dataDir: string, keychain: Keychain | undefined): Promise<Result<Secrets>> {
  const plain = await readSecrets(join(dataDir, plainName), (bytes) => Promise.resolve(bytes.toString('utf8')))
  if (keychain === undefined) return plain.ok ? ok(plain.value ?? new Map()) : plain
  const sealed = await readSecrets(join(dataDir, sealedName), (bytes) => keychain.decrypt(bytes))
  if (!sealed.ok) return sealed
  const secrets: Secrets = sealed.value ?? new Map()
  if (!plain.ok) return plain
  if (plain.value === undefined) return ok(secrets)
  for (const [link, fields] of plain.value) secrets.set(link, new Map([...(secrets.get(link) ?? []), ...fields]))
  const stored = await storeSecrets(dataDir, secrets, keychain)
  if (!stored.ok) return stored
  await rm(join(dataDir, plainName), { force: true })
  return ok(secrets)
}

/** Writes all secrets together; on a fault the old file is unchanged. */
export async function storeSecrets(dataDir: string, secrets: Secrets, keychain: Keychain | undefined): Promise<Result<void>> {
  const all = [...secrets].flatMap(([link, fields]) => [...fields].map(([field, kept]) => ({ link, field, ...kept })))
  const text = JSON.stringify({
    version: 1,
    secrets: all.flatMap(({ link, field, value }) => (value === undefined ? [] : [[link, field, value]])),
    places: all.flatMap(({ link, field, place = null, variablePlace = null }) =>
      place === null && variablePlace === null ? [] : [[link, field, place, variablePlace]],
    ),
  })
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    return errnoFault(thrown, `create the data folder ${dataDir}`)
  }
  if (keychain === undefined) return writePrivateFile(dataDir, plainName, text)
  try {
    return await writePrivateFile(dataDir, sealedName, await keychain.encrypt(text))
  } catch {
    return fail('unavailable', 'The system keychain did not store the secret. Unlock it and try again.')
  }
}

async function readSecrets(path: string, open: (bytes: Buffer) => Promise<string>): Promise<Result<Secrets | undefined>> {
  let bytes: Buffer
  try {
    bytes = await readFile(path, { flag: constants.O_RDONLY | noLink })
  } catch (thrown) {
    return errnoOf(thrown) === 'ENOENT' ? ok(undefined) : errnoFault(thrown, `read the secrets in ${path}`)
  }
  try {
    const secrets: Secrets = new Map()
    const stored = storedSchema.parse(JSON.parse(await open(bytes)))
    for (const [link, field, value] of stored.secrets) keepSecret(secrets, link, field, { value })
    for (const [link, field, place, variablePlace] of stored.places)
      keepSecret(secrets, link, field, { ...(place !== null && { place }), ...(variablePlace !== null && { variablePlace }) })
    return ok(secrets)
  } catch {
    // The reason is left out: a parser quotes its input.
    return fail('unavailable', `Could not read the secrets in ${path}. Restore the file, or move it elsewhere and enter the secrets again.`)
  }
}

/** Sets the given parts of a secret and keeps the rest. */
export function keepSecret(secrets: Secrets, link: string, field: string, given: KeptSecret): void {
  const fields = secrets.get(link) ?? new Map<string, KeptSecret>()
  secrets.set(link, fields.set(field, { ...fields.get(field), ...given }))
}
