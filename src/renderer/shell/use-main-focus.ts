import { useEffect, useRef } from 'react'
import { isFocusFree } from '../ui/free-focus.ts'

/**
 * The main pane takes the focus when a change of view removed what had it, or when the rail has it at another view, so that the next Tab starts there.
 * A row that the view selects has taken it before.
 */
export function useMainFocus(view: string): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    const isOtherEntry = document.activeElement?.matches('.rail button:not([aria-current])') === true
    if (isFocusFree() || isOtherEntry) main.current?.focus({ preventScroll: true })
  }, [view])
  useEffect(() => watchLostFocus(() => main.current?.focus({ preventScroll: true })), [])
  return main
}

/** Calls when what had the focus was removed and nothing else took it, as when a row is not there at another moment. A control that was let go is still there. */
function watchLostFocus(onLost: () => void): () => void {
  let last: EventTarget | null = null
  const note = ({ target }: FocusEvent): void => {
    last = target
  }
  const look = (): void => {
    if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return
    last = null
    onLost()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', note)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
  }
}
