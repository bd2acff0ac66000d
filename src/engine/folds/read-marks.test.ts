import { expect, test } from 'vitest'
import { tempJournal } from '../../../test/fakes/journal.ts'
import { mostGoneMarks, openReadMarks } from './read-marks.ts'

const services = (journal: ReturnType<typeof tempJournal>) => ({ journal, log: () => undefined })
const marks = (first: number, size: number): Map<string, number> =>
  new Map(Array.from({ length: size }, (_, index) => [`chat|c${first + index}`, first + index]))
const isKept = (id: string): boolean => id === 'chat|c0' || id === 'chat|c1'

test('marks of conversations that are no longer kept take so much room in the journal, the newest, also after a restart (F20)', () => {
  const journal = tempJournal()
  journal.putReadMarks('v', marks(0, 1))
  const run = (first: number, runs: number): void => {
    const read = openReadMarks(services(journal), 'w')
    if (first === 0) read.put(new Map([['chat', 7]]))
    for (let round = 0; round < runs; round++) {
      read.put(marks(first + round * 5_000, 5_000))
      read.keep(isKept)
    }
    expect(read.of('chat|c0', 'chat')).toBe(0)
    expect(read.of(`chat|c${first + 4_999}`, 'chat')).toBe(7)
  }
  run(0, 7)
  for (let again = 7; again < 12; again++) run(again * 5_000, 1)
  const stored = journal.readMarks('w')
  expect(stored.size).toBeGreaterThanOrEqual(mostGoneMarks)
  expect(stored.size).toBeLessThanOrEqual(1.1 * mostGoneMarks + 5_000)
  for (const id of ['chat', 'chat|c0', 'chat|c1', 'chat|c59999']) expect(stored.has(id)).toBe(true)
  expect(stored.has('chat|c2')).toBe(false)
  expect(journal.readMarks('v').size).toBe(1)
})
