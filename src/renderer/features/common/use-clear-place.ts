import { useLayoutEffect, useState } from 'react'
import { clearBottom, standingControls } from './clear-place.ts'

/** How often the place is looked for while notes are shown: what is below them grows and opens meanwhile. */
const againMs = 250

/**
 * How far, in pixels, notes stand above their lowest place (their lower margin) to cover no control; undefined: they would cover one wherever they stand.
 * While `isStill`, they stay where they are.
 */
export function useClearPlace(notes: React.RefObject<HTMLElement | null>, isShown: boolean, isStill: boolean): number | undefined {
  const [lift, setLift] = useState<number | undefined>(0)
  useLayoutEffect(() => {
    if (!isShown || isStill) return undefined
    const look = (): void => {
      const element = notes.current
      if (element === null) return
      const lowest = Number.parseFloat(getComputedStyle(element).marginBottom) || 0
      const found = clearBottom(element.getBoundingClientRect(), standingControls(), window.innerHeight, lowest)
      setLift(found === undefined ? undefined : found - lowest)
    }
    look()
    const timer = setInterval(look, againMs)
    window.addEventListener('resize', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('resize', look)
    }
  }, [notes, isShown, isStill])
  return lift
}
