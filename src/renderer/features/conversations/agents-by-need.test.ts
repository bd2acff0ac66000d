import { expect, test } from 'vitest'
import type { Agent } from '../../../core/agent.ts'
import type { StatusWord } from '../../../core/event.ts'
import { byNeed, restWords, shownAtFirst, summary } from './agents-by-need.ts'

const agents = (...words: readonly StatusWord[]): Agent[] =>
  words.map((word, at) => ({ name: `a${at}`, status: { word, evidence: 'declared', said: word } }) as Agent)
const seventeen = agents(
  ...Array.from({ length: 4 }, () => 'idle' as const),
  ...Array.from({ length: 6 }, () => 'working' as const),
  'lost',
  ...Array.from({ length: 4 }, () => 'waiting' as const),
  'needs you',
  'needs you',
).toSorted(byNeed)

test('agents that need something come first, the rest is one line', () => {
  expect(seventeen.slice(0, 8).map((agent) => agent.status.word)).toEqual([
    'needs you',
    'needs you',
    'lost',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
    'working',
  ])
  expect(shownAtFirst(seventeen)).toBe(8)
  expect(restWords(seventeen.slice(8))).toBe('5 more working · 4 idle or unknown')
  expect(restWords(agents('idle', '?'))).toBe('2 more idle or unknown')
})

test('all that need something are shown, and nobody is folded away alone', () => {
  expect(shownAtFirst(agents(...Array.from({ length: 12 }, () => 'lost' as const), 'idle', 'idle'))).toBe(12)
  expect(shownAtFirst(agents(...Array.from({ length: 9 }, () => 'idle' as const)))).toBe(9)
})

test('a heading counts agents by state', () => {
  expect(summary(seventeen)).toEqual([
    { word: 'needs you', count: 2 },
    { word: 'working', count: 6 },
    { word: 'waiting', count: 4 },
    { word: 'lost', count: 1 },
  ])
})
