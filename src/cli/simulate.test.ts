import { expect, test } from 'vitest'
import { runCommand } from '../../test/fakes/command-line.ts'

test('simulate lists the built-in scenarios, and refuses others in words', async () => {
  const listed = await runCommand(['simulate', '--json'], { cwd: '/' })
  const rows = listed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect([listed.code, rows.length]).toEqual([0, 7])
  const unknown = await runCommand(['simulate', 'no-such-scenario'], { cwd: '/' })
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('happy-path') })
})

test.each([
  [['simulate', 'deadlock', '--seed', '-1'], '--seed'],
  [['simulate', 'deadlock', '--speed', '0'], '--speed'],
  [['serve', '--no-open', '--workspace', '.', '--demo'], '--workspace'],
])('%j is a wrong command line', async (args, words) => {
  expect(await runCommand(args, { cwd: '/' })).toMatchObject({ code: 2, err: expect.stringContaining(words) })
})
