import { expect, test } from 'vitest'
import type { Need } from '../core/need.ts'
import { noticeItem } from './notice-item.ts'

const need: Need = { id: 'd1', source: 'answer', band: 'rest', who: 'coder', text: 'Which limit?', since: 5, blocks: [], change: 'new' }

const title = (who: string): string => noticeItem({ ...need, who }, 'w1').title

test('an agent whose name reads as a word of the title is in quotes (F24)', () => {
  expect([title('coder'), title('you'), title('Patchbay')]).toEqual(['coder asks you', '“you” asks you', '“Patchbay” asks you'])
})
