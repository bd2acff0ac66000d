import { expect, test } from 'vitest'
import { foldSigns, usualGap } from './signs.ts'

test('of too many agents, the one that gave no sign for longest is forgotten (F28)', () => {
  const signs = foldSigns()
  for (let at = 0; at < 2_000; at++) signs.sign(`agent ${at}`, 's', 1_000 + at)
  signs.sign('agent 0', 's', 5_000)
  signs.sign('one more', 's', 6_000)
  const isKnown = (agent: string): boolean => signs.get(agent) !== undefined
  expect(['agent 0', 'agent 1', 'agent 2', 'one more'].map(isKnown)).toEqual([true, false, true, true])
})

test('the usual gap is that of the newest twenty', () => {
  const signs = foldSigns()
  for (let at = 0, gap = 1; gap <= 60; at += gap, gap++) signs.sign('a', 's', at)
  expect(signs.get('a')?.gaps).toEqual(Array.from({ length: 20 }, (_, at) => 40 + at))
  expect(usualGap({ gaps: signs.get('a')?.gaps ?? [] })).toBe(50)
})
