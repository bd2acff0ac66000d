import { afterEach, expect, test } from 'vitest'
import { createRowAnchor } from './row-anchor.ts'

/** A list of rows of known heights, with the boxes that a browser would give them. */
function list(heights: number[], frame: number): { readonly element: HTMLElement; grow(index: number, by: number): void } {
  const element = document.createElement('div')
  document.body.append(element)
  element.getBoundingClientRect = () => new DOMRect(0, 0, 100, frame)
  for (const [index] of heights.entries()) {
    const row = document.createElement('div')
    row.dataset.itemIndex = String(index)
    row.getBoundingClientRect = () => {
      const above = heights.slice(0, index).reduce((sum, height) => sum + height, 0)
      return new DOMRect(0, above - element.scrollTop, 100, heights[index])
    }
    element.append(row)
  }
  return { element, grow: (index, by) => void (heights[index] = (heights[index] ?? 0) + by) }
}
const topOf = (element: HTMLElement, index: number): number | undefined => element.children[index]?.getBoundingClientRect().top

afterEach(() => document.body.replaceChildren())

test('rows above grow and shrink, and the row being read stays in place', () => {
  const { element, grow } = list([100, 100, 100, 100], 150)
  const anchor = createRowAnchor()
  element.scrollTop = 180
  anchor.note(element)
  expect(topOf(element, 2)).toBe(20)
  grow(0, 300)
  anchor.hold(element)
  expect(topOf(element, 2)).toBe(20)
  grow(1, -40)
  anchor.hold(element)
  expect(topOf(element, 2)).toBe(20)
  grow(3, 500)
  anchor.hold(element)
  expect(element.scrollTop).toBe(440)
})

test('scrolling by the reader in between counts', () => {
  const { element, grow } = list([100, 100, 100, 100], 150)
  const anchor = createRowAnchor()
  element.scrollTop = 180
  anchor.note(element)
  element.scrollTop = 170
  grow(0, 60)
  anchor.hold(element)
  expect(topOf(element, 2)).toBe(30)
})

test('scrolling by the list itself, for new rows above, leaves the row being read in place', () => {
  const { element, grow } = list([100, 100, 100, 100], 150)
  const anchor = createRowAnchor()
  element.scrollTop = 180
  anchor.note(element)
  grow(0, 400)
  element.scrollTop += 390
  anchor.carry(390)
  anchor.hold(element)
  expect(topOf(element, 2)).toBe(20)
})

test('a row that fills the frame is held at its beginning, and one that is gone moves nothing', () => {
  const { element, grow } = list([100, 900, 100], 150)
  const anchor = createRowAnchor()
  element.scrollTop = 300
  anchor.note(element)
  grow(1, 50)
  anchor.hold(element)
  expect(element.scrollTop).toBe(300)
  element.children[1]?.remove()
  anchor.hold(element)
  expect(element.scrollTop).toBe(300)
})
