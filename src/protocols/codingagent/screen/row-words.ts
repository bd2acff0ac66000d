import { CircleCheckBig, FileMinus2, FilePenLine, FilePlus2, FileSearch, MessageSquare, SquareTerminal, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { PlanRow } from '../pure/api.ts'

/** Verb and icon of each kind of row. */
export const rowVerbs: Readonly<Record<PlanRow['type'], { readonly verb: string; readonly icon: LucideIcon }>> = {
  CREATE_FILE: { verb: 'Create', icon: FilePlus2 },
  EDIT_FILE: { verb: 'Edit', icon: FilePenLine },
  DELETE_FILE: { verb: 'Delete', icon: FileMinus2 },
  READ_FILE: { verb: 'Read', icon: FileSearch },
  RUN_COMMAND: { verb: 'Run', icon: SquareTerminal },
  MESSAGE: { verb: 'Message', icon: MessageSquare },
  DONE: { verb: 'Done', icon: CircleCheckBig },
  PARSE_ERROR: { verb: 'Unreadable', icon: TriangleAlert },
}

/** `12–18`, or `12` for one line. */
export function linesText(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`
}

/** Maximum number of characters of a command in its row. */
const commandShown = { lines: 8, chars: 600 } as const

/** The target of a row: path with lines, or the command, shortened if long. */
export function rowTarget(row: PlanRow): string {
  if (row.path !== undefined) return row.range === undefined ? row.path : `${row.path}:${linesText(row.range.from, row.range.to)}`
  if (row.type !== 'RUN_COMMAND') return ''
  const text = row.text ?? ''
  let end = -1
  for (let line = 0; line < commandShown.lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0 || end > commandShown.chars) return text.slice(0, commandShown.chars)
  }
  return text.slice(0, end)
}
