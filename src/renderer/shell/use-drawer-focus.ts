import { useEffect, useState } from 'react'
import { isFocusFree } from '../ui/free-focus.ts'

type Drawer = 'list' | 'inspector' | undefined

/** What had the focus when a drawer opened gets it back when the drawer closes with the focus in it, so that the keys go on from there. */
export function useDrawerFocus(drawer: Drawer): void {
  const [last, setLast] = useState<{ readonly drawer: Drawer; readonly closed?: Drawer; readonly from?: Element | null }>({ drawer })
  // Read while the screen is still as it was: what the drawer shows may take the focus.
  if (drawer !== last.drawer)
    setLast(drawer === undefined ? { ...last, drawer, closed: last.drawer } : { drawer, from: document.activeElement })
  useEffect(() => {
    const { closed, from } = last
    if (closed === undefined) return
    const isInside = document.activeElement?.closest(`.pane.${closed}`) !== null
    if ((isInside || isFocusFree()) && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
  }, [last])
}
