import type { CommandResult } from './api.ts'
import { continuePrompt, sectionMarkers } from './outbox-layout.ts'
import { protocolText } from './protocol-text.ts'
import { clipOutput, lineWithMarks } from './results.ts'

export { readOutbox } from './read-outbox.ts'

/** Contents of a file that the LLM requested or the operator attached; or why they are missing: `binary, 12,345 bytes`. */
export type RequestedContent = { readonly path: string; readonly text: string } | { readonly path: string; readonly note: string }

export interface OutboxParts {
  readonly session: string
  readonly sequence: number
  /** Above 1: this round's outbox was written before with other contents, and a reply names the version it answers. */
  readonly version?: number
  readonly task: string
  /** In the order of the list. `size` in bytes. */
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly leftOut: readonly { readonly reason: string; readonly files: number }[]
  readonly results?: readonly CommandResult[]
  readonly contents?: readonly RequestedContent[]
}

/**
 * The text of an outbox (specification: Outbox Format). A reader who goes from top to bottom cannot take anything it contains for a part of it:
 * - the task, a listed path, a summary and the output of a command are one line each, or further lines indented by two spaces, and the reader ends them at the
 *   first line that is not indented;
 * - the contents of a file are verbatim. Their fences are those of the specification, `--- path ---` and `--- end path ---`; if a line of the contents is such
 *   an end, both fences get more dashes, as in Markdown, and the reader looks for an end with as many;
 * - the prompt is last, so everything after it is prompt.
 */
export function formatOutbox(parts: OutboxParts): string {
  const [header, protocol, context, prompt] = sectionMarkers
  const lines = [
    header,
    `Session: ${parts.session}`,
    `Sequence: ${parts.sequence}`,
    `Task: ${indented(parts.task)}`,
    ...(parts.version === undefined || parts.version === 1 ? [] : [`Version: ${parts.version}`]),
    '',
    protocol,
    protocolText,
    '',
    context,
    '## Workspace Files',
    ...listing(parts),
    '',
  ]
  const { results = [], contents = [] } = parts
  if (results.length > 0) lines.push('## Previous Command Results', ...results.flatMap(resultLines), '')
  if (contents.length > 0) lines.push('## Requested File Contents', ...contents.map(contentBlock), '')
  lines.push(prompt, parts.sequence === 1 ? parts.task.toWellFormed() : continuePrompt)
  return `${lines.join('\n')}\n`
}

/** A text whose lines after the first are indented by two spaces, for every kind of line end that a reader may know. */
function indented(text: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .join('\n  ')
}

function listing({ files, leftOut }: OutboxParts): string[] {
  const rest = leftOut.map((one) => `  (not listed: ${one.files.toLocaleString('en-US')} ${lineWithMarks(one.reason)})`)
  if (files.length === 0 && rest.length === 0) return ['(empty workspace)']
  return [...files.map((file) => `  ${lineWithMarks(file.path)} (${file.size} bytes)`), ...rest]
}

function resultLines(result: CommandResult): string[] {
  const lines = [`[${result.success ? 'OK' : 'FAILED'}] ${lineWithMarks(result.type)}: ${lineWithMarks(result.summary)}`]
  const output = clipOutput(result.output ?? '')
    .replaceAll('\0', '\u2400')
    .trimEnd()
  if (output !== '') lines.push(`  Output: ${indented(output)}`)
  return lines
}

function contentBlock(content: RequestedContent): string {
  const path = lineWithMarks(content.path)
  const text = ('text' in content ? content.text : `(${content.note})`).toWellFormed()
  const taken = new Set(text.split('\n').map((line) => line.trim()))
  let dashes = '---'
  while (taken.has(`${dashes} end ${path} ${dashes}`)) dashes += '-'
  const end = `${dashes} end ${path} ${dashes}`
  return `${dashes} ${path} ${dashes}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${end}`
}
