import { expect, test } from 'vitest'
import type { Act } from '../../core/acts.ts'
import { actsAbout } from './own-lines.ts'

const speak: Act = { act: 'speak', by: 'operator', about: { turn: 'coder' }, evidence: 'inferred' }
const ask: Act = { act: 'ask', by: 'operator', about: { turn: 'coder' }, to: ['coder'], kind: 'answer', evidence: 'inferred' }
const refs = (acts: readonly Act[]): unknown[] =>
  acts.filter(({ act }) => act === 'answer').map(({ about: of }) => ('ref' in of ? of.ref : undefined))
const about = { debt: 'l|7', ref: '7' } as const

test('a message about a debt acts on it, and opens none by how it reads', () => {
  expect(actsAbout([speak], { ...about, intent: 'answer' }, 'operator')).toEqual([
    speak,
    { act: 'answer', by: 'operator', about: { ref: '7' }, evidence: 'receipt' },
  ])
  expect(actsAbout([speak, ask], { ...about, intent: 'nudge' }, 'operator')).toMatchObject([
    { act: 'ask', again: true, about: { ref: '7' } },
  ])
  expect(actsAbout([speak, ask], { ...about, intent: 'handover', to: 'tester' }, 'operator')).toMatchObject([
    { act: 'pass', to: ['tester'] },
  ])
  expect(actsAbout([speak, ask], { ...about, intent: 'escalate' }, 'operator')).toEqual([])
})

test('a reminder that the wire knows only as news is one, and answers to it or to a hand-over are answers to the debt', () => {
  const news: Act = { act: 'report', by: 'operator', about: { ref: '7' }, evidence: 'declared' }
  expect(actsAbout([news], { ...about, intent: 'nudge' }, 'operator')).toMatchObject([
    { act: 'report' },
    { again: true, about: { ref: '7' } },
  ])
  const reminder: Act = { act: 'ask', again: true, by: 'operator', about: { ref: '7' }, evidence: 'declared' }
  expect(actsAbout([reminder], { ...about, intent: 'nudge' }, 'operator')).toEqual([reminder])
  const mention: Act = { act: 'ask', by: 'operator', about: { ref: 'new' }, to: ['Docs'], kind: 'answer', evidence: 'declared' }
  const alias = { about: { ref: '7' }, alias: 'new' }
  expect(actsAbout([mention], { ...about, intent: 'nudge' }, 'operator')).toMatchObject([{ again: true, ...alias }])
  expect(actsAbout([mention], { ...about, intent: 'handover', to: 'Docs' }, 'operator')).toMatchObject([{ act: 'pass', ...alias }])
})

test('an answer that asks back answers nothing, and what the wire says about the debt wins', () => {
  expect(actsAbout([speak, ask], { ...about, intent: 'answer' }, 'operator')).toEqual([speak, ask])
  const declared: Act = { act: 'report', by: 'operator', about: { ref: '7' }, evidence: 'declared' }
  expect(actsAbout([declared], { ...about, intent: 'answer' }, 'operator')).toEqual([declared])
})

test('an answer to a row of several debts answers each of them, unless it asks back', () => {
  const several = { ...about, also: ['8', '9'], intent: 'answer' as const }
  expect(refs(actsAbout([speak], several, 'operator'))).toEqual(['7', '8', '9'])
  const declared: Act = { act: 'answer', by: 'operator', about: { ref: '7' }, evidence: 'declared' }
  expect(refs(actsAbout([declared], several, 'operator'))).toEqual(['7', '8', '9'])
  expect(refs(actsAbout([speak, ask], several, 'operator'))).toEqual([])
  expect(refs(actsAbout([{ ...declared, act: 'report' }], several, 'operator'))).toEqual([])
})
