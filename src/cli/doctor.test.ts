import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shellWord } from '../core/shell-word.ts'
import { openJournal } from '../io/journal/open.ts'
import type { Check } from './check.ts'
import { doctor } from './doctor.ts'

let folder: string
let printed: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-doctor-'))
  chmodSync(folder, 0o700)
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text, encoding, done) => {
    printed += String(text)
    ;(typeof encoding === 'function' ? encoding : done)?.()
    return true
  })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

async function examine(data: string): Promise<{ code: number; of: (name: string) => Check | undefined }> {
  const code = await doctor({ json: true, data })
  const { checks } = JSON.parse(printed) as { checks: Check[] }
  return { code, of: (name) => checks.find((check) => check.name === name) }
}

describe('doctor', () => {
  it('names versions, both shells, folder, journal, secrets and watching', async () => {
    await doctor({ data: folder })
    for (const name of [
      'patchbay',
      'node',
      'platform',
      'browser shell',
      'electron shell',
      'data folder',
      'journal',
      'secret store',
      'file watching',
    ])
      expect(printed).toContain(` ${name} `)
  })

  it('changes nothing on a new machine', async () => {
    const missing = path.join(folder, 'a', 'b')
    const { of } = await examine(missing)
    expect(of('data folder')).toMatchObject({ state: 'ok', text: `${missing} (created on first start)` })
    expect(existsSync(path.join(folder, 'a'))).toBe(false)
  })

  it('says where the log is', async () => {
    expect((await examine(folder)).of('log')?.text).toBe(path.join(folder, 'log', 'patchbay.log'))
  })

  it('counts the events of an intact journal', async () => {
    const opened = openJournal({ dataDir: folder })
    if (!opened.ok) throw new Error(opened.fault.message)
    opened.value.close()
    expect((await examine(folder)).of('journal')).toMatchObject({ state: 'ok', text: expect.stringContaining('0 events') as string })
  })

  it('is broken with a damaged journal, and leaves it unchanged', async () => {
    const damaged = 'this is no database, but it is long enough to look like a file '.repeat(20)
    writeFileSync(path.join(folder, 'journal.db'), damaged)
    const { code, of } = await examine(folder)
    expect(readFileSync(path.join(folder, 'journal.db'), 'utf8')).toBe(damaged)
    expect(code).toBe(1)
    expect(of('journal')?.state).toBe('broken')
  })

  it('is broken when the data folder is a file', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    const { code, of } = await examine(path.join(folder, 'file'))
    expect(code).toBe(1)
    expect(of('data folder')).toMatchObject({ state: 'broken', text: expect.stringContaining('--data') as string })
  })

  it.skipIf(process.platform === 'win32')('notes a data folder that others can read', async () => {
    chmodSync(folder, 0o755)
    expect((await examine(folder)).of('data folder')).toMatchObject({
      state: 'note',
      text: expect.stringContaining(`chmod 700 ${shellWord(folder)}`) as string,
    })
  })
})
