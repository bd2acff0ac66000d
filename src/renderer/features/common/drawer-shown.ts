/** Whether a pane covers others as a drawer, which Esc closes before it does anything else. In a wide window the same pane stands beside them. */
export function isDrawerShown(): boolean {
  return document.querySelector('.app.w-s.drawer-list > .pane.list, .app.w-m.drawer-inspector > .pane.inspector') !== null
}
