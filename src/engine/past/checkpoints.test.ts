import { setTimeout } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import type { Event } from '../../core/event.ts'
import { JournalError } from '../../core/journal.ts'
import { openCheckpoints } from './checkpoints.ts'
import { readCheckpoint } from './read-checkpoint.ts'

const of = { workspace: 'w', fold: 'desk', key: '1' }
const newest = Number.MAX_SAFE_INTEGER

/** Events of so many characters in all. */
const events = (chars: number): Event[] => [{ raw: { text: 'x'.repeat(chars) } } as Event]

async function withJournal(use: (services: TestServices) => Promise<void>): Promise<void> {
  const services = await testServices([])
  services.journal.putWorkspace(testWorkspace)
  await use(services)
  services.close()
}

/** Takes one checkpoint of this value, and waits until it is stored. */
async function take(services: TestServices, checkpoints: ReturnType<typeof openCheckpoints>, cursor: number): Promise<void> {
  checkpoints.took(events(1), cursor, (isWhole) => [{ isWhole, cursor }, isWhole ? randomBytes(2_000).toString('base64') : ''])
  while (services.journal.checkpointsAt('w', 'desk', '1', newest).at(-1)?.cursor !== cursor) await setTimeout(1)
}

test('of a chain with a gap, or with a part that cannot be read, what comes before it is used (F29)', async () => {
  await withJournal(async (services) => {
    const checkpoints = openCheckpoints({ ...services, checkpointPace: { every: 1, worth: 0.001 } }, of, 10)
    for (const cursor of [10, 20, 30, 40]) await take(services, checkpoints, cursor)
    const { journal } = services
    const [, second, third] = journal.checkpointsAt('w', 'desk', '1', newest)
    if (second === undefined || third === undefined) throw new Error('no chain')
    expect(readCheckpoint(services, of, 39)?.pieces.filter((_, at) => at % 2 === 0)).toEqual([
      { isWhole: true, cursor: 10 },
      { isWhole: false, cursor: 20 },
      { isWhole: false, cursor: 30 },
    ])
    journal.putCheckpoint('w', 'desk', { ...third, key: '1', value: Buffer.from('?') })
    expect(readCheckpoint(services, of, newest)?.cursor).toBe(20)
    journal.putCheckpoint('w', 'desk', { ...third, key: '1', chain: 'another' })
    expect(readCheckpoint(services, of, newest)?.cursor).toBe(20)
  })
})

/** The cursors of the stored chain that the newest checkpoint is in. */
function storedIn({ journal }: Pick<TestServices, 'journal'>): number[] {
  return journal.checkpointsAt('w', 'desk', '1', newest).map(({ cursor }) => cursor)
}

/** Takes checkpoints one right after the other. Each is whole or a step, as is asked for. */
function takeAll(checkpoints: ReturnType<typeof openCheckpoints>, cursors: readonly number[]): void {
  for (const cursor of cursors)
    checkpoints.took(events(1), cursor, (isWhole) => [{ isWhole, text: randomBytes(isWhole ? 2_000 : 2).toString('hex') }])
}

test('while one is packed a few wait, and the rest is left out (F29)', async () => {
  await withJournal(async (services) => {
    const checkpoints = openCheckpoints({ ...services, checkpointPace: { every: 1, worth: 0.001 } }, of, 10)
    takeAll(checkpoints, [...Array(50).keys()])
    await expect.poll(() => storedIn(services).at(-1)).toBe(7)
    expect(storedIn(services)).toEqual([...Array(8).keys()])
    takeAll(checkpoints, [60])
    await expect.poll(() => storedIn(services).at(-1)).toBe(60)
    expect(storedIn(services).length).toBe(9)
  })
})

test('where one cannot be stored, the steps after it are left out, and the next begins a chain (F29)', async () => {
  await withJournal(async (services) => {
    const { journal } = services
    const failing: typeof journal = {
      ...journal,
      putCheckpoint: (workspace, fold, one) => {
        if (one.cursor === 2) throw new JournalError({ code: 'unavailable', message: 'full' })
        journal.putCheckpoint(workspace, fold, one)
      },
    }
    const checkpoints = openCheckpoints({ ...services, journal: failing, checkpointPace: { every: 1, worth: 0.001 } }, of, 10)
    takeAll(checkpoints, [1, 2, 3, 4])
    await expect.poll(() => services.logged.length).toBe(1)
    await take(services, checkpoints, 5)
    expect(storedIn(services)).toEqual([5])
    expect(journal.checkpointsAt('w', 'desk', '1', 4).map(({ cursor }) => cursor)).toEqual([1])
  })
})

test('checkpoints take less than a tenth of the bytes of the events, however much each has (F29)', async () => {
  await withJournal(async (services) => {
    const checkpoints = openCheckpoints({ ...services, checkpointPace: { every: 1, worth: 10 } }, of, 10)
    let chars = 0
    for (let cursor = 1; cursor <= 200; cursor++) {
      chars += 2_600
      checkpoints.took(events(1_000), cursor, (isWhole) => [randomBytes(isWhole ? 4_000 : 400).toString('base64')])
      await setTimeout(1)
    }
    const bytes = [...Array(200).keys()]
      .map((at) => services.journal.checkpointsAt('w', 'desk', '1', at + 1).at(-1))
      .filter((one, at, all) => one !== undefined && one !== all[at - 1] && one.cursor === at + 1)
      .reduce((sum, one) => sum + (one?.value.length ?? 0), 0)
    expect(bytes).toBeGreaterThan(8_000)
    expect(bytes).toBeLessThan(chars / 10 + 8_000)
  })
})
