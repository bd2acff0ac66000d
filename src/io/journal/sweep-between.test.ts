import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../../test/fakes/journal.ts'
import { openConnection } from './connection.ts'
import { openContents } from './contents.ts'
import { sweepBetween } from './sweep-between.ts'

const fakes = vi.hoisted(() => ({ archive: vi.fn(() => false), sweep: vi.fn(() => false), rests: [600_000] }))
vi.mock('./archive-steps.ts', () => ({ openArchiveSteps: () => ({ step: fakes.archive }) }))
vi.mock('./sweep.ts', () => ({ openSweep: () => ({ step: fakes.sweep }) }))
vi.mock('./sweep-rests.ts', () => ({ openRests: () => () => fakes.rests.shift() ?? 0 }))

test('a rest ends when something else is asked for, and what others write meanwhile is moved into the file', async () => {
  const opened = openConnection(tempFolder())
  if (!opened.ok) throw new Error(opened.fault.message)
  const { db } = opened.value
  const checkpoints = (): unknown => db.pragma('wal_autocheckpoint', { simple: true })
  const usual = checkpoints()
  fakes.sweep.mockImplementationOnce(() => true)
  const sweepLater = sweepBetween(opened.value, openContents(tempFolder()))
  sweepLater()
  await vi.waitFor(() => expect([fakes.rests, checkpoints()]).toEqual([[], usual]))
  const steps = fakes.sweep.mock.calls.length
  expect(steps).toBe(1)
  await vi.waitFor(() => {
    sweepLater()
    expect(fakes.sweep.mock.calls.length).toBeGreaterThan(steps)
  })
  await vi.waitFor(() => expect(checkpoints()).toBe(usual))
  db.close()
})
