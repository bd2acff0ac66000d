import type { LucideIcon } from 'lucide-react'

/** Sections of the shortcut sheet. */
export const commandGroups = [
  'Go',
  'Needs me',
  'Flow',
  'Past',
  'Case',
  'Simulation',
  'Move',
  'Message',
  'Agents',
  'Board',
  'Paste',
  'Workspace',
  'Appearance',
] as const

/** One thing the operator can do. The palette, the shortcut sheet and the keyboard all use this list. */
export interface Command<State> {
  /** Stable, also used by menus: `go.feed`. */
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly label: string | ((state: State) => string)
  /** The label in the shortcut sheet, if `label` depends on the state. */
  readonly sheetLabel?: string
  /** What else somebody may type in the palette to find it. */
  readonly words?: string
  readonly icon: LucideIcon
  /** In tinykeys notation; `$mod` is ⌘ on a Mac. The first one is shown. */
  readonly keys?: readonly string[]
  /** Grey words next to the label in the palette: what it applies to. */
  readonly hint?: (state: State) => string | undefined
  /** Absent: always. */
  readonly when?: (state: State) => boolean
  /**
   * What its key does where the command cannot run: it says why, such as that nothing is selected. Undefined: nothing. Another command with the same key that can
   * run comes first.
   */
  readonly refuse?: (state: State) => (() => unknown) | undefined
  /** Writes or prepares something: closed while a moment in the past is looked at. */
  readonly writes?: true
  /** Useless in the palette, such as moving a selection that the palette covers. */
  readonly keyOnly?: boolean
  /** Moves a selection: Enter and Space then apply to the selection, no longer to a focused button. */
  readonly moves?: true
  /** Runs whatever is open or typed, also from a dialog: Halt. */
  readonly isUrgent?: true
  /** `key`: the one of `keys` that was pressed. */
  run(state: State, key?: string): unknown
}

/** Its current label. */
export function labelOf<State>(command: Command<State>, state: State): string {
  return typeof command.label === 'string' ? command.label : command.label(state)
}

/** Whether it can run now. */
export function canRun<State>(command: Command<State>, state: State): boolean {
  return command.when?.(state) ?? true
}
