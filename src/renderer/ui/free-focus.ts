/**
 * Nothing particular has the focus, so a row that is selected may take it: no control, no field and no row of another pane.
 * After a change of view, the main pane as a whole may have it.
 */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches('main.pane')
}
