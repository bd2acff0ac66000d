import { useLayoutEffect } from 'react'

/** A part that the operator has just asked for takes the focus, and gives it back when it goes with the focus in it. */
export function useBorrowedFocus(part: React.RefObject<HTMLElement | null>, isAskedFor: boolean): void {
  useLayoutEffect(() => {
    const { current } = part
    const before = document.activeElement
    if (isAskedFor) current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      if (current?.contains(document.activeElement) === true && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [part, isAskedFor])
}
