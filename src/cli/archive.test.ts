import { expect, test, vi } from 'vitest'
import type * as Connections from '../io/journal/connection.ts'
import { runCommand } from '../../test/fakes/command-line.ts'
import type { Ran } from '../../test/fakes/command-line.ts'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../test/fakes/journal.ts'

const disk = vi.hoisted(() => ({ isFull: false }))

vi.mock('../io/journal/connection.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Connections>()
  return {
    ...original,
    openConnection(...given: Parameters<typeof Connections.openConnection>) {
      const opened = original.openConnection(...given)
      if (opened.ok && disk.isFull) opened.value.db.pragma('max_page_count = 1') // its present size: it cannot grow
      return opened
    },
  }
})

test('a disk that fills up ends the command with the reason, and the next one finishes what it began (F26)', async () => {
  const dataDir = tempFolder()
  const run = (...args: string[]): Promise<Ran> => runCommand(['archive', '--data', dataDir, '--yes', ...args], { cwd: tempFolder() })
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  const long = Array.from({ length: 500 }, (_, number) => message(`long ${number}`, `${number} `.repeat(400)))
  append(journal, long, { at: Date.UTC(2020, 0, 5) })
  journal.close()
  expect(await run('--until', '2020-01')).toMatchObject({ code: 0 })
  disk.isFull = true
  const stopped = await run('--bring-back', '2020-01')
  disk.isFull = false
  expect(stopped).toMatchObject({ code: 1, err: expect.stringMatching(/disk is full.*continues at the next start/) as string })
  expect((await runCommand(['archive', '--data', dataDir], { cwd: tempFolder() })).out).toContain('coming back')
  expect(await run('--bring-back', '2020-01')).toMatchObject({ code: 0 })
  const after = openOrThrow(dataDir)
  expect(after.archives()).toEqual([])
  expect(wires(after)).toHaveLength(500)
})
