import { expect, test } from 'vitest'
import { rankNeeds, type Need } from './need.ts'
import { mostUrgent } from './urgent-needs.ts'

const minute = 60_000
const now = 1_000 * minute

function need(id: string, more: Partial<Need> = {}): Need {
  return { id, source: 'answer', band: 'rest', who: id, text: 'a question', since: now, blocks: [], change: 'new', ...more }
}
function flood(of: (at: number) => Partial<Need>): Need[] {
  return Array.from({ length: 300 }, (_, at) => need(`forged ${at}`, { since: now - 40 * minute, blocks: ['a', 'b', 'c'], ...of(at) }))
}
function kept(needs: readonly Need[], isOwn: (need: Need) => boolean = () => true, heardOf: (need: Need) => number = () => 1): string[] {
  return mostUrgent(rankNeeds(needs, now), 200, isOwn, heardOf).map(({ id }) => id)
}

test.each<readonly [string, Need[], Need]>([
  ['of one author', flood(() => ({ who: 'mallory' })), need('real', { who: 'ada' })],
  ['of another kind', flood(() => ({ source: 'unusable' })), need('real', { who: 'ada' })],
  ['on another link', flood(() => ({ link: 'irc' })), need('real', { link: 'chat' })],
  ['of many authors, when it is older', flood(() => ({ blocks: [] })), need('real', { since: now - 60 * minute, limit: 30 * minute })],
  ['of many authors on its link, when it is new', flood(() => ({})), need('real')],
  ['of questions, when it loses data', flood(() => ({ weight: 1_000 })), need('real', { source: 'gap', band: 'losing' })],
])('a flood %s hides no row (F27)', (_of, forged, real) => {
  const ids = kept([...forged, real])
  expect(ids).toHaveLength(200)
  expect(ids).toContain('real')
})

/** Of the forged ones, every other is old. */
function isOld(id: string): boolean {
  return Number(id.slice(7)) % 2 === 0
}

test('a flood of many authors that goes on hides no row of an agent of whom more was heard (F27)', () => {
  const forged = Array.from({ length: 20_000 }, (_, at) =>
    need(`forged ${at}`, { since: now - (at % 2 === 0 ? 40 * minute : 0), blocks: ['a'] }),
  )
  const real = need('real', { since: now - minute })
  const ids = kept([...forged, real], undefined, ({ who }) => (who === 'real' ? 2 : 1))
  expect(ids).toContain('real')
  // Each way to choose has its share: neither the old nor the new ones hide all of the others.
  expect([ids.filter(isOld).length, ids.filter((id) => !isOld(id)).length].every((count) => count > 50)).toBe(true)
})

test("the operator's own rows come before those of others, and what is kept keeps its order (F27)", () => {
  const others = flood(() => ({ source: 'lost', weight: 60 }))
  const own = [need('own 1'), need('own 2', { since: now - minute })]
  const all = [...others, ...own]
  const ids = kept(all, ({ source }) => source !== 'lost')
  expect(ids).toEqual(expect.arrayContaining(['own 1', 'own 2']))
  const ranks = new Map(rankNeeds(all, now).map(({ id }, at) => [id, at]))
  expect(ids.map((id) => ranks.get(id) ?? -1)).toEqual(ids.map((id) => ranks.get(id) ?? -1).toSorted((a, b) => a - b))
  expect(kept(own)).toEqual(['own 2', 'own 1'])
})
