import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test/fakes/journal.ts'
import { ok } from '../../core/fault.ts'
import { openConnection, type Connection } from './connection.ts'
import { openContents } from './contents.ts'
import { sweepBetween } from './sweep-between.ts'

const fakes = vi.hoisted(() => ({ archive: vi.fn(() => false), sweep: vi.fn(() => false), moves: vi.fn(), rests: [0] }))
vi.mock('./background.ts', () => ({ runInBackground: fakes.moves }))
vi.mock('./archive-steps.ts', () => ({ openArchiveSteps: () => ({ step: fakes.archive }) }))
vi.mock('./sweep.ts', () => ({ openSweep: () => ({ step: fakes.sweep }) }))
vi.mock('./sweep-rests.ts', () => ({ openRests: () => () => fakes.rests.shift() ?? 0 }))
/** One step, then a rest of ten minutes. */
beforeEach(() => {
  fakes.rests = [600_000]
  fakes.sweep.mockReset().mockReturnValue(false).mockReturnValueOnce(true)
  fakes.moves.mockReset().mockResolvedValue(ok(undefined))
})

function opened(): Connection {
  const connection = openConnection(tempFolder())
  if (!connection.ok) throw new Error(connection.fault.message)
  onTestFinished(() => void connection.value.db.close())
  return connection.value
}

test('a rest ends when something else is asked for, and what others write meanwhile is moved into the file', async () => {
  const connection = opened()
  const { db } = connection
  const checkpoints = (): unknown => db.pragma('wal_autocheckpoint', { simple: true })
  const usual = checkpoints()
  const sweepLater = sweepBetween(connection, openContents(tempFolder()))
  sweepLater()
  await vi.waitFor(() => expect([fakes.rests, checkpoints()]).toEqual([[], usual]))
  const steps = fakes.sweep.mock.calls.length
  expect(steps).toBe(1)
  await vi.waitFor(() => {
    sweepLater()
    expect(fakes.sweep.mock.calls.length).toBeGreaterThan(steps)
  })
  await vi.waitFor(() => expect(checkpoints()).toBe(usual))
})

test('what is asked for while the log is moved before a rest does not wait for it', async () => {
  const sweepLater = sweepBetween(opened(), openContents(tempFolder()))
  fakes.moves.mockImplementationOnce(() => {
    sweepLater()
    return Promise.resolve(ok(undefined))
  })
  sweepLater()
  await vi.waitFor(() => expect(fakes.sweep.mock.calls.length).toBeGreaterThan(1))
})
