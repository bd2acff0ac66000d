import { afterEach, expect, test } from 'vitest'
import { createScrollSense, type ScrollSense } from './scroll-sense.ts'

afterEach(() => document.body.replaceChildren())

function sensed(): { readonly sense: ScrollSense; readonly list: HTMLElement; readonly field: HTMLElement; pass(ms: number): void } {
  let now = 10_000
  const sense = createScrollSense(() => now)
  const list = document.createElement('div')
  const field = document.createElement('textarea')
  document.body.append(list, field)
  sense.listen(list)
  return { sense, list, field, pass: (ms) => void (now += ms) }
}
const pointer = (type: string, buttons: number): PointerEvent => new PointerEvent(type, { bubbles: true, buttons })

test('a scroll right after rows changed is theirs; later it is the operator’s', () => {
  const { sense, pass } = sensed()
  expect(sense.isOperators()).toBe(true)
  sense.settled()
  pass(100)
  expect(sense.isOperators()).toBe(false)
  pass(100)
  expect(sense.isOperators()).toBe(true)
})

test('a wheel or a key of the list makes it the operator’s, letters that are typed do not', () => {
  const { sense, list, field, pass } = sensed()
  sense.settled()
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }))
  expect(sense.isOperators()).toBe(false)
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }))
  expect(sense.isOperators()).toBe(true)
  pass(600)
  sense.settled()
  expect(sense.isOperators()).toBe(false)
  list.dispatchEvent(new WheelEvent('wheel'))
  expect(sense.isOperators()).toBe(true)
})

test('while the scroll bar is held it is the operator’s, until a pointer moves without a button', () => {
  const { sense, list, pass } = sensed()
  window.dispatchEvent(pointer('pointermove', 1))
  sense.settled()
  expect(sense.isOperators()).toBe(false)
  list.dispatchEvent(pointer('pointerdown', 1))
  pass(5_000)
  sense.settled()
  expect(sense.isOperators()).toBe(true)
  window.dispatchEvent(pointer('pointermove', 0))
  pass(600)
  sense.settled()
  expect(sense.isOperators()).toBe(false)
})
