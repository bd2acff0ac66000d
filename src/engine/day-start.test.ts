import { expect, test } from 'vitest'
import { localDayStart, nextDayStart } from './day-start.ts'

test('every moment of a year is in its own local day, and days follow each other without gaps', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 1_800_000) {
    const start = localDayStart(at)
    const next = nextDayStart(at)
    expect(start <= at && at < next).toBe(true)
    expect(localDayStart(next)).toBe(next)
    expect(localDayStart(next - 1)).toBe(start)
  }
})
