import { useState } from 'react'

/** What keeps notes in their places while the pointer is among them. */
export interface Hold {
  readonly isIn: boolean
  /** What is removed under the pointer never says that the pointer left it. */
  free(): void
  /** The CSS order of a note: each newer one is above all that were there, which move for none. */
  orderOf(id: string): number
}

/** Whether the pointer is among notes, with the handlers that tell. */
export function useHold(): { readonly hold: Hold; readonly handlers: React.HTMLAttributes<HTMLElement> } {
  const [isIn, setIn] = useState(false)
  const [orderOf] = useState(arrivals)
  return {
    hold: { isIn, free: () => setIn(false), orderOf },
    handlers: { onPointerMove: () => setIn(true), onPointerLeave: () => setIn(false) },
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
