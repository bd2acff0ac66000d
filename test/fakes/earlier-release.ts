import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'

const fixture = path.join(import.meta.dirname, '..', 'fixtures', 'release-0.1.0')

/** The earlier release's secrets of the servers that it was connected to. */
export const earlierSecrets = { serverPassword: 'port-of-call', ablyKey: 'demo.key1:not-a-secret' } as const

/** When it was closed, ms: questions that waited then are still waiting. */
export const earlierEnd = Date.parse('2026-11-22T14:09:30Z')

/** Current addresses of its links' servers. */
export interface EarlierPlaces {
  readonly ircPort: number
  readonly ablyPort: number
}

/**
 * Creates the data folder and the project as release 0.1.0 left them: five links, a CodingAgent session with one applied round, two mailboxes, a sent and a
 * failed message, a read mark, a joined name, settings, a waiting question and standing approvals. The journal is rebuilt from that release's SQL, schema
 * included.
 */
export function layOutEarlierRelease(
  root: string,
  { ircPort, ablyPort }: EarlierPlaces,
): { readonly dataDir: string; readonly project: string } {
  const dataDir = path.join(root, 'data')
  const project = path.join(root, 'project')
  const fill = (text: string): string =>
    text.replaceAll('@WORKSPACE@', project).replaceAll('@IRC_PORT@', String(ircPort)).replaceAll('@ABLY_PORT@', String(ablyPort))
  const files = JSON.parse(readFileSync(path.join(fixture, 'files.json'), 'utf8')) as Record<string, string>
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, fill(text))
  }
  chmodSync(dataDir, 0o700)
  chmodSync(path.join(dataDir, 'secrets.json'), 0o600)
  const journal = path.join(dataDir, 'journal.db')
  const db = new Database(journal)
  db.unsafeMode() // allows writing the rows of the search index as they were
  db.exec(`BEGIN; ${fill(readFileSync(path.join(fixture, 'journal.sql'), 'utf8'))} COMMIT;`)
  db.close()
  chmodSync(journal, 0o600)
  return { dataDir, project }
}
