import { expect, test } from 'vitest'
import type { Act } from '../acts.ts'
import { freeTextActs, type FreeText } from './free-text.ts'

const said = (text: string, more: Partial<FreeText> = {}): readonly Act[] =>
  freeTextActs({ by: 'coder', to: ['reviewer'], text, ref: 'w1', ...more })
const words = (acts: readonly Act[]): string[] => acts.map(({ act, kind, to }) => [act, kind, to?.join('+')].filter(Boolean).join(' '))

test('a question is an act with its sentence', () => {
  expect(said('The port moved.\nIs  it\nlate? Thanks')).toEqual([
    { act: 'speak', by: 'coder', about: { turn: 'reviewer' }, evidence: 'inferred', move: { asks: true } },
    {
      act: 'ask',
      by: 'coder',
      about: { turn: 'reviewer' },
      evidence: 'inferred',
      kind: 'answer',
      to: ['reviewer'],
      cue: [23, 28],
      text: 'late?',
    },
  ])
})

test('a plain word declares an outcome: of the message it is a reply to, or of the pair’s oldest debt (F27)', () => {
  expect(said('Review: the retry helper')).toMatchObject([
    { act: 'speak', move: { asks: true } },
    { act: 'ask', about: { ref: 'w1' }, evidence: 'declared', kind: 'review', to: ['reviewer'], text: 'Review: the retry helper' },
  ])
  expect(said('Done: merged')).toMatchObject([
    { act: 'answer', about: { pair: 'reviewer', kinds: ['task', 'review', 'answer'] }, evidence: 'declared' },
  ])
})

test('nobody owes himself, nor does a group, nor one of more than three (F27)', () => {
  expect(words(said('Is it late?', { to: ['coder', '@all', '#fleet', 'all', 'Everyone'] }))).toEqual(['speak'])
  expect(words(said('Is it late?', { to: [] }))).toEqual(['speak'])
  expect(words(said('Is it late?', { to: ['a', 'b', 'c'] }))).toEqual(['speak', 'ask answer a+b+c'])
  expect(words(said('Is it late?', { to: ['a', 'b', 'c', 'd'] }))).toEqual(['speak'])
  expect(words(said('Review: it', { to: ['a', 'b'] }))).toEqual(['speak'])
})

test('an acknowledgement says nothing else, a promise may include a question', () => {
  expect(words(said('Acknowledged — received'))).toEqual(['ack'])
  expect(words(said('Will do. By when?'))).toEqual(['take task', 'ask answer reviewer'])
})

test('a promise is made to somebody: in a conversation, what is said to a group takes nothing (F27)', () => {
  for (const to of [['@all'], ['#fleet', 'coder'], []]) expect(words(said('On it', { to }))).toEqual(['speak'])
  expect(words(said('On it', { to: ['@all', 'reviewer'] }))).toEqual(['take task'])
  // In a channel, it takes what its author was asked there last.
  expect(words(said('On it', { to: [], isChannel: true }))).toEqual(['take task'])
})

test('in a channel the mentioned agents count; a doubt is in every act', () => {
  expect(
    said('Will do. By when?', { isChannel: true, doubt: 'spoofed' }).map(({ move, doubt, evidence }) => ({ move, doubt, evidence })),
  ).toEqual([
    { move: { asks: true, mentions: ['reviewer'] }, doubt: 'spoofed', evidence: 'inferred' },
    { move: undefined, doubt: 'spoofed', evidence: 'inferred' },
  ])
})

test('a request is cut at 140 characters', () => {
  expect(said(`Is ${'very '.repeat(40)}late?`).at(-1)?.text).toMatch(/^Is (very )+.{0,5}…$/u)
  expect(said(`Is ${'very '.repeat(40)}late?`).at(-1)?.text).toHaveLength(140)
})

test('a halt and its end move no debt: they answer nobody and ask nothing (F28)', () => {
  for (const text of [
    'HALT 7F3K — stop after your current step and wait.',
    '@all RESUME 7F3K — go on.',
    '@a @b HALT 7F3K — stop. Reason: why?',
  ])
    expect(said(text)).toEqual([])
  expect(words(said('HALT the build, please. Done?'))).not.toEqual([])
})
