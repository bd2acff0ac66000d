/** The panes that F6 visits, in order, as `data-pane` of the layout's landmarks. */
const order = ['list', 'needs-you', 'conversations', 'agents', 'main', 'composer', 'inspector', 'status'] as const

/** Moves the focus to the next (or previous) visible pane: to its last focused or first focusable part. */
export function cyclePane(by: 1 | -1 = 1): void {
  const panes = order.flatMap((name) => {
    const pane = document.querySelector<HTMLElement>(`[data-pane=${name}]`)
    return pane !== null && pane.getClientRects().length > 0 ? [pane] : []
  })
  const holder = document.activeElement?.closest('[data-pane]')
  const at = panes.findIndex((pane) => pane === holder)
  const next = panes[at < 0 ? 0 : (at + by + panes.length) % panes.length]
  if (next === undefined) return
  // A pane inside this one (the composer) is a stop of its own.
  const own = (selector: string): HTMLElement | undefined =>
    [...next.querySelectorAll<HTMLElement>(selector)].find(
      (part) => part.closest('[data-pane]') === next && part.getClientRects().length > 0,
    )
  const target = own('[data-pane-focus]') ?? own(focusable) ?? next
  target.focus()
}

const focusable = 'button:not([disabled]), input:not([disabled]), textarea, select, a[href], [tabindex="0"]'
