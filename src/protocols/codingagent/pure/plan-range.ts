import type { PlanRow } from './api.ts'
import type { EditFile } from './command.ts'
import { editLines, linesOf } from './edit-lines.ts'
import type { PlannedFile } from './plan-files.ts'
import { rebase } from './rebase.ts'
import type { LineRange } from './rebase.ts'

/** The lines that an edit replaces, and notes for the operator. */
export interface EditRange extends LineRange {
  /** The intended lines are uncertain: the file differs from what the LLM saw. */
  readonly isStale: boolean
  /** Another place for the same edit, and which of the two is used. */
  readonly found?: LineRange
  readonly rebase?: NonNullable<PlanRow['rebase']>
  readonly notes: readonly string[]
}

/**
 * Decides where an edit applies. The numbers of a command refer to the file after earlier commands (specification: "executed in order"). If the file is not as
 * the LLM assumes, the same lines are searched and used; if the outbox's numbers would mean other lines, that place is offered.
 * @param chosen the operator's choice between the places.
 */
export function editRange(file: PlannedFile, command: EditFile, chosen: 'moved' | 'kept' | undefined): EditRange {
  const said = { from: command.startLine, to: command.endLine }
  const present = file.text ?? ''
  const meant = file.seen === undefined ? undefined : slice(file.seen, said)
  if (file.seen !== present) {
    const changed = file.isStale ? 'Changed since it was shown' : 'Not as the reply expects it'
    if (file.seen === undefined || meant === undefined) {
      return { ...said, isStale: true, notes: [`${changed}: the earlier contents of ${range(said)} are not known.`] }
    }
    const found = rebase(linesOf(file.seen), said, linesOf(present))
    if (found === undefined) {
      return { ...said, isStale: true, notes: [`${changed}: the earlier contents of ${range(said)} are not found in exactly one place.`] }
    }
    if (found.from === said.from) return { ...said, isStale: false, notes: [`${changed}, but not on ${range(said)}.`] }
    const now = `${changed}: the same lines are now ${numbers(found)}`
    return chosen === 'kept'
      ? { ...said, isStale: true, found, rebase: 'kept', notes: [`${now}, but ${numbers(said)} will be used.`] }
      : { ...found, isStale: true, found, rebase: 'moved', notes: [`${now} and will be used.`] }
  }
  return shifted(file, said, present, chosen)
}

/** An earlier edit of the reply moved the lines: the LLM may have meant the numbers that it was shown. */
function shifted(file: PlannedFile, said: LineRange, present: string, chosen: 'moved' | 'kept' | undefined): EditRange {
  const plain: EditRange = { ...said, isStale: false, notes: [] }
  if (file.shown === undefined || file.shown === present) return plain
  const [then, now] = [slice(file.shown, said), slice(present, said)]
  if (then === undefined || then === now) return plain
  const found = rebase(linesOf(file.shown), said, linesOf(present))
  const moved = `An earlier command of this reply moved these lines: ${numbers(said)} no longer means the same lines as in the outbox`
  if (found === undefined || found.from === said.from) return { ...plain, notes: [`${moved}.`] }
  if (chosen === 'moved') {
    return { ...found, isStale: false, found, rebase: 'moved', notes: [`${moved}. Those are now ${numbers(found)} and will be used.`] }
  }
  return { ...plain, found, rebase: 'kept', notes: [`${moved}. Those are now ${numbers(found)}; ${numbers(said)} will be used.`] }
}

function slice(text: string, { from, to }: LineRange): string | undefined {
  const edited = editLines(text, from, to, '')
  return edited.ok ? edited.removed.join('\n') : undefined
}

function range(lines: LineRange): string {
  return lines.from === lines.to ? `line ${lines.from}` : `lines ${numbers(lines)}`
}

function numbers({ from, to }: LineRange): string {
  return from === to ? String(from) : `${from}–${to}`
}
