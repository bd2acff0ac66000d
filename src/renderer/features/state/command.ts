import type { LucideIcon } from 'lucide-react'

/** Sections of the shortcut sheet. */
export const commandGroups = ['Go', 'Move', 'Message', 'Agents', 'Board', 'Paste', 'Workspace', 'Appearance'] as const

/**
 * One thing that the operator can do. The palette, the shortcut sheet and the keyboard know of nothing else,
 * and everything here has something behind it.
 */
export interface Command<State> {
  /** Stable, also for menus: `go.feed`. */
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly label: string | ((state: State) => string)
  /** The label of the shortcut sheet, when the state decides the other one. */
  readonly sheetLabel?: string
  readonly icon: LucideIcon
  /** In tinykeys' notation; `$mod` is ⌘ on a Mac. The first is shown. */
  readonly keys?: readonly string[]
  /** Grey words beside the label in the palette: on what it acts. */
  readonly hint?: (state: State) => string | undefined
  /** Absent: always. */
  readonly when?: (state: State) => boolean
  /** Makes no sense from the palette: moving a selection that the palette covers. */
  readonly keyOnly?: boolean
  /** Moves a selection: what Enter and Space do then belongs to the selection, and no longer to a button that has the focus. */
  readonly moves?: true
  run(state: State): unknown
}

/** Its label now. */
export function labelOf<State>(command: Command<State>, state: State): string {
  return typeof command.label === 'string' ? command.label : command.label(state)
}

/** Whether it can run now. */
export function canRun<State>(command: Command<State>, state: State): boolean {
  return command.when?.(state) ?? true
}
