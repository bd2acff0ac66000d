import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { takeFolderLock } from './folder-lock.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'
import { useOwnFolder } from './own-folder.ts'

const schema = z.object({ secret: z.string().max(1_000) })

/** A secret in our data folder that one process at a time has. */
export interface HeldSecret {
  /** What an earlier process kept. */
  readonly value: string | undefined
  /** Keeps another one (mode 0600). */
  keep(secret: string): void
  release(): void
}

/**
 * Opens the secret that belongs to `parts`. While another process holds it, this one gets none and keeps none. A data folder that cannot be
 * used is no fault: there just is no secret then.
 */
export function openHeldSecret(dataDir: string, kind: string, parts: readonly string[]): HeldSecret {
  const folder = join(dataDir, kind)
  const name = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
  const lock = isOurs(dataDir, folder) ? takeFolderLock(join(folder, `${name}.lock`)) : undefined
  if (lock?.ok !== true) return { value: undefined, keep: () => undefined, release: () => undefined }
  const file = join(folder, `${name}.json`)
  return {
    value: readOwnFile(file, schema)?.secret,
    keep: (secret) => void writeOwnFile(file, { secret }),
    release: () => lock.value.release(),
  }
}

/** Makes the folder below the data folder; false where it cannot be made, or others could write to it. */
function isOurs(dataDir: string, folder: string): boolean {
  try {
    if (!useOwnFolder(dataDir).ok) return false
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lstatSync(folder).isDirectory()
  } catch {
    return false
  }
}
