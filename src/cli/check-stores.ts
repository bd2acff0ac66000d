import { existsSync } from 'node:fs'
import path from 'node:path'
import { counted } from '../core/count.ts'
import { sizeText } from '../core/size-text.ts'
import { runningPatchbay } from '../io/instance.ts'
import { checkMark } from '../io/journal/mark.ts'
import { openJournal } from '../io/journal/open.ts'
import { waysBack } from '../io/journal/ways-back.ts'
import { openSecretStore } from '../io/secrets.ts'
import type { Check } from './check.ts'

/** Is the journal intact? Does not create one. */
export function checkJournal(dataDir: string): Check {
  const name = 'journal'
  const file = path.join(dataDir, 'journal.db')
  const begun = checkMark(dataDir, file, false)
  if (!begun.ok) return { name, state: 'broken', text: begun.fault.message }
  if (!existsSync(file)) return { name, state: 'ok', text: 'none yet (created on first start)' }
  const opened = openJournal({ dataDir })
  if (!opened.ok) return { name, state: 'broken', text: [opened.fault.message, opened.fault.detail].filter(Boolean).join(' ') }
  const journal = opened.value
  const { events, bytes, schema, integrity } = journal.health()
  journal.close()
  const figures = `${counted(events, 'event')}, ${sizeText(bytes)}, schema ${schema}`
  if (integrity === 'ok') return { name, state: 'ok', text: figures }
  return { name, state: 'broken', text: `damaged: ${integrity}. ${waysBack(dataDir)} (${figures})` }
}

/** Where secrets are stored, and whether they can be read. */
export async function checkSecrets(dataDir: string): Promise<Check> {
  const name = 'secret store'
  if (!existsSync(dataDir)) return { name, state: 'ok', text: 'none yet' }
  const { warning } = await openSecretStore({ dataDir })
  return warning === undefined ? { name, state: 'ok', text: 'stored in the keychain' } : { name, state: 'note', text: warning }
}

/** Is Patchbay running on this folder now? The address is shown without its launch token. */
export function checkInstance(dataDir: string): Check {
  const running = runningPatchbay(dataDir)
  const address = running?.address?.replace(/#.*$/, '')
  const text = running === undefined ? 'none' : `process ${running.pid}${address === undefined ? '' : ` at ${address}`}`
  return { name: 'running', state: 'ok', text }
}
