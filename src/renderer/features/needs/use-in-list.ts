import { useState } from 'react'

/** Whether the pointer or the focus is in an element, and the handlers that tell. */
export function useInList(): { readonly isIn: boolean; readonly handlers: React.HTMLAttributes<HTMLElement> } {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  return {
    isIn: hasPointer || hasFocus,
    handlers: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: (event) => setFocus(event.currentTarget.contains(event.relatedTarget)),
    },
  }
}
