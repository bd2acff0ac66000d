import { CircleCheckBig, FileMinus2, FilePenLine, FilePlus2, FileSearch, MessageSquare, SquareTerminal, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { PlanRow } from '../../../protocols/codingagent/pure/api.ts'

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

/** What a row is about, on one line: path with lines, or the first line of the command. */
export function rowTarget(row: PlanRow): string {
  if (row.path !== undefined) return row.range === undefined ? row.path : `${row.path}:${linesText(row.range.from, row.range.to)}`
  return row.type === 'RUN_COMMAND' ? firstLine(row.text ?? '') : ''
}

/** Lines of a command beyond the one that its row shows. */
export function moreLines(row: PlanRow): number {
  return row.type === 'RUN_COMMAND' ? (row.text ?? '').trimEnd().split('\n').length - 1 : 0
}

function firstLine(text: string): string {
  return text.slice(0, text.includes('\n') ? text.indexOf('\n') : undefined).slice(0, 500)
}
