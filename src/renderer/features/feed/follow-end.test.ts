import { array, assert, constant, integer, oneof, property, record } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepEnd, type EndKeeper } from './follow-end.ts'

/** A list with the scrolling of a browser: a position is never past the end, and its scroll event comes later. */
interface Model {
  readonly element: HTMLElement
  readonly keeper: EndKeeper
  readonly state: { isFollowing: boolean; pausedBy: 'key' | 'scroll' | undefined; hasAfter: boolean }
  /** Gives the rows another height altogether; `known`: as far as the list has measured them. */
  resize(height: number, known?: number): void
  /** What the browser does before a frame: scroll events, then observers of sizes. */
  frame(): void
  fromEnd(): number
}

const viewport = 500
let models: Model[] = []
afterEach(() => {
  for (const { keeper } of models) keeper.end()
  models = []
  document.body.replaceChildren()
})

function model(height = 4_546): Model {
  const element = document.createElement('div')
  document.body.append(element)
  let [top, rows, knownHeight, hasScrolled, hasResized] = [0, height, height, false, false]
  const clamp = (wanted: number): void => {
    const next = Math.max(0, Math.min(wanted, rows - viewport))
    hasScrolled ||= next !== top
    top = next
  }
  Object.defineProperties(element, {
    clientHeight: { get: () => viewport },
    scrollHeight: { get: () => Math.max(rows, viewport) },
    scrollTop: { get: () => top, set: clamp },
  })
  const state: Model['state'] = { isFollowing: true, pausedBy: undefined, hasAfter: false }
  const keeper = keepEnd(element, {
    knownHeight: () => knownHeight,
    isFollowing: () => state.isFollowing,
    mayResume: () => !state.isFollowing && state.pausedBy === 'scroll' && !state.hasAfter,
    pause: () => Object.assign(state, { isFollowing: false, pausedBy: 'scroll' }),
    resume: () => Object.assign(state, { isFollowing: true, pausedBy: undefined }),
  })
  const made: Model = {
    element,
    keeper,
    state,
    resize(next, known = next) {
      rows = next
      knownHeight = known
      hasResized = true
      clamp(top)
    },
    frame() {
      // A handler may scroll again; its event comes with the next frame.
      const [scrolled, resized] = [hasScrolled, hasResized]
      hasScrolled = hasResized = false
      if (scrolled) keeper.scrolled()
      if (resized) keeper.settle()
    },
    fromEnd: () => Math.max(rows, viewport) - viewport - top,
  }
  models.push(made)
  keeper.toEnd()
  made.frame()
  return made
}

const wheel = (deltaY: number, more: WheelEventInit = {}): WheelEvent => new WheelEvent('wheel', { deltaY, bubbles: true, ...more })
const pointer = (type: string, buttons: number, clientY = 0): PointerEvent => new PointerEvent(type, { bubbles: true, buttons, clientY })
const key = (name: string): KeyboardEvent => new KeyboardEvent('keydown', { key: name, bubbles: true })

describe('without user input', () => {
  test('a momentary loss of height pauses nothing, and the end is visible again', () => {
    const list = model()
    list.resize(3_726) // the browser pulls the list up …
    list.resize(4_546) // … and does not let it down again
    expect(list.fromEnd()).toBe(820)
    list.frame()
    expect(list.state.isFollowing).toBe(true)
    expect(list.fromEnd()).toBe(0)
  })

  test('the list is not scrolled where it has no rows yet', () => {
    const list = model(100)
    list.resize(4_846, 150)
    list.frame()
    expect(list.element.scrollTop).toBe(0)
    list.resize(4_846)
    list.frame()
    expect(list.fromEnd()).toBe(0)
  })

  test('the list hears at once that it is at its end, and draws the rows there in the same frame', () => {
    const list = model()
    const heard: number[] = []
    list.element.addEventListener('scroll', () => heard.push(list.fromEnd()))
    list.resize(6_000)
    list.keeper.toEnd()
    expect(heard).toEqual([0])
    list.keeper.toEnd()
    expect(heard).toEqual([0])
  })

  test('no order of heights, frames and waiting pauses', () => {
    const step = oneof(record({ height: integer({ min: 0, max: 9_000 }) }), constant('frame' as const), constant('toEnd' as const))
    assert(
      property(array(step, { maxLength: 40 }), (steps) => {
        const list = model()
        for (const one of steps) {
          if (one === 'frame') list.frame()
          else if (one === 'toEnd') list.keeper.toEnd()
          else list.resize(one.height)
        }
        list.frame()
        list.frame()
        expect(list.state.isFollowing).toBe(true)
        expect(list.fromEnd()).toBe(0)
      }),
    )
  })

  test('a click in a row while rows move pauses nothing', () => {
    const list = model()
    const row = document.createElement('div')
    list.element.append(row)
    row.dispatchEvent(pointer('pointerdown', 1))
    list.resize(3_726)
    list.resize(4_546)
    list.frame()
    window.dispatchEvent(pointer('pointerup', 0))
    list.frame()
    expect(list.state.isFollowing).toBe(true)
    expect(list.fromEnd()).toBe(0)
  })

  test('a reader further up keeps the place when the list changes its height', () => {
    const list = model()
    list.element.dispatchEvent(wheel(-100))
    list.element.scrollTop -= 100
    list.frame()
    const row = document.createElement('div')
    row.dataset.itemIndex = '1'
    const rowAt = list.element.scrollTop + 40
    row.getBoundingClientRect = () => new DOMRect(0, rowAt - list.element.scrollTop, 100, 20)
    list.element.getBoundingClientRect = () => new DOMRect(0, 0, 100, viewport)
    list.element.append(row)
    list.keeper.scrolled()
    list.resize(3_726)
    list.frame()
    list.resize(4_546)
    list.frame()
    expect(row.getBoundingClientRect().top).toBe(40)
    expect(list.state.isFollowing).toBe(false)
  })
})

describe('with user input', () => {
  let list: Model
  beforeEach(() => {
    list = model()
  })
  const hands: { readonly [name: string]: () => void } = {
    'a wheel': () => list.element.dispatchEvent(wheel(-1)),
    'a touch': () => {
      for (const [type, y] of [
        ['touchstart', 10],
        ['touchmove', 30],
      ] as const) {
        const touch = new Event(type, { bubbles: true })
        Object.assign(touch, { touches: [{ clientY: y }] })
        list.element.dispatchEvent(touch)
      }
    },
    'a key': () => list.element.dispatchEvent(key('PageUp')),
    'the scroll bar': () => {
      list.element.dispatchEvent(pointer('pointerdown', 1))
      list.element.scrollTop -= 200
      list.frame()
    },
    'a selection that is pulled up': () => {
      list.element.append(document.createElement('p'))
      list.element.firstElementChild?.dispatchEvent(pointer('pointerdown', 1))
      window.dispatchEvent(pointer('pointermove', 1, -300))
      list.element.scrollTop -= 200
      list.frame()
    },
  }

  test.each(Object.keys(hands))('%s pauses immediately, and new rows do not move the place', (name) => {
    hands[name]?.()
    expect(list.state).toMatchObject({ isFollowing: false, pausedBy: 'scroll' })
    const top = list.element.scrollTop
    list.resize(6_000)
    list.frame()
    expect(list.element.scrollTop).toBe(top)
  })

  test.each(['a wheel sideways', 'a wheel that zooms', 'a key in a field', 'a wheel over a part that scrolls'])(
    '%s does not pause',
    (name) => {
      const part = document.createElement('textarea')
      part.style.overflowY = 'auto'
      Object.defineProperties(part, { clientHeight: { value: 10 }, scrollHeight: { value: 90 }, scrollTop: { value: 40 } })
      list.element.append(part)
      if (name.includes('sideways')) list.element.dispatchEvent(wheel(-1, { deltaX: 9 }))
      else if (name.includes('zooms')) list.element.dispatchEvent(Object.defineProperty(wheel(-9), 'ctrlKey', { value: true }))
      else part.dispatchEvent(name.includes('key') ? key('ArrowUp') : wheel(-9))
      expect(list.state.isFollowing).toBe(true)
    },
  )

  test('a released scroll bar has no further effect', () => {
    list.element.dispatchEvent(pointer('pointerdown', 1))
    window.dispatchEvent(pointer('pointermove', 0))
    list.resize(3_000)
    list.resize(5_000)
    list.frame()
    expect(list.state.isFollowing).toBe(true)
    expect(list.fromEnd()).toBe(0)
  })

  test('scrolling to the end follows again; an end that arrives by itself changes nothing', () => {
    list.element.dispatchEvent(wheel(-100))
    list.element.scrollTop -= 100
    list.frame()
    list.resize(4_440) // rows went, and the end is in view
    list.frame()
    expect(list.state.isFollowing).toBe(false)
    list.resize(4_546)
    list.frame()
    list.element.dispatchEvent(wheel(100))
    list.element.scrollTop += 900
    list.frame()
    expect(list.state.isFollowing).toBe(true)
  })

  test('at the end already, one movement down is enough', () => {
    list.element.dispatchEvent(wheel(-1))
    list.element.dispatchEvent(wheel(1))
    expect(list.state.isFollowing).toBe(true)
  })

  test('a pause by key, newer rows beyond the end, and a requested row are left alone', () => {
    for (const change of [{ pausedBy: 'key' }, { hasAfter: true }] as const) {
      Object.assign(list.state, { isFollowing: false, pausedBy: 'scroll', hasAfter: false, ...change })
      list.element.dispatchEvent(wheel(100))
      expect(list.state.isFollowing).toBe(false)
    }
    Object.assign(list.state, { isFollowing: false, pausedBy: 'scroll', hasAfter: false })
    list.element.scrollTop = 0
    list.frame()
    list.keeper.leave()
    list.element.scrollTop = 9_000
    list.frame()
    expect(list.state.isFollowing).toBe(false)
  })
})
