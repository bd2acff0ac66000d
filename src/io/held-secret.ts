import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { takeFolderLock } from './folder-lock.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'
import { useOwnFolder } from './own-folder.ts'

const schema = z.object({ secret: z.string().max(1_000) })

/** A secret in our data folder that only one process holds at a time. */
export interface HeldSecret {
  /** The value stored by an earlier process. */
  readonly value: string | undefined
  /** Stores a new value (mode 0600). */
  keep(secret: string): void
  release(): void
}

/**
 * Opens the secret that belongs to `parts`. While another process holds it, this one reads and stores nothing. An unusable data folder
 * is not a fault: there simply is no secret then.
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

/** Creates the folder in the data folder; false if it cannot be created or others could write to it. */
function isOurs(dataDir: string, folder: string): boolean {
  try {
    if (!useOwnFolder(dataDir).ok) return false
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return lstatSync(folder).isDirectory()
  } catch {
    return false
  }
}
