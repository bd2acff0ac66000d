import { expect, onTestFinished, test, vi } from 'vitest'
import { append, message, openOrThrow, tempFolder, wires, workspace } from '../../../test/fakes/journal.ts'
import { openArchives } from './archives.ts'
import { openJournalCare } from './journal-care.ts'

/** In May. */
const now = (): number => Date.UTC(2026, 4, 20)

function opened() {
  const dataDir = tempFolder()
  const journal = openOrThrow(dataDir)
  journal.putWorkspace(workspace('w'))
  for (const month of [2, 3, 4]) append(journal, [message(`in ${month}`)], { at: Date.UTC(2026, month, 5) })
  const care = openJournalCare({ dataDir, now, isUsed: () => false })
  onTestFinished(() => care.close())
  return { journal, archives: openArchives({ journal, care, now, log: () => undefined }) }
}

test('months before the one named are moved, the present one never, and one is brought back (F26)', async () => {
  const { journal, archives } = opened()
  expect(await archives.months()).toMatchObject({ value: [{ month: '2026-03', events: 1 }, { month: '2026-04' }] })
  expect(archives.move('2027-01')).toMatchObject({ ok: true })
  expect(archives.move('2027-01')).toMatchObject({ fault: { code: 'conflict' } })
  await vi.waitFor(
    () =>
      expect(journal.archives().map(({ month, state }) => [month, state])).toEqual([
        ['2026-03', 'closed'],
        ['2026-04', 'closed'],
      ]),
    20_000,
  )
  await vi.waitFor(() => expect(archives.view().moving).toBeUndefined())
  expect(archives.view().fault).toBeUndefined()
  expect(wires(journal)).toEqual(['in 2', 'in 3', 'in 4'])
  expect(archives.bringBack('../journal.db')).toMatchObject({ fault: { code: 'not-found' } })
  expect(archives.bringBack('archive-2026-03.db')).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(journal.archives().map(({ month }) => month)).toEqual(['2026-04']))
  expect(wires(journal)).toEqual(['in 2', 'in 3', 'in 4'])
})

test('moving that is cancelled changes nothing more, and is no fault', async () => {
  const { journal, archives } = opened()
  archives.move('2026-05')
  archives.cancel()
  await vi.waitFor(() => expect(archives.view().moving).toBeUndefined())
  expect(archives.view()).toEqual({ archives: [] })
  expect(wires(journal)).toEqual(['in 2', 'in 3', 'in 4'])
})
