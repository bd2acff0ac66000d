import { z } from 'zod'

const pixels = z.int().min(-100_000).max(100_000)
/** Where the window was, as kept in `window.json`. */
export const windowStateSchema = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, isMaximized: z.boolean() })
export type WindowState = z.infer<typeof windowStateSchema>

/** A rectangle of a screen, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Smallest window in which every pane still works. */
export const smallest = { width: 480, height: 400 }
const usual = { width: 1440, height: 900 }
/** So much of the window must lie on a screen, or its title bar could be out of reach. */
const grip = 80

/** Where to open: where the window was, if a screen is still there; else the usual size, centred by the system, not larger than the screen. */
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
  const isTopVisible = window.y >= screen.y && window.y <= screen.y + screen.height - grip
  return across >= grip && isTopVisible
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)))
}
