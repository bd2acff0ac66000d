import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { limits } from '../core/limits.ts'
import { writePrivateFile } from './atomic-write.ts'
import { errnoFault, errnoOf } from './errno-fault.ts'

/** The system's keychain, as the shell lends it. */
export interface Keychain {
  encrypt(text: string): Promise<Uint8Array>
  decrypt(bytes: Uint8Array): Promise<string>
}

/** Link → field → value. */
export type Secrets = Map<string, Map<string, string>>

/** Sealed by the keychain, and readable by the user alone where there is none. */
export const sealedName = 'secrets.bin'
export const plainName = 'secrets.json'

export const mostSecrets = 1_000
export const secretNameSchema = z.string().min(1).max(200)

const storedSchema = z.object({
  version: z.literal(1),
  /** Link, field, value: a list, because a name must never be the key of an object. */
  secrets: z.array(z.tuple([secretNameSchema, secretNameSchema, z.string().max(limits.line)])).max(mostSecrets),
})

/**
 * Reads what is stored. With a keychain, secrets that were entered in a shell without one are sealed now and their plain file is removed.
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

/** Writes all secrets at once; on a fault the old file is as it was. */
export async function storeSecrets(dataDir: string, secrets: Secrets, keychain: Keychain | undefined): Promise<Result<void>> {
  const entries = [...secrets].flatMap(([link, fields]) => [...fields].map(([field, value]) => [link, field, value]))
  const text = JSON.stringify({ version: 1, secrets: entries })
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    return errnoFault(thrown, `make the data folder ${dataDir}`)
  }
  if (keychain === undefined) return writePrivateFile(dataDir, plainName, text)
  try {
    return await writePrivateFile(dataDir, sealedName, await keychain.encrypt(text))
  } catch {
    return fail('unavailable', 'The keychain of this system did not take the secret. Unlock it and try again.')
  }
}

async function readSecrets(path: string, open: (bytes: Buffer) => Promise<string>): Promise<Result<Secrets | undefined>> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (thrown) {
    return errnoOf(thrown) === 'ENOENT' ? ok(undefined) : errnoFault(thrown, `read the secrets in ${path}`)
  }
  try {
    const secrets: Secrets = new Map()
    for (const [link, field, value] of storedSchema.parse(JSON.parse(await open(bytes))).secrets) {
      secrets.set(link, (secrets.get(link) ?? new Map<string, string>()).set(field, value))
    }
    return ok(secrets)
  } catch {
    // The reason is not kept: a parser quotes what it read.
    return fail('unavailable', `The secrets in ${path} cannot be read. Restore the file, or move it away and enter the secrets again.`)
  }
}
