import type { PlanRow } from './api.ts'
import type { Command, CreateFile, EditFile, FileCommand } from './command.ts'
import { editLines, linesOf } from './edit-lines.ts'
import { countChanges, fullEffort, lineChanges } from './line-changes.ts'
import { plainText } from './parse-reply.ts'
import { guardNotes, looksSecret, runsByItself } from './guarded-files.ts'
import { PlannedFiles } from './plan-files.ts'
import type { FileLook, Opaque, PlannedFile, ShownFile } from './plan-files.ts'
import { editRange } from './plan-range.ts'
import { decide, hiddenOf, hiddenWith, refuse, rowOf, staleRow } from './plan-row.ts'
import type { Choice, PlannedStep } from './plan-row.ts'
import { done, failed, summaries } from './results.ts'
import { workspacePath } from './workspace-path.ts'

export type { Choice, PlannedStep, StepEffect } from './plan-row.ts'

export interface PlanInput {
  readonly commands: readonly Command[]
  /** What is at a path now; called only for the paths of `pathsOf`. */
  readonly look: (path: string) => FileLook
  /** File versions that the outbox showed, by path. */
  readonly shown: ReadonlyMap<string, ShownFile>
  /** By index of the row, from 1. */
  readonly choices: ReadonlyMap<number, Choice>
  /** Absolute path of the workspace. */
  readonly root?: string
  /** Paths that Git ignores. */
  readonly ignored?: ReadonlySet<string>
  /** The file system treats `A` and `a` as one name. */
  readonly caseInsensitive?: boolean
}

/** Paths that planning reads, each one time, in the workspace's spelling. Paths that lead outside are not included. */
export function pathsOf(commands: readonly Command[]): string[] {
  const paths = commands.flatMap((command) => {
    const path = 'path' in command ? workspacePath(command.path) : undefined
    return path?.ok === true ? [path.path] : []
  })
  return [...new Set(paths)]
}

/**
 * What applying a reply would do, command by command, each on the files as earlier commands leave them. Rows that are not to be applied have no effect, nor has
 * anything after a DONE.
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
    const step = planStep(command, at + 1, { files, choice, effort, ignored: input.ignored, root: input.root })
    if (command.type === 'DONE' && step.row.apply) isDone = true
    return step
  })
  return { steps, paths: pathsOf(input.commands) }
}

interface Context {
  readonly files: PlannedFiles
  readonly choice: Choice
  readonly effort: number
  readonly ignored: ReadonlySet<string> | undefined
  readonly root: string | undefined
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
      const words = command.type === 'DONE' ? summaries.finished(command.text) : summaries.message(command.text)
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
  const resolved = workspacePath(command.path, context.root)
  if (!resolved.ok) return refuse(bare, command, resolved.why)
  const { path } = resolved
  const { files } = context
  const twin = files.twin(path)
  const isSelfRunning = command.type !== 'READ_FILE' && runsByItself(path)
  const row: PlanRow = {
    ...bare,
    path,
    ...(isSelfRunning && { guard: 'runs by itself' }),
    notes: [
      ...bare.notes,
      ...(twin === undefined ? [] : [`Differs from '${twin}' only in upper and lower case.`]),
      ...(isSelfRunning ? [guardNotes['runs by itself']] : []),
    ],
  }
  const file = files.file(path)
  const why = file.refused ?? files.blocked(path) ?? (command.type === 'READ_FILE' ? undefined : file.locked)
  if (why !== undefined) return refuse(row, command, why)
  if (command.type === 'CREATE_FILE') return planCreate(command, row, path, context)
  const { text, opaque } = file
  if (text === undefined && opaque === undefined) return refuse(row, command, summaries.notFound(command.path))
  if (opaque !== undefined && command.type !== 'DELETE_FILE') return refuse(row, command, summaries.opaque(command.path, opaque))
  if (command.type === 'EDIT_FILE') return planEdit(command, row, path, context)
  if (command.type === 'READ_FILE') {
    return planRead(command, row, path, context)
  }
  const removed = linesOf(text ?? '').length
  const notes = opaque === undefined ? row.notes : [...row.notes, `Deletes ${opaqueWords(opaque)}.`]
  const gone = { ...row, removed, risk: 'deletes', ...staleRow(file.isStale, notes) }
  const step = decide(
    gone,
    command,
    context.choice,
    { kind: 'delete', path, ...beforeOf(file) },
    done(command.type, summaries.deleted(command.path)),
  )
  if (step.row.apply) files.remove(path)
  return step
}

/** What may be secret is included only with the operator's approval. */
function planRead(command: FileCommand, row: PlanRow, path: string, { choice, ignored }: Context): PlannedStep {
  const effect = { kind: 'read', path } as const
  const result = done(command.type, summaries.queued(command.path))
  const guard = looksSecret(path) ? 'secret' : ignored?.has(path) === true ? 'ignored' : undefined
  if (guard === undefined) return decide({ ...row, risk: 'reads' }, command, choice, effect, result)
  const step: PlanRow = { ...row, guard, risk: 'secret?', notes: [...row.notes, guardNotes[guard]] }
  if (choice.apply === true) return decide(step, command, choice, effect, result)
  const withheld = failed(command.type, summaries.withheld(command.path, guard))
  return { row: { ...step, apply: false }, command, ...(choice.apply === undefined && { asked: effect }), result: withheld }
}

function planCreate(command: CreateFile, row: PlanRow, path: string, { files, choice, effort }: Context): PlannedStep {
  const after = choice.body ?? command.body
  const file = files.file(path)
  const before = file.text
  if (!files.spend(after.length + (before?.length ?? 0))) return refuse(row, command, tooLarge)
  const counts = countChanges(lineChanges(linesOf(before ?? ''), linesOf(after), effort))
  const notes = file.opaque === undefined ? row.notes : [...row.notes, `Replaces ${opaqueWords(file.opaque)}.`]
  const step = decide(
    {
      ...row,
      ...counts,
      ...staleRow(file.isStale, notes),
      hidden: hiddenWith(row, after),
      risk: before === undefined && file.opaque === undefined ? 'new file' : 'overwrites',
      isEdited: after !== command.body,
    },
    command,
    choice,
    { kind: 'write', path, after, ...beforeOf(file) },
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
    notes: [...bare.notes, ...(file.isUnseen ? [unseenNote] : []), ...range.notes],
    hidden: hiddenWith(bare, body),
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

/** What must still be there when a file is replaced or deleted. */
function beforeOf({ text, opaque }: PlannedFile): { readonly before?: string; readonly over?: Opaque } {
  if (opaque !== undefined) return { over: opaque }
  return text === undefined ? {} : { before: text }
}

/** `a binary file, 12,345 bytes`. */
export function opaqueWords({ what, bytes }: Pick<Opaque, 'what' | 'bytes'>): string {
  return `${what === 'binary' ? 'a binary file' : 'a large file'}, ${bytes.toLocaleString('en-US')} bytes`
}

/** The note on an edit of lines that the LLM cannot know. */
export const unseenNote = 'The contents of this file were not shown in this session.'
const tooLarge = 'The files of this reply are too large to change together; send fewer changes in one reply'
