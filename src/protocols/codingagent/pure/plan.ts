import { hiddenCharacters } from '../../../core/text.ts'
import type { CommandResult, PlanRow } from './api.ts'
import type { Command, CreateFile, EditFile, FileCommand } from './command.ts'
import { editLines, linesOf } from './edit-lines.ts'
import { countChanges, fullEffort, lineChanges } from './line-changes.ts'
import { plainText } from './parse-reply.ts'
import { PlannedFiles } from './plan-files.ts'
import type { FileLook, ShownFile } from './plan-files.ts'

import { editRange } from './plan-range.ts'
import { done, failed, summaries } from './results.ts'
import { workspacePath } from './workspace-path.ts'

/** What the operator decided about one row; what is absent is as the plan has it. */
export interface Choice {
  readonly apply?: boolean | undefined
  readonly rebase?: 'moved' | 'kept' | undefined
  /** Another body or command text; null: that of the reply. */
  readonly body?: string | null | undefined
}

export interface PlanInput {
  readonly commands: readonly Command[]
  /** What stands at a path now; it is asked for the paths of `pathsOf` only. */
  readonly look: (path: string) => FileLook
  /** File versions that the outbox showed, by path. */
  readonly shown: ReadonlyMap<string, ShownFile>
  /** By index of the row, which begins with 1. */
  readonly choices: ReadonlyMap<number, Choice>
  /** The file system takes `A` and `a` for one name. */
  readonly caseInsensitive?: boolean
}

/** What a step does to the world. Texts are whole files; `before` is what must still be there. */
export type StepEffect =
  | { readonly kind: 'write'; readonly path: string; readonly before?: string; readonly after: string }
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'run'; readonly text: string }

export interface PlannedStep {
  readonly row: PlanRow
  readonly command: Command
  /** Absent: the step does nothing, because it is refused, left out, shown, or stands behind DONE. */
  readonly effect?: StepEffect
  /** The outcome: of a step without effect what it is, else what it will be when all goes well. Absent for RUN_COMMAND. */
  readonly result?: CommandResult
}

/** Paths that planning looks at, each once, as the workspace takes them. Paths that lead outside are not among them. */
export function pathsOf(commands: readonly Command[]): string[] {
  const paths = commands.flatMap((command) => {
    const path = 'path' in command ? workspacePath(command.path) : undefined
    return path?.ok === true ? [path.path] : []
  })
  return [...new Set(paths)]
}

/**
 * What applying a reply would do, command by command, each on the files as the commands before it leave them. Rows that are not to be applied
 * take no part, and nothing takes part behind a DONE.
 */
export function planRound(input: PlanInput): { readonly steps: readonly PlannedStep[]; readonly paths: readonly string[] } {
  const files = new PlannedFiles(input.look, input.shown, input.caseInsensitive ?? false)
  const effort = Math.min(fullEffort, Math.max(10, Math.floor(50_000 / Math.max(1, input.commands.length))))
  let isDone = false
  const steps = input.commands.map((command, at): PlannedStep => {
    const choice = input.choices.get(at + 1) ?? {}
    if (isDone) {
      const row: PlanRow = { ...rowOf(command, at + 1), state: 'after done', apply: false }
      return { row, command, result: failed(command.type, summaries.afterDone()) }
    }
    const step = planStep(command, at + 1, { files, choice, effort })
    if (command.type === 'DONE' && step.row.apply) isDone = true
    return step
  })
  return { steps, paths: pathsOf(input.commands) }
}

interface Context {
  readonly files: PlannedFiles
  readonly choice: Choice
  readonly effort: number
}

function planStep(command: Command, index: number, context: Context): PlannedStep {
  const row = rowOf(command, index)
  switch (command.type) {
    case 'PARSE_ERROR':
      return {
        row: { ...row, state: 'refused', risk: 'not understood', apply: false },
        command,
        result: failed(command.type, command.text),
      }
    case 'MESSAGE':
    case 'DONE': {
      const apply = context.choice.apply ?? true
      const words = command.type === 'DONE' ? summaries.finished() : summaries.message()
      const result = apply ? done(command.type, words) : failed(command.type, summaries.skipped())
      return { row: { ...row, state: 'shown', apply }, command, result }
    }
    case 'RUN_COMMAND': {
      const text = context.choice.body === undefined || context.choice.body === null ? command.text : plainText(context.choice.body)
      const edited = { ...row, text, hidden: hiddenOf(text), isEdited: text !== command.text, risk: 'shell, 30 s' }
      if (text === '') return refuse(edited, command, 'The command is empty')
      return decide(edited, command, context.choice, { kind: 'run', text })
    }
    default:
      return planFile(command, row, context)
  }
}

function planFile(command: CreateFile | EditFile | FileCommand, bare: PlanRow, context: Context): PlannedStep {
  const resolved = workspacePath(command.path)
  if (!resolved.ok) return refuse(bare, command, resolved.why)
  const { path } = resolved
  const { files } = context
  const twin = files.twin(path)
  const row = {
    ...bare,
    path,
    notes: twin === undefined ? bare.notes : [...bare.notes, `Differs from '${twin}' in the case of its letters only.`],
  }
  const file = files.file(path)
  const why = file.refused ?? files.blocked(path) ?? (command.type === 'READ_FILE' ? undefined : file.locked)
  if (why !== undefined) return refuse(row, command, why)
  if (command.type === 'CREATE_FILE') return planCreate(command, row, path, context)
  if (file.text === undefined) return refuse(row, command, summaries.notFound(command.path))
  if (command.type === 'EDIT_FILE') return planEdit(command, row, path, context)
  if (command.type === 'READ_FILE') {
    const step = { ...row, risk: 'reads' }
    return decide(step, command, context.choice, { kind: 'read', path }, done(command.type, summaries.queued(command.path)))
  }
  const { text } = file
  const removed = linesOf(text).length
  const gone = { ...row, removed, risk: 'deletes', ...staleRow(file.isStale, row.notes) }
  const step = decide(
    gone,
    command,
    context.choice,
    { kind: 'delete', path, before: text },
    done(command.type, summaries.deleted(command.path)),
  )
  if (step.row.apply) files.remove(path)
  return step
}

function planCreate(command: CreateFile, row: PlanRow, path: string, { files, choice, effort }: Context): PlannedStep {
  const after = choice.body ?? command.body
  const file = files.file(path)
  const before = file.text
  if (!files.spend(after.length + (before?.length ?? 0))) return refuse(row, command, tooLarge)
  const counts = countChanges(lineChanges(linesOf(before ?? ''), linesOf(after), effort))
  const step = decide(
    {
      ...row,
      ...counts,
      ...staleRow(file.isStale, bodyNotes(row.notes, after)),
      risk: before === undefined ? 'new file' : 'overwrites',
      isEdited: after !== command.body,
    },
    command,
    choice,
    { kind: 'write', path, after, ...(before === undefined ? {} : { before }) },
    done(command.type, summaries.created(command.path)),
  )
  if (step.row.apply) files.replace(path, after)
  return step
}

function planEdit(command: EditFile, bare: PlanRow, path: string, { files, choice, effort }: Context): PlannedStep {
  const file = files.file(path)
  const before = file.text ?? ''
  const body = choice.body ?? command.body
  const { startLine, endLine } = command
  if (!files.spend(2 * before.length + (file.seen?.length ?? 0) + body.length)) return refuse(bare, command, tooLarge)
  const range = editRange(file, command, choice.rebase)
  const seen = file.seen === undefined ? undefined : editLines(file.seen, startLine, endLine, command.body)
  const edited = editLines(before, range.from, range.to, body)
  const row: PlanRow = {
    ...bare,
    range: {
      from: range.from,
      to: range.to,
      saidFrom: startLine,
      saidTo: endLine,
      ...(range.found === undefined ? {} : { foundFrom: range.found.from, foundTo: range.found.to }),
    },
    ...(range.rebase === undefined ? {} : { rebase: range.rebase }),
    notes: bodyNotes([...bare.notes, ...(file.isUnseen ? [unseenNote] : []), ...range.notes], body),
    isEdited: body !== command.body,
  }
  if (seen?.ok === true) file.seen = seen.after
  if (!edited.ok) return refuse(row, command, summaries.invalidRange(startLine, endLine, edited.lines))
  const counts = countChanges(lineChanges(edited.removed, edited.inserted, effort))
  const size = counts.added + counts.removed
  const step = decide(
    { ...row, ...counts, state: range.isStale ? 'stale' : 'ready', risk: size > 80 ? 'large edit' : 'low' },
    command,
    choice,
    { kind: 'write', path, before, after: edited.after },
    done(command.type, summaries.edited(command.path, range.from, range.to)),
    !range.isStale || range.found !== undefined,
  )
  if (step.row.apply) file.text = edited.after
  return step
}

/** Said of an edit that cannot know the lines that it replaces. */
export const unseenNote = 'The contents of this file were not shown in this session.'
const tooLarge = 'The files of this reply are too large to change together; send fewer changes in one reply'

function staleRow(isStale: boolean, notes: readonly string[]): Pick<PlanRow, 'state' | 'notes'> {
  if (!isStale) return { state: 'ready', notes: [...notes] }
  return { state: 'stale', notes: [...notes, 'The file changed since it was shown; that change would be lost.'] }
}

/** Hidden characters in the text of a file: they can make it mean another thing than it shows. */
function bodyNotes(notes: readonly string[], body: string): string[] {
  const hidden = hiddenOf(body.startsWith('\ufeff') ? body.slice(1) : body)
  return hidden.length === 0 ? [...notes] : [...notes, `Its text holds characters that a screen hides: ${hidden.join(', ')}.`]
}

function decide(
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

/** A stale command that nobody decided about is no decision of the operator. */
function notApplied(row: PlanRow, command: Command, choice: Choice): string {
  return row.state === 'stale' && choice.apply === undefined && 'path' in command ? summaries.stale(command.path) : summaries.skipped()
}

function refuse(row: PlanRow, command: Command, why: string): PlannedStep {
  return {
    row: { ...row, state: 'refused', risk: 'refused', apply: false, notes: [...row.notes, why] },
    command,
    result: failed(command.type, why),
  }
}

function rowOf(command: Command, index: number): PlanRow {
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

/** Labels of hidden characters, each once, at most 20. */
function hiddenOf(text: string): string[] {
  return [...new Set(hiddenCharacters(text).map((one) => one.label))].slice(0, 20)
}
