import { describe, expect, test } from 'vitest'
import { acted, ask, asStored, folded, foldOf, onRef, type ActedEvent } from '../../../../test/fakes/acts.ts'
import type { Act } from '../../acts.ts'
import { lifeOf, type Debt } from '../../debt.ts'
import { shardOfPieces } from './trail.ts'

const minute = 60_000
const reason = 'coder left'
const asked = acted(1, 'lead', 'coder', [ask('lead', ['coder'], 'm', 'answer')])
/** Versions of one answer that grows, at these minutes: each has the place of the first, and takes the place of the one before. */
function growing(place: number, ...versions: readonly (readonly [at: number, act: Partial<Act>])[]): ActedEvent[] {
  return versions.map(([at, act], index) => {
    const before = versions[index - 1]?.[0]
    const more = { ord: place, ...(before !== undefined && { supersedes: `event-${before}` }) }
    return acted(at, 'coder', 'lead', [onRef('report', 'coder', 'm', act)], more)
  })
}
const typing = [2, { act: 'take', evidence: 'receipt' }] as const
const written = [5, { evidence: 'receipt' }] as const
const brokeOff = [9, { evidence: 'transport', cut: reason }] as const
const stopped = { at: 9 * minute, reason }

function asLate(events: readonly ActedEvent[]): ActedEvent[] {
  return events.map(({ event, ...rest }) => ({ ...rest, event: { ...event, late: true as const } }))
}

function debtOf(...all: readonly ActedEvent[]): Debt | undefined {
  return folded([asked, ...all]).get('s|m')
}

describe('an answer that breaks off (F27)', () => {
  test('its debt is open, its last sign is what came before, and its clock stops', () => {
    expect(debtOf(...growing(2, typing, written, brokeOff))).toMatchObject({ state: 'open', sign: 5 * minute, cut: stopped })
    expect(debtOf(...growing(2, typing, written))).not.toHaveProperty('cut')
  })

  test('the next sign, a reminder or a hand-over starts it again', () => {
    const cut = growing(2, typing, written, brokeOff)
    const later: readonly (readonly [Act, number])[] = [
      [onRef('report', 'coder', 'm'), 12],
      [onRef('take', 'coder', 'm'), 12],
      [onRef('ask', 'lead', 'm', { again: true }), 12],
      [onRef('pass', 'lead', 'm', { to: ['docs'] }), 12],
      [onRef('report', 'docs', 'm'), 5],
    ]
    expect(later.map(([act]) => debtOf(...cut, acted(12, act.by, 'coder', [act]))).map((debt) => [debt?.sign, debt?.cut])).toEqual(
      later.map(([, sign]) => [sign * minute, sign === 5 ? stopped : undefined]),
    )
  })

  test('whoever says that he waits for somebody has given a sign, too', () => {
    const cut = growing(2, typing, written, brokeOff)
    const waits = acted(12, 'coder', 'lead', [onRef('wait', 'coder', 'm', { to: ['docs'] })])
    expect(debtOf(...cut, waits)).toMatchObject({ state: 'open', awaitedNames: ['docs'] })
    expect(debtOf(...cut, waits)).not.toHaveProperty('cut')
  })

  test('if nothing came for as long as its link waits, the limit is over when it breaks off, whenever what had come was stored', () => {
    // Its last piece came a minute before it was stored.
    const silent = [14, { evidence: 'transport', cut: reason, silent: 10 * minute }] as const
    const cut = growing(2, typing, written, silent)
    const reminded = acted(7, 'lead', 'coder', [onRef('ask', 'lead', 'm', { again: true })])
    for (const debt of [debtOf(...cut), debtOf(...growing(2, typing, written), reminded, ...cut.slice(2))]) {
      expect(debt).toMatchObject({ sign: 4 * minute, cut: { at: 14 * minute } })
      expect(debt && lifeOf(debt, 10 * minute, 14 * minute)).toBe('overdue')
    }
    const later = debtOf(...cut, acted(20, 'coder', 'coder', [onRef('report', 'coder', 'm')]))
    expect(later && lifeOf(later, 10 * minute, 20 * minute)).toBe('open')
    // When what is read from history fell silent is not known.
    expect(debtOf(...growing(2, typing, written), ...asLate(cut.slice(2)))).toMatchObject({ sign: 5 * minute })
  })

  test('what was said before it broke off does not, though its place is after the first piece of the answer', () => {
    const reminded = acted(7, 'lead', 'coder', [onRef('ask', 'lead', 'm', { again: true })])
    expect(debtOf(...growing(2, typing, written), reminded, ...growing(2, typing, written, brokeOff).slice(2))).toMatchObject({
      sign: 7 * minute,
      asked: 2,
      cut: stopped,
    })
  })

  test('the clock runs on while another answer to the same message grows', () => {
    const other = growing(1.5, [3, { evidence: 'receipt' }], [10, { evidence: 'receipt' }])
    expect(debtOf(...growing(2, typing, written, brokeOff), ...other)).toMatchObject({ sign: 10 * minute })
    expect(debtOf(...growing(2, typing, written, brokeOff), ...other)).not.toHaveProperty('cut')
  })

  test('of somebody else’s answer, nothing stops', () => {
    const others = acted(9, 'docs', 'lead', [onRef('report', 'docs', 'm', { cut: reason })])
    expect(debtOf(others)).not.toHaveProperty('cut')
  })

  test('it is the same when it comes twice, after a start, and in a checkpoint', () => {
    const all = [asked, ...growing(2, typing, written, brokeOff)]
    const first = folded(all)
    const expected = first.get('s|m')
    expect(folded([...all, ...all.slice(-1)]).get('s|m')).toEqual(expected)
    const changes = [...first.changes().values()].flatMap((shard) => (shard === undefined ? [] : [shard]))
    expect(foldOf(all, {}, asStored(changes)).get('s|m')).toEqual(expected)
    const pieces = JSON.parse(JSON.stringify(first.pieces(10, true))) as ReturnType<typeof first.pieces>
    expect(foldOf(all, {}, [shardOfPieces(pieces)]).get('s|m')).toEqual(expected)
  })
})
