import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Services } from '../../src/engine/services.ts'
import { openHalts } from '../../src/engine/halts/halts.ts'
import { openJournalCare } from '../../src/engine/care/journal-care.ts'
import { openJournal } from '../../src/io/journal/open.ts'
import { openSecretStore } from '../../src/io/secrets.ts'
import { pastHere } from './past-here.ts'
import { valueOf } from './value-of.ts'

/** The services of the engine's parts, with a real journal in a temporary folder. */
export interface TestServices extends Services {
  readonly logged: string[]
  /** Advances the clock. */
  advance(ms: number): void
  close(): void
}

/** Makes the services; the clock stands still until it is advanced, random numbers are always 0. */
export async function testServices(protocols: readonly Protocol[] = []): Promise<TestServices> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'patchbay-services-'))
  let time = 1_700_000_000_000
  let ids = 0
  const now = (): number => time
  const newId = (): string => `id-${(++ids).toString().padStart(6, '0')}`
  const logged: string[] = []
  const journal = valueOf(openJournal({ dataDir, now, newId }))
  const care = openJournalCare({ dataDir, now, isUsed: () => false })
  const log = (message: string, fields?: Record<string, unknown>): void => void logged.push(`${message} ${JSON.stringify(fields ?? {})}`)
  const halts = openHalts({ journal, dataDir, now, log })
  return {
    journal,
    care,
    halts,
    secrets: await openSecretStore({ dataDir, env: {} }),
    protocols: new Map(protocols.map((protocol) => [protocol.info.id, protocol])),
    shell: { kind: 'in-process' },
    log,
    now,
    newId,
    random: () => 0,
    dataDir,
    version: '0.0.0-test',
    pastReads: pastHere,
    logged,
    advance: (ms) => void (time += ms),
    close() {
      halts.close()
      care.close()
      journal.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The project folder for tests that need none. */
export const testWorkspace = {
  id: 'w',
  path: '/nowhere',
  name: 'w',
  operator: 'operator',
  operatorAsked: true,
  openedAt: 1,
  demo: false,
} as const
