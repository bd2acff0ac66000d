import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../../../test/fakes/command-line.ts'
import { tempFolder } from '../../../../test/fakes/journal.ts'

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

test('what a program asks in its terminal is reported while it waits, without secrets', async () => {
  const root = tempFolder()
  const key = `sk-ant-api03-${'a1B2c3D4'.repeat(6)}`
  const hook = JSON.stringify({ message: 'Permission needed', details: { command: `deploy --key ${key}` } })
  const reported = async (state: string): Promise<string> => {
    const ran = await runCommand(['report-state', root, '--agent', 'coder', '--state', state, '--for', 'mira', '--hook', hook], {
      cwd: root,
    })
    expect(ran.code).toBe(0)
    return readFileSync(path.join(root, '.workplace', 'process-status.json'), 'utf8')
  }
  const waiting = await reported('waiting')
  expect(waiting).toContain('"waiting for mira: in its terminal: Permission needed: deploy')
  expect(waiting).not.toContain(key)
  expect(await reported('running')).not.toContain('Permission needed')
})

test.each([
  ['with 200,000 characters', (cwd: string) => JSON.stringify({ tool_input: { content: 'x'.repeat(200_000) }, cwd })],
  ['that is too large to be read', (cwd: string) => JSON.stringify({ tool_input: { content: 'x'.repeat(2 * 1024 * 1024) }, cwd })],
  ['that is not JSON', () => '{'],
])('a hook %s reports only where it works', async (_what, hookIn) => {
  const home = tempFolder()
  const [root, elsewhere] = [path.join(home, 'project'), path.join(home, 'elsewhere')]
  for (const folder of [root, elsewhere]) mkdirSync(folder)
  const reports = async (cwd: string): Promise<boolean> => {
    const ran = await runCommand(['report-state', root, '--agent', 'coder', '--state', 'waiting', '--hook'], { cwd, input: hookIn(cwd) })
    expect(ran.code).toBe(0)
    return existsSync(path.join(root, '.workplace'))
  }
  expect(await reports(elsewhere)).toBe(false)
  expect(await reports(root)).toBe(true)
})
