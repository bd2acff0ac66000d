import { isFocusFree } from '../../ui/free-focus.ts'

/**
 * Gives a card the focus as soon as its column has drawn it, unless the operator has moved to a field or another pane by then.
 * @param key as in `data-card`; ids are text from outside, not selectors
 * @param frames number of frames to wait for the card
 */
export function focusCard(column: HTMLElement | null, key: string, isWanted: () => boolean, frames = 30): void {
  const isElsewhere = !isFocusFree() && document.activeElement?.closest('.cols') === null
  if (column === null || frames === 0 || isElsewhere || !isWanted()) return
  const card = [...column.querySelectorAll<HTMLElement>('[data-card]')].find((one) => one.dataset['card'] === key)
  const title = card?.querySelector<HTMLElement>('button')
  if (title !== null && title !== undefined) {
    title.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) // columns may be scrolled out of view
    return
  }
  requestAnimationFrame(() => focusCard(column, key, isWanted, frames - 1))
}
