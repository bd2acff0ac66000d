import { describe, expect, it } from 'vitest'
import { placeWindow, smallest, windowStateSchema } from './window-state.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 100, width: 1280, height: 984 }
const saved = { x: 100, y: 50, width: 1200, height: 800, isMaximized: false }

describe('placeWindow', () => {
  it('opens where the window was, on any screen', () => {
    expect(placeWindow(saved, [screen])).toEqual({ x: 100, y: 50, width: 1200, height: 800 })
    expect(placeWindow({ ...saved, x: -900, y: 200 }, [screen, left])).toMatchObject({ x: -900, y: 200 })
  })

  it.each([
    ['nothing was kept', undefined],
    ['its screen is gone', { ...saved, x: -1_150, y: 200 }],
    ['it is far away', { ...saved, x: 100_000 }],
    ['only its edge would show', { ...saved, x: 1_900 }],
    ['its title bar would be above the screen', { ...saved, y: -10 }],
    ['its title bar would be below the screen', { ...saved, y: 1_000 }],
  ])('opens in the usual size when %s', (_why, state) => {
    expect(placeWindow(state, [screen])).toEqual({ width: 1440, height: 900 })
  })

  it('is never larger than the screen, never too small to use, and survives no screen', () => {
    expect(placeWindow({ ...saved, width: 9_000, height: 9_000 }, [screen])).toMatchObject({ width: 1920, height: 1040 })
    expect(placeWindow({ ...saved, width: 100, height: -5 }, [screen])).toMatchObject(smallest)
    expect(placeWindow(undefined, [{ ...screen, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 })
    expect(placeWindow(saved, [])).toEqual({ width: 1440, height: 900 })
  })

  it.each([{}, null, { ...saved, x: 'a' }, { ...saved, width: 1e9 }, { ...saved, y: 0.5 }])('does not believe the file %j', (value) => {
    expect(windowStateSchema.safeParse(value).success).toBe(false)
  })
})
