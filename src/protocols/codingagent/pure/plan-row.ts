import { hiddenLabels } from '../../../core/text.ts'
import type { CommandResult, PlanRow } from './api.ts'
import type { Command } from './command.ts'
import { withoutMark } from './edit-lines.ts'
import type { Opaque } from './plan-files.ts'
import { failed, summaries } from './results.ts'

/** The operator's decisions about one row; absent fields are as in the plan. */
export interface Choice {
  readonly apply?: boolean | undefined
  readonly rebase?: 'moved' | 'kept' | undefined
  /** Another body or command text; null: that of the reply. */
  readonly body?: string | null | undefined
}

/** The effect of a step. Texts are whole files; `before`, or `over` for what is not text, is what must still be there. */
export type StepEffect =
  | { readonly kind: 'write'; readonly path: string; readonly before?: string; readonly over?: Opaque; readonly after: string }
  | { readonly kind: 'delete'; readonly path: string; readonly before?: string; readonly over?: Opaque }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'run'; readonly text: string }

export interface PlannedStep {
  readonly row: PlanRow
  readonly command: Command
  /** Absent: the step does nothing, because it is refused, left out, shown, or follows DONE. */
  readonly effect?: StepEffect
  /** What it would do if the operator, who has not decided, were asked. */
  readonly asked?: StepEffect
  /** The result: final for a step without effect, otherwise the one expected on success. Absent for RUN_COMMAND. */
  readonly result?: CommandResult
}

/** The row of a file that may differ from the version that was shown. */
export function staleRow(isStale: boolean, notes: readonly string[]): Pick<PlanRow, 'state' | 'notes'> {
  if (!isStale) return { state: 'ready', notes: [...notes] }
  return { state: 'stale', notes: [...notes, 'The file has changed since it was shown; that change would be lost.'] }
}

/** Hidden characters of a path and of what is written there: they can make its meaning differ from its appearance. */
export function hiddenWith(row: PlanRow, body: string): string[] {
  return [...new Set([...row.hidden, ...hiddenOf(withoutMark(body))])].slice(0, mostHidden)
}

/** A step that is carried out, unless the operator or the state of its file prevents it. */
export function decide(
  row: PlanRow,
  command: Command,
  choice: Choice,
  effect: StepEffect,
  result?: CommandResult,
  byItself = row.state !== 'stale',
): PlannedStep {
  const apply = choice.apply ?? byItself
  if (!apply) return { row: { ...row, apply }, command, result: failed(command.type, notApplied(row, command, choice)) }
  return { row: { ...row, apply }, command, effect, ...(result === undefined ? {} : { result }) }
}

/** A stale command that nobody decided about is not a decision of the operator. */
function notApplied(row: PlanRow, command: Command, choice: Choice): string {
  return row.state === 'stale' && choice.apply === undefined && 'path' in command ? summaries.stale(command.path) : summaries.skipped()
}

/** A step that cannot be carried out. */
export function refuse(row: PlanRow, command: Command, why: string): PlannedStep {
  return {
    row: { ...row, state: 'refused', risk: 'refused', apply: false, notes: [...row.notes, why] },
    command,
    result: failed(command.type, why),
  }
}

/** The row of a command before files are considered. */
export function rowOf(command: Command, index: number): PlanRow {
  const text = 'text' in command ? command.text : undefined
  const path = 'path' in command ? command.path : undefined
  return {
    index,
    type: command.type,
    line: command.line,
    ...(path === undefined ? {} : { path }),
    ...(text === undefined ? {} : { text }),
    added: 0,
    removed: 0,
    risk: 'shown',
    state: 'ready',
    notes: [...(command.suspicious ?? [])],
    hidden: hiddenOf((path ?? '') + (text ?? '')),
    apply: false,
    isEdited: false,
  }
}

const mostHidden = 20
/** Labels of hidden characters, each one time. */
export function hiddenOf(text: string): string[] {
  return hiddenLabels(text, mostHidden)
}
