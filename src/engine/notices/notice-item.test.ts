import { expect, test } from 'vitest'
import { debtRow } from '../../../test/fakes/debt-rows.ts'
import { doubtWords, type Need } from '../../core/need.ts'
import { twinsAmong } from '../../core/twin.ts'
import { noticeItem } from './notice-item.ts'

const need: Need = { id: 'd1', source: 'answer', band: 'rest', who: 'coder', text: 'Which limit?', since: 5, blocks: [], change: 'new' }

const twinOf = twinsAmong(['coder', 'сoder', 'mira'].map((name) => ({ name, agent: name, isOperator: name === 'mira' })))
const title = (who: string): string => noticeItem({ ...need, who }, 'w1', twinOf).title

test('an agent whose name reads as a word of the title is in quotes (F24)', () => {
  expect([title('coder'), title('you'), title('Patchbay')]).toEqual(['coder asks you', '“you” asks you', '“Patchbay” asks you'])
})

test('a name that only looks like another says whose it is not (F24)', () => {
  expect([title('сoder'), title('mirа'), title('coder')]).toEqual([
    'сoder (not coder) asks you',
    'mirа (not you) asks you',
    'coder asks you',
  ])
})

test('a link that works, but not as it was set up, is not told as down', () => {
  const link: Need = { ...need, id: 'link|l', source: 'link', who: 'harbour', link: 'l', text: 'harbour: mira is in use.' }
  expect(noticeItem(link, 'w1', twinOf)).toMatchObject({ title: 'harbour is down', isLinkDown: true })
  const impaired = noticeItem({ ...link, isUp: true }, 'w1', twinOf)
  expect(impaired.title).toBe('harbour does not work as it was set up')
  expect(impaired).not.toHaveProperty('isLinkDown')
})

test('an author in doubt is marked beside the name, since the words may stay out, and first in the words (F27)', () => {
  const doubt = 'No session of it wrote this file.'
  const row = debtRow('coder', 'mira', { doubt })
  const item = noticeItem({ ...need, row, warning: doubtWords(doubt) }, 'w1', twinOf)
  expect(item.title).toBe('coder (in doubt) asks you')
  expect(item.body).toBe('in doubt: No session of it wrote this file. Which limit?')
})

test('of several workspaces, a notification says which it is about', () => {
  expect(noticeItem(need, 'w1', twinOf, 'tidepool').title).toBe('tidepool: coder asks you')
  expect(noticeItem(need, 'w1', twinOf).title).toBe('coder asks you')
})
