import path from 'node:path'
import { terminalName } from '../core/terminal-text.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { printJson, printWords, say } from '../io/standard-streams.ts'
import { checkDataFolder } from './check-folder.ts'
import { checkShells } from './check-shells.ts'
import { checkInstance, checkJournal, checkSecrets } from './check-stores.ts'
import { checkWatching } from './check-watching.ts'
import type { Check, CheckState } from './check.ts'
import { version } from './version.ts'

const marks: Readonly<Record<CheckState, string>> = { ok: '✓', note: '!', broken: '✗' }

/**
 * `patchbay doctor`: prints what works on this machine. Changes nothing.
 * Returns the exit code: 1 when something is broken.
 */
export async function doctor(options: { readonly json?: boolean; readonly data?: string }): Promise<number> {
  const dataDir = dataDirOf(options.data)
  const checks: Check[] = [
    { name: 'patchbay', state: 'ok', text: version },
    { name: 'node', state: 'ok', text: `${process.version} (${process.execPath})` },
    { name: 'platform', state: 'ok', text: `${process.platform}-${process.arch}` },
    ...checkShells(),
    checkDataFolder(dataDir),
    { name: 'log', state: 'ok', text: path.join(dataDir, 'log', 'patchbay.log') },
    checkInstance(dataDir),
    checkJournal(dataDir),
    await checkSecrets(dataDir),
    checkWatching(),
  ]
  const isHealthy = checks.every((check) => check.state !== 'broken')
  if (options.json === true) await printJson([{ ok: isHealthy, version, dataDir, checks }])
  else await printWords(table(checks))
  if (!isHealthy) say('Problems found. Lines marked ✗ say how to fix them.')
  return isHealthy ? 0 : 1
}

function table(checks: readonly Check[]): string {
  const width = Math.max(...checks.map((check) => check.name.length))
  return checks.map((check) => `${marks[check.state]} ${check.name.padEnd(width)}  ${terminalName(check.text)}`).join('\n')
}
