import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../../../test/fakes/command-line.ts'
import { tempFolder } from '../../../io/journal/test-journal.ts'

test('a hook that works in the project or below reports, one elsewhere does not', async () => {
  const home = tempFolder()
  const root = path.join(home, 'my project')
  for (const folder of [root, path.join(root, '..drafts'), path.join(home, 'my project 2')]) mkdirSync(folder)
  const reports = async (cwd: string): Promise<boolean> => {
    const hook = JSON.stringify({ cwd })
    expect(await runCommand(['report-state', root, '--agent', 'coder', '--state', 'running', '--hook', hook], { cwd: home })).toMatchObject(
      {
        code: 0,
        out: '',
      },
    )
    return existsSync(path.join(root, '.workplace'))
  }
  for (const elsewhere of [home, path.join(home, 'my project 2'), path.join(home, 'gone')]) expect(await reports(elsewhere)).toBe(false)
  expect(await reports(path.join(root, '..drafts'))).toBe(true)
})
