import { expect, test } from 'vitest'
import { readMs } from '../../../../core/read-time.ts'
import { openDrawn } from './drawn.ts'

const now = 1_700_000_000_000

test('what joined a row can be read a second after this page drew it, however long ago it came (F27)', () => {
  const drawn = openDrawn()
  drawn.add(['a'], now)
  drawn.add(['a', 'b'], now + 5_000)
  const of = (at: number): readonly string[] => drawn.readable(['a', 'b', 'c'], now + at)
  expect([of(5_000), of(5_000 + readMs - 1), of(5_000 + readMs)]).toEqual([['a'], ['a'], ['a', 'b']])
})

test('a row of which nothing could be read is decided as it was drawn; of what no row draws, everything; a clock that was set back keeps nothing open (F27)', () => {
  const drawn = openDrawn()
  drawn.add(['a', 'b'], now)
  expect(drawn.readable(['a', 'b', 'c'], now + 1)).toEqual(['a', 'b'])
  expect(drawn.readable(['x', 'y'], now)).toEqual(['x', 'y'])
  drawn.add(['late'], now + 60_000)
  expect(drawn.readable(['a', 'late'], now)).toEqual(['late'])
})
