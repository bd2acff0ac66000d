import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Doubt } from '../../core/doubt.ts'
import { Doubts, DoubtLines } from './doubts.tsx'

afterEach(cleanup)

const doubts: readonly Doubt[] = [
  { severity: 'warning', text: 'no session proves it' },
  'Contains 1 byte that is not valid UTF-8',
  { severity: 'warning', text: 'nothing was run' },
  { severity: 'info', text: 'relayed by bridge' },
]
const marks = (): string[][] =>
  [...document.querySelectorAll('.doubt')].map((mark) => [mark.querySelector('.cut')?.textContent ?? '', mark.className])

test('red marks faults; everything unproven is one grey mark that explains itself on request', () => {
  render(<Doubts doubts={doubts} />)
  expect(marks()).toEqual([
    ['Contains 1 byte that is not valid UTF-8', 'doubt wrong'],
    ['unverified', 'doubt calm'],
    ['relayed by bridge', 'doubt calm'],
  ])
  expect([...document.querySelectorAll('[title]')].map((mark) => mark.getAttribute('title'))).toEqual([
    'Contains 1 byte that is not valid UTF-8',
    'no session proves it\nnothing was run',
    'relayed by bridge',
  ])
})

test('an inspector has a line for each', () => {
  render(<DoubtLines doubts={doubts} />)
  expect(marks().map(([text]) => text)).toEqual([
    'no session proves it',
    'Contains 1 byte that is not valid UTF-8',
    'nothing was run',
    'relayed by bridge',
  ])
})
