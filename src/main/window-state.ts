import { z } from 'zod'

const pixels = z.int().min(-100_000).max(100_000)
/** Last position of the window, as stored in `window.json`. */
export const windowStateSchema = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, isMaximized: z.boolean() })
export type WindowState = z.infer<typeof windowStateSchema>

/** A rectangle of a screen, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Smallest window in which every pane is usable. */
export const smallest = { width: 480, height: 400 }
const usual = { width: 1440, height: 900 }
/** How much of the window must be on a screen, so that its title bar can be reached. */
const reachablePixels = 80

/** Where to open: the last position, if its screen still exists; otherwise the default size, centred by the system, no larger than the screen. */
export function placeWindow(
  saved: WindowState | undefined,
  screens: readonly Area[],
): Partial<Area> & { readonly width: number; readonly height: number } {
  const screen = saved && screens.find((area) => isReachable(saved, area))
  if (saved !== undefined && screen !== undefined) {
    const { x, y } = saved
    return { x, y, width: clamp(saved.width, smallest.width, screen.width), height: clamp(saved.height, smallest.height, screen.height) }
  }
  const first = screens[0] ?? usual
  return { width: Math.min(usual.width, first.width), height: Math.min(usual.height, first.height) }
}

function isReachable(window: Area, screen: Area): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const isTopVisible = window.y >= screen.y && window.y <= screen.y + screen.height - reachablePixels
  return across >= reachablePixels && isTopVisible
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)))
}
