import type { AppState, PasteItems, ProtocolScreen } from '../screen.ts'
import type { PasteName } from '../state/slices.ts'

/** What the Paste view shows: an item of one screen, or, without an item, that screen's pane. */
export interface ShownPaste {
  /** Id of the protocol. */
  readonly protocol: string
  readonly parts: PasteItems
  readonly item: PasteName | undefined
}

/** The part of the state that the functions below need. */
export type PasteData = Pick<AppState, 'state' | 'screens' | 'pasteItem'>

/** The screens with a part in the Paste view, in the order of its list. Makes a new array: not for a selector. */
export function pasteParts(
  screens: ReadonlyMap<string, ProtocolScreen>,
): readonly { readonly protocol: string; readonly parts: PasteItems }[] {
  return [...screens.values()].flatMap(({ id, pasteItems }) => (pasteItems === undefined ? [] : [{ protocol: id, parts: pasteItems }]))
}

/**
 * What the Paste view shows: the pane of the link whose item was opened, otherwise one whose items have a place in the workspace, otherwise one with an item.
 * Undefined: nothing. Makes a new object: not for a selector.
 */
export function shownPaste({ state, screens, pasteItem }: PasteData): ShownPaste | undefined {
  if (state === undefined) return undefined
  const all = pasteParts(screens)
  const opened = state.links.find((link) => link.id === pasteItem?.link)?.protocol
  const shown =
    all.find(({ protocol }) => protocol === opened) ??
    all.find(({ parts }) => parts.hasPlace?.(state) === true) ??
    all.find(({ parts }) => parts.current(state, undefined) !== undefined)
  return shown && { ...shown, item: shown.parts.current(state, pasteItem) }
}

/** Whether the Paste view shows an item or the pane of this protocol. */
export function isPasteOf(state: PasteData, protocol: string): boolean {
  return shownPaste(state)?.protocol === protocol
}
