import type { Finding } from '../../../core/lint.ts'
import { riskOfCommand } from '../../../core/command-risk.ts'
import { hiddenCharacters } from '../../../core/text.ts'
import type { Command, EditFile } from './command.ts'
import { linesOfBody, withoutMark } from './edit-lines.ts'
import { runsByItself } from './guarded-files.ts'
import { lintBody } from './lint-body.ts'
import { finding, inOrder } from './lint-rules.ts'
import { lintError, lintProse } from './lint-tags.ts'
import { parseReply } from './parse-reply.ts'
import { unseenNote } from './plan.ts'
import type { PlannedStep } from './plan.ts'
import { workspacePath } from './workspace-path.ts'

export { lintRules } from './lint-rules.ts'

/** Maximum findings of one reply. */
export const mostFindings = 500

/** Problems in the text of a reply, by line; at most 500. Linear in the text. */
export function lintReply(text: string, root?: string): Finding[] {
  const { commands, prose } = parseReply(text)
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const findings = [
    ...lintProse(prose),
    ...commands.flatMap((command) => (command.type === 'PARSE_ERROR' ? lintError(command, lines) : lintBody(command, lines))),
    ...commands.flatMap((command) => lintCommand(command, root)),
    ...lintOrder(commands),
  ]
  const isMeant = findings.some(({ edits }) => edits !== undefined)
  if (commands.length === 0 && !isMeant) findings.push(finding('CA011', 1, 'This reply contains no commands.'))
  return inOrder(findings, mostFindings)
}

/** The findings of `lintReply` and those that need the plan, by line. */
export function lintRound(text: string, steps: readonly PlannedStep[], root?: string): Finding[] {
  return inOrder([...lintReply(text, root), ...steps.flatMap(lintStep)], mostFindings)
}

/** A summary as a message: some end with a full stop, those of the specification do not. */
function sentence(summary: string): string {
  return summary.endsWith('.') ? summary : `${summary}.`
}

function lintStep({ row, command, result }: PlannedStep): Finding[] {
  const where = row.path ?? ''
  if (row.state === 'stale') return [finding('CA014', row.line, `${command.type} on a file that changed since it was shown: ${where}.`)]
  if (row.state === 'refused' && result !== undefined && command.type !== 'PARSE_ERROR') {
    if (result.summary.startsWith('Invalid line range')) return [finding('CA017', row.line, sentence(result.summary))]
    const isKnown = 'path' in command && !workspacePath(command.path).ok
    return isKnown ? [] : [finding('CA020', row.line, sentence(result.summary))]
  }
  return row.notes.includes(unseenNote) ? [finding('CA013', row.line, `EDIT_FILE of a file that was not shown: ${where}.`)] : []
}

function lintCommand(command: Command, root: string | undefined): Finding[] {
  const { line } = command
  const odd = (command.suspicious ?? []).map((sentence) => finding('CA006', line, sentence))
  if (command.type === 'PARSE_ERROR') return odd
  const texts = 'path' in command ? [command.path, 'body' in command ? withoutMark(command.body) : ''] : [command.text]
  const hidden = texts.flatMap(hiddenCharacters)
  const labels = [...new Set(hidden.map((one) => one.label))].slice(0, 5).join(', ')
  const found = [...odd, ...(hidden.length > 0 ? [finding('CA009', line, `It contains hidden characters: ${labels}.`)] : [])]
  if (command.type === 'RUN_COMMAND') found.push(...riskOfCommand(command.text).map((why) => finding('CA012', line, `The command ${why}.`)))
  return 'path' in command ? [...found, ...lintPath(command, root)] : found
}

function lintPath(command: Extract<Command, { readonly path: string }>, root: string | undefined): Finding[] {
  const { line } = command
  const resolved = workspacePath(command.path, root)
  if (!resolved.ok) return [finding('CA020', line, sentence(resolved.why))]
  const found: Finding[] = []
  if (command.type !== 'READ_FILE' && runsByItself(resolved.path)) {
    found.push(finding('CA016', line, `Other programs run or obey ${resolved.path} automatically.`))
  }
  if (command.type === 'EDIT_FILE' && (command.startLine < 1 || command.startLine > command.endLine)) {
    found.push(finding('CA017', line, `There are no lines ${command.startLine} to ${command.endLine}.`))
  }
  return found
}

/** Problems that depend on earlier commands: commands after DONE, and edits below one that moved the lines. */
function lintOrder(commands: readonly Command[]): Finding[] {
  const done = commands.findIndex((command) => command.type === 'DONE')
  const found = done < 0 ? [] : commands.slice(done + 1).map((command) => finding('CA007', command.line, `${command.type} follows DONE.`))
  const moved = new Map<string, EditFile>()
  for (const command of commands) {
    if (!('path' in command)) continue
    const before = moved.get(command.path)
    if (command.type !== 'EDIT_FILE') {
      if (command.type !== 'READ_FILE') moved.delete(command.path)
      continue
    }
    if (before !== undefined && command.startLine > before.startLine) {
      found.push(
        finding(
          'CA015',
          command.line,
          `The edit on line ${before.line} shifted these lines of ${command.path}: start with the last place in the file.`,
        ),
      )
    }
    const isMoving = linesOfBody(command.body).length !== command.endLine - command.startLine + 1
    if (isMoving && (before === undefined || command.startLine < before.startLine)) moved.set(command.path, command)
  }
  return found
}
