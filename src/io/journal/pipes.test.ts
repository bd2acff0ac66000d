import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { keepBackup, listBackups } from './backups.ts'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'

/** Calls a function of a module here in a process of its own, which can be ended while SQLite waits. @returns what it prints; empty if it waited */
function ask(module: string, call: string): string {
  const script = `const it = await import(process.env.SCRIPT); console.log(JSON.stringify(await ${call}))`
  const env = { ...process.env, SCRIPT: pathToFileURL(path.join(import.meta.dirname, module)).href }
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8', timeout: 60_000 }).stdout
}

test.skipIf(process.platform === 'win32')(
  'a pipe in place of a journal, or beside a backup, is refused, and nobody waits for it (F26)',
  async () => {
    const dataDir = path.join(tempFolder(), 'data')
    const journal = openOrThrow(dataDir)
    journal.putWorkspace(workspace('w'))
    append(journal, [message('one')])
    journal.close()
    await keepBackup(dataDir, 1_000)
    const backup = listBackups(dataDir)[0]?.file ?? ''
    for (const side of ['-journal', '-wal']) {
      execFileSync('mkfifo', [`${backup}${side}`])
      const restore = `it.restoreJournal(${JSON.stringify(dataDir)}, ${JSON.stringify(backup)}, { recover: () => undefined, now: 1 })`
      expect(JSON.parse(ask('restore.ts', restore))).toMatchObject({ ok: false, fault: { code: 'conflict' } })
      rmSync(`${backup}${side}`)
    }
    const other = path.join(tempFolder(), 'data')
    mkdirSync(other, { mode: 0o700 })
    execFileSync('mkfifo', [path.join(other, 'journal.db')])
    expect(ask('connection.ts', `[it.journalToRewrite(${JSON.stringify(other)})]`)).toBe('[null]\n')
    expect(JSON.parse(ask('journal-file.ts', `it.journalFile(${JSON.stringify(other)})`))).toMatchObject({ ok: false })
  },
)
