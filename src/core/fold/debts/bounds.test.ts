import { expect, test } from 'vitest'
import { acted, ask, folded, onRef, question } from '../../../../test/fakes/acts.ts'

test.each([0, 300])(
  'what many strangers say before the ask is known pushes out nothing that was said before or after them: %i signs (F27)',
  (signs) => {
    const asked = acted(1_000, 'a', 'b', [ask('a', ['b'], 'r', 'review')])
    const more = Array.from({ length: signs }, (_, at) => acted(at + 400, `s${at}`, 'a', [onRef('report', `s${at}`, 'r')]))
    const forged = Array.from({ length: 300 }, (_, at) => acted(at + 3, `n${at}`, 'a', [onRef('answer', `n${at}`, 'r')]))
    for (const at of [2, 900]) {
      const answer = acted(at, 'b', 'a', [onRef('answer', 'b', 'r')])
      for (const all of [
        [answer, ...forged, ...more, asked],
        [...forged, answer, ...more, asked],
        [...more, ...forged.toReversed(), answer, asked],
      ])
        expect(folded(all).get('s|r')).toMatchObject({ state: 'settled', end: { event: `event-${at}` } })
    }
  },
)

test('what the operator pinned is kept like what somebody declared (F27)', () => {
  const asks = [1, 2, 3, 4].map((at) => acted(at, 'a', `b${at}`, question('a', `b${at}`)))
  const fold = folded(asks, { most: { open: 2, ended: 5, loose: 5 }, isPinned: (key) => key === 's|wire-1' })
  expect([...fold.open().keys()].toSorted()).toEqual(['s|wire-1', 's|wire-4'])
})
