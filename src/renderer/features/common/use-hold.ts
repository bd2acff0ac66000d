import { useState } from 'react'

/** What keeps notes while the pointer or the focus of the keys is among them. */
export interface Hold {
  readonly isIn: boolean
  /** The pointer is: they do not move as a whole either. */
  readonly hasPointer: boolean
  /** What is removed under the pointer never says that the pointer left it. */
  free(): void
  /** The CSS order of a note: each newer one is above all that were there, which move for none. */
  orderOf(id: string): number
}

/** Whether the pointer or the focus of the keys is among notes, with the handlers that tell. A press of the pointer leaves a focus that nobody looks at. */
export function useHold(): { readonly hold: Hold; readonly handlers: React.HTMLAttributes<HTMLElement> } {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [orderOf] = useState(arrivals)
  return {
    hold: {
      isIn: hasPointer || hasFocus,
      hasPointer,
      free: () => {
        setPointer(false)
        setFocus(false)
      },
      orderOf,
    },
    handlers: {
      onPointerMove: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: ({ target }) => setFocus(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => setFocus((had) => had && currentTarget.contains(relatedTarget)),
    },
  }
}

/** Notes that are remembered; older ones are long gone. */
const most = 100

function arrivals(): Hold['orderOf'] {
  const orders = new Map<string, number>()
  let last = 0
  return (id) => {
    const order = orders.get(id) ?? --last
    orders.set(id, order)
    const [oldest] = orders.keys()
    if (orders.size > most && oldest !== undefined) orders.delete(oldest)
    return order
  }
}
