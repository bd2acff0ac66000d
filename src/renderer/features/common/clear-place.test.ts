import { expect, test } from 'vitest'
import { clearBottom, type Area } from './clear-place.ts'

const notes: Area = { left: 600, right: 940, top: 0, bottom: 100 }
const control = (left: number, top: number, bottom = top + 28): Area => ({ left, right: left + 200, top, bottom })

test('notes stand at their lowest place where no control is in the way', () => {
  expect(clearBottom(notes, [], 800, 92)).toBe(92)
  expect(clearBottom(notes, [control(100, 650), control(700, 740), control(700, 20)], 800, 92)).toBe(92)
})

test('they go above what they would cover, and above what is there too', () => {
  expect(clearBottom(notes, [control(700, 660)], 800, 92)).toBe(148)
  expect(clearBottom(notes, [control(700, 660), control(550, 600), control(500, 560)], 800, 92)).toBe(248)
})

test('where controls leave no room in the lower part of the window, there is no place', () => {
  const form = Array.from({ length: 20 }, (_, at) => control(650, 100 + at * 32))
  expect(clearBottom(notes, form, 800, 92)).toBeUndefined()
})
