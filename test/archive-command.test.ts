import { renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lockInstance } from '../src/io/instance.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from './fakes/journal.ts'
import { runCommand, runProgram } from './fakes/command-line.ts'
import type { Ran } from './fakes/command-line.ts'

/** `patchbay archive` on data folders with a message of each of two earlier months. */
const run = (...args: string[]): Promise<Ran> => runCommand(['archive', ...args], { cwd: tempFolder() })

interface Listed {
  readonly months: readonly { readonly month: string; readonly events: number; readonly bytes: number }[]
  readonly archives: readonly { readonly month: string; readonly file: string; readonly events: number }[]
}

function folder(): string {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  for (const month of [0, 1]) append(journal, [message(`in ${month}`)], { at: Date.UTC(2020, month, 5) })
  journal.close()
  return dataDir
}

async function listed(dataDir: string, ...more: string[]): Promise<{ readonly months: string[]; readonly archives: string[] }> {
  const { out } = await run('--json', '--data', dataDir, ...more)
  const { months, archives } = JSON.parse(out) as Listed
  return { months: months.map(({ month }) => month), archives: archives.map(({ file }) => file) }
}

test('months up to one are moved and brought back by the real command, and the list says so (F26)', async () => {
  const dataDir = folder()
  const real = (...args: string[]): Promise<Ran> => runProgram(['archive', '--data', dataDir, ...args], { cwd: tempFolder() })
  expect(await real('--until', '2020-01', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('archive-2020-01.db') as string })
  expect(await listed(dataDir)).toEqual({ months: ['2020-02'], archives: ['archive-2020-01.db'] })
  const journal = openOrThrow(dataDir)
  expect(wires(journal)).toEqual(['in 0', 'in 1'])
  journal.close()
  expect(await run('--bring-back', '2020-01', '-y', '--data', dataDir)).toMatchObject({ code: 0 })
  expect(await listed(dataDir)).toEqual({ months: ['2020-01', '2020-02'], archives: [] })
})

test('--dry-run changes nothing, and without --yes nothing is done where nobody can be asked', async () => {
  const dataDir = folder()
  expect(await listed(dataDir, '--until', '2020-01', '--dry-run')).toEqual({ months: ['2020-01'], archives: [] })
  expect(await run('--until', '2020-01', '--data', dataDir)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('--yes') as string,
  })
  expect(await listed(dataDir)).toEqual({ months: ['2020-01', '2020-02'], archives: [] })
})

test('the present month stays in the journal, and says so', async () => {
  const dataDir = path.join(tempFolder(), 'my data')
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(journal, [message('now')], { at: Date.now() })
  journal.close()
  const present = new Date().toISOString().slice(0, 7)
  const refused = await run('--until', present, '--yes', '--data', dataDir)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('the present one stays') as string })
})

test('while Patchbay runs only the list is available', async () => {
  const dataDir = folder()
  const lock = lockInstance(dataDir)
  expect(await listed(dataDir)).toMatchObject({ months: ['2020-01', '2020-02'] })
  const refused = await run('--until', '2020-02', '--yes', '--data', dataDir)
  if (lock.ok) lock.value.release()
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already running') as string })
})

test('what cannot be moved, brought back or understood is named', async () => {
  const dataDir = folder()
  const cases = [
    [1, '2019-12', '--until', '2019-12', '--yes'],
    [1, '2020-01', '--bring-back', '2020-01', '--yes'],
    [2, 'like 2026-03', '--until', 'March'],
    [2, 'cannot be used with', '--until', '2020-01', '--bring-back', '2020-02'],
  ] as const
  for (const [code, words, ...args] of cases)
    expect(await run(...args, '--data', dataDir)).toMatchObject({ code, out: '', err: expect.stringContaining(words) as string })
  expect(await run('--data', tempFolder())).toMatchObject({ code: 1, err: expect.stringContaining('no journal') as string })
})

test('without an archive, export, owed and a case say what is missing and do not end as if all was there (F26)', async () => {
  const dataDir = folder()
  expect(await run('--until', '2020-01', '--yes', '--data', dataDir)).toMatchObject({ code: 0 })
  const file = path.join(dataDir, 'archive-2020-01.db')
  const commands = [
    [1, 'export'],
    [2, 'owed'],
    [1, 'case', 'export', '--from', '2020-01-01', '--to', '2020-01-31'],
  ] as const
  for (const [, ...args] of commands)
    expect(await runCommand([...args, '--data', dataDir], { cwd: tempFolder() })).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('archive') as string,
    })
  renameSync(file, `${file}.away`)
  for (const [code, ...args] of commands)
    expect(await runCommand([...args, '--data', dataDir], { cwd: tempFolder() })).toMatchObject({
      code,
      err: expect.stringMatching(/1 event .*archive-2020-01\.db.*Put the file/) as string,
    })
})
