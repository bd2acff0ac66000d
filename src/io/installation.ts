import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { readOwnFile, writeOwnFile } from './own-file.ts'

const schema = z.object({ secret: z.string().min(43).max(200), port: z.int().min(1).max(65_535).optional() })

/** What the browser shell stores in the data folder between launches. */
export interface Installation {
  /** Lets a page recognize this installation, and the reverse: `api/proof.ts`. */
  readonly pageKey: string
  /** The port used last. */
  readonly port: number | undefined
  keepPort(port: number): Result<void>
}

/** Opens `installation.json` (0600), created on the first start. The caller holds the lock of the data folder. */
export function openInstallation(dataDir: string): Result<Installation> {
  const file = join(dataDir, 'installation.json')
  const stored = readOwnFile(file, schema)
  const secret = stored?.secret ?? randomBytes(32).toString('base64url')
  const made = stored === undefined ? writeOwnFile(file, { secret }) : ok(undefined)
  if (!made.ok) return made
  return ok({
    pageKey: createHmac('sha256', secret).update('page').digest('base64url'),
    port: stored?.port,
    keepPort: (port) => (port === stored?.port ? ok(undefined) : writeOwnFile(file, { secret, port })),
  })
}
