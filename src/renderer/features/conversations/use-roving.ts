import { useState } from 'react'

/** One tab stop for a list of rows; arrow keys, Home and End move through them. */
export interface Roving {
  /** 0 for the row that Tab goes to. */
  tabIndex(id: string): 0 | -1
  onFocus(event: React.FocusEvent): void
  onKeyDown(event: React.KeyboardEvent<HTMLElement>): void
}

/**
 * Moves the focus through the elements with `data-row` with the arrow keys, in page order.
 * @param ids the rows' `data-row`; the tab stop is the last focused one, otherwise `first`, otherwise the first row.
 */
export function useRoving(ids: readonly string[], first?: string): Roving {
  const [last, setLast] = useState<string>()
  const stop = [last, first, ids[0]].find((id) => id !== undefined && ids.includes(id))
  return {
    tabIndex: (id) => (id === stop ? 0 : -1),
    onFocus(event) {
      const row = event.target.closest<HTMLElement>('[data-row]')?.dataset['row']
      if (row !== undefined) setLast(row)
    },
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus()
    },
  }
}
