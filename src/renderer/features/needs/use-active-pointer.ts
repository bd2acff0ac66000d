import { useEffect, useRef, useState } from 'react'

/** Who has not moved the pointer for this long is not about to press, ms. */
const restMs = 10_000

/**
 * Whether the pointer is in an element and somebody may be about to press there, and the handlers that tell. A pointer that rests, or was left there by somebody
 * who uses the keys, is not active until it moves.
 */
export function useActivePointer(): { readonly isActive: boolean; readonly handlers: React.HTMLAttributes<HTMLElement> } {
  const [isActive, setActive] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => {
    if (!isActive) return undefined
    const end = (): void => setActive(false)
    window.addEventListener('keydown', end)
    return () => {
      window.removeEventListener('keydown', end)
      window.clearTimeout(timer.current)
    }
  }, [isActive])
  const moved = (): void => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setActive(false), restMs)
    setActive(true)
  }
  return { isActive, handlers: { onPointerEnter: moved, onPointerMove: moved, onPointerLeave: () => setActive(false) } }
}
