import type { Finding, LineEdit } from '../../../core/lint.ts'
import type { CommandName, ParseError } from './command.ts'
import { fixTag } from './fix-tag.ts'
import { finding } from './lint-rules.ts'
import type { LintRule } from './lint-rules.ts'
import { nearlyTag } from './lint-words.ts'
import { sectionMarkers } from './outbox-layout.ts'
import type { Prose } from './parse-reply.ts'
import { hasBody, nameOfClosing, nameOfTag } from './read-tag.ts'

const ruleOf: Readonly<Record<ParseError['problem'], LintRule>> = {
  tag: 'CA001',
  unclosed: 'CA002',
  attribute: 'CA003',
  unknown: 'CA010',
  value: 'CA004',
  body: 'CA008',
  'too many': 'CA008',
}

/** A line of prose that was probably meant as a tag; `name` and its kind only if there is such a command. */
interface Nearly {
  readonly line: number
  readonly raw: string
  readonly words: string
  readonly fix?: string
}

/**
 * Lines of prose that were probably meant as tags: in a list, in bold, in lower case. An opening tag is fixed only if a later line closes it, and vice versa:
 * otherwise it would swallow what follows.
 */
export function lintProse(prose: readonly Prose[]): Finding[] {
  const lines = prose.flatMap((one) => one.text.split('\n').map((raw, at) => ({ raw, text: raw.trim(), line: one.line + at })))
  const nearly = lines.flatMap(({ raw, text, line }): Nearly[] => {
    const found = nearlyTag(text)
    return found === undefined ? [] : [{ raw, line, ...found }]
  })
  const openings = new Map<CommandName, number>()
  for (const { fix, line } of nearly) {
    const name = fix === undefined ? undefined : nameOfTag(fix)
    if (name !== undefined && !openings.has(name)) openings.set(name, line)
  }
  const closings = new Map<CommandName, number>()
  for (const [text, line] of [
    ...lines.map((one) => [one.text, one.line] as const),
    ...nearly.map(({ fix = '', line }) => [fix, line] as const),
  ]) {
    const name = nameOfClosing(text)
    if (name !== undefined) closings.set(name, Math.max(line, closings.get(name) ?? 0))
  }
  const isWhole = ({ fix = '', line }: Nearly): boolean => {
    const closed = nameOfClosing(fix)
    if (closed !== undefined) return (openings.get(closed) ?? Infinity) < line
    const opened = nameOfTag(fix)
    return opened !== undefined && (!hasBody(opened) || (closings.get(opened) ?? 0) > line)
  }
  return [
    ...lines
      .filter(({ text }) => sectionMarkers.some((marker) => marker === text))
      .map(({ line }) => finding('CA011', line, 'This is part of an outbox, not of a reply.')),
    ...nearly.map((one) => finding('CA005', one.line, one.words, one.fix, isWhole(one) ? replaced(one.line, one.raw, one.fix ?? '') : [])),
  ]
}

/** What is wrong with a block, and what was probably meant. */
export function lintError(error: ParseError, lines: readonly string[]): Finding {
  const { line, lastLine, name, problem } = error
  const tagLine = (lines[line - 1] ?? '').trim()
  const closing = name === undefined || !hasBody(name) ? undefined : `[/${name}]`
  const end = (lines[lastLine - 1] ?? '').trim()
  const isClosed = closing === undefined || tagLine.endsWith(closing) || (lastLine > line && end === closing)
  const meant = isClosed ? undefined : nearlyClosing(lines, line, lastLine, closing)
  // A line that begins with a command's name and is never closed is prose: what follows it is not its body.
  const fix = problem === 'tag' && name !== undefined && (isClosed || meant !== undefined) ? fixTag(tagLine, name) : undefined
  const edits = [
    ...(fix === undefined ? [] : replaced(line, lines[line - 1] ?? '', fix)),
    ...(meant === undefined ? [] : replaced(meant, lines[meant - 1] ?? '', closing ?? '')),
  ]
  return finding(ruleOf[problem], line, `${error.text}.`, fix, edits)
}

/** The first line in an unclosed block that was probably meant to close it. */
function nearlyClosing(lines: readonly string[], line: number, lastLine: number, closing: string): number | undefined {
  const at = lines.slice(line, lastLine).findIndex((text) => text.includes(closing.slice(2, -1)) && nearlyTag(text.trim())?.fix === closing)
  return at < 0 ? undefined : line + at + 1
}

/** The line `raw` with another tag. Its indentation is kept if the body may be indented like it. */
function replaced(line: number, raw: string, text: string): LineEdit[] {
  const indent = /^[ \t]*/u.exec(raw)?.[0] ?? ''
  return [{ line, lastLine: line, lines: `${indent}${text}`.split('\n') }]
}
