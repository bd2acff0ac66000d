import { expect, test } from 'vitest'
import { append, message, openOrThrow, tempFolder, workspace } from '../../test/fakes/journal.ts'
import { makeCase } from './case.ts'

test('a case that is made never says that less is read than before', async () => {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  append(
    journal,
    Array.from({ length: 1_200 }, (_, at) => message(`m${at}`)),
    { at: 1 },
  )
  journal.close()
  const said: number[] = []
  const made = await makeCase(dataDir, new Map(), {
    choice: { title: 'Case', from: 0, to: 10, hasTools: false },
    replace: { kinds: new Set(), terms: [] },
    patchbay: '1',
    now: 20,
    linkOf: (place, config) => ({ place, config }),
    recover: (_protocol, saved) => saved,
    progress: (done, total) => void said.push(done / total),
  })
  expect(made.ok).toBe(true)
  expect(said.length).toBeGreaterThan(4)
  expect(said).toEqual(said.toSorted((a, b) => a - b))
  expect(said.at(-1)).toBe(1)
})
