/**
 * Nothing particular has the focus, so a row that is selected may take it: no control, no field and no row of another pane.
 * After a change of view, the main pane as a whole may have it.
 */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches('main.pane')
}

/** Leaves a field for the selected row of the feed, or else for the main pane, so that the keys go on from there. */
export function leaveField(field: HTMLElement): void {
  field.blur()
  const [row, pane] = ['article[aria-current=true]', 'main.pane'].map((one) => document.querySelector<HTMLElement>(one))
  const place = row ?? pane
  place?.focus({ preventScroll: true })
}
