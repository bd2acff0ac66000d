import type { LucideIcon } from 'lucide-react'
import type { AppState } from '../../shell/store.ts'

/** Sections of the shortcut sheet. */
export const commandGroups = ['Go', 'Move', 'Message', 'Agents', 'Board', 'Paste', 'Workspace', 'Look'] as const

/**
 * One thing that the operator can do. The palette, the shortcut sheet and the keyboard know of nothing else,
 * and everything here has something behind it.
 */
export interface AppCommand {
  /** Stable, also for menus: `go.feed`. */
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly label: string | ((state: AppState) => string)
  /** The label of the shortcut sheet, when the state decides the other one. */
  readonly sheetLabel?: string
  readonly icon: LucideIcon
  /** In tinykeys' notation; `$mod` is ⌘ on a Mac. The first is shown. */
  readonly keys?: readonly string[]
  /** Grey words beside the label in the palette: on what it acts. */
  readonly hint?: (state: AppState) => string | undefined
  /** Absent: always. */
  readonly when?: (state: AppState) => boolean
  /** Makes no sense from the palette: moving a selection that the palette covers. */
  readonly keyOnly?: boolean
  /** Moves a selection: what Enter and Space do then belongs to the selection, and no longer to a button that has the focus. */
  readonly moves?: true
  run(state: AppState): unknown
}

/** Its label now. */
export function labelOf(command: AppCommand, state: AppState): string {
  return typeof command.label === 'string' ? command.label : command.label(state)
}

/** Whether it can run now. */
export function canRun(command: AppCommand, state: AppState): boolean {
  return command.when?.(state) ?? true
}
