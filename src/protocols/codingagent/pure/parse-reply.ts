import type { Command, CommandName, ParseProblem } from './command.ts'
import { mostCommands } from './command.ts'
import { LastClosings } from './last-closings.ts'
import { hasBody, hasTextBehind, nameOfClosing, nameOfTag, readTag } from './read-tag.ts'
import type { Tag } from './read-tag.ts'
import { Suspicions } from './suspicions.ts'
import { cutText } from '../../../core/text.ts'

/** Text outside command blocks: runs of lines, without surrounding blank lines. `line` is 1-based. */
export interface Prose {
  readonly line: number
  readonly text: string
}
export interface ParsedReply {
  readonly commands: readonly Command[]
  readonly prose: readonly Prose[]
}

/** A block whose closing tag was not found yet: of a command, or of an error that hides its contents. */
interface Open {
  readonly name: CommandName
  readonly closing: string
  readonly line: number
  readonly bodyAt: number
  readonly tag?: Tag
  readonly error?: { readonly problem: ParseProblem; readonly text: string }
}

/**
 * Parses a reply (specification: Inbox Format, Parsing Rules). Never fails: each malformed block becomes one PARSE_ERROR, and nothing inside it is a command.
 * If text follows an opening tag on its line and no closing tag does, it was probably prose: only that line is an error. Accepts a byte order mark and CR LF.
 * Linear in the text.
 */
export function parseReply(text: string): ParsedReply {
  const commands: Command[] = []
  const prose: Prose[] = []
  const suspicions = new Suspicions()
  const closings = new LastClosings(text)
  let open: Open | undefined
  let proseAt = 0
  let proseLine = 1
  let line = 0
  let next = 0
  const endProse = (end: number): void => {
    const found = proseOf(text, proseAt, end, proseLine)
    if (found !== undefined) prose.push(found)
  }
  const add = (command: Command, after: number): void => {
    commands.push(command)
    proseAt = after
    proseLine = line + 1
  }
  while (next < text.length) {
    const start = next
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    next = end + 1
    line++
    const bracket = bracketAt(text, start, end)
    if (bracket < 0) continue
    const trimmed = text.slice(bracket, end).trimEnd()
    if (open !== undefined) {
      if (trimmed === open.closing) {
        add(closed(open, text.slice(open.bodyAt, start), line), next)
        open = undefined
      } else suspicions.inside(commands.length, trimmed, line)
      continue
    }
    const name = nameOfTag(trimmed)
    if (name === undefined) {
      const closing = nameOfClosing(trimmed)
      if (closing !== undefined) suspicions.strayClosing(commands, closing, line)
      continue
    }
    endProse(start)
    if (commands.length === mostCommands) {
      const text_ = `The reply has more than ${mostCommands} commands; those from line ${line} on were not read`
      commands.push({ type: 'PARSE_ERROR', problem: 'too many', text: text_, line, lastLine: linesOf(text, line, next) })
      return { commands: suspicions.apply(commands), prose }
    }
    const opened = openingOf(trimmed, name, line, Math.min(next, text.length))
    const isOneLine = (): boolean => trimmed.includes(opened.closing) || (hasTextBehind(trimmed, name) && !closings.isAfter(name, end))
    const endsHere = !hasBody(name) || (opened.error?.problem === 'tag' && isOneLine())
    if (endsHere) add(closed(opened, '', line), next)
    else open = opened
  }
  if (open === undefined) endProse(text.length)
  else commands.push(unclosed(open, line))
  return { commands: suspicions.apply(commands), prose }
}

/** Position of a line's first character that is not white space, if it is the `[` of something like a tag; otherwise -1. */
function bracketAt(text: string, start: number, end: number): number {
  let at = start
  for (; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x5b) break
    if (unit > 0x20 && unit < 0x80) return -1
    if (unit > 0x20 && text.charAt(at).trim() !== '') return -1
    if (unit <= 0x20 && unit !== 0x20 && (unit < 0x09 || unit > 0x0d)) return -1
  }
  if (at >= end) return -1
  const after = text.charCodeAt(at + 1)
  return after === 0x2f || (after >= 0x41 && after <= 0x5a) ? at : -1
}

function openingOf(trimmed: string, name: CommandName, line: number, bodyAt: number): Open {
  const tag = readTag(trimmed, name)
  const opened = { name, closing: `[/${name}]`, line, bodyAt }
  if (!('problem' in tag)) return { ...opened, tag }
  const excerpt = tag.problem === 'tag' ? `: ${cutText(trimmed, 120)}` : ''
  return { ...opened, error: { problem: tag.problem, text: `${name} on line ${line} ${tag.words}${excerpt}` } }
}

function closed(open: Open, body: string, lastLine: number): Command {
  const { name, line, tag, error } = open
  if (tag === undefined) {
    return { type: 'PARSE_ERROR', problem: error?.problem ?? 'tag', text: error?.text ?? '', name, line, lastLine }
  }
  const { path, startLine, endLine } = tag
  if (name === 'CREATE_FILE') return { type: name, path, body, line, lastLine }
  if (name === 'EDIT_FILE') return { type: name, path, startLine, endLine, body, line, lastLine }
  if (name === 'DELETE_FILE' || name === 'READ_FILE') return { type: name, path, line, lastLine }
  const text = plainText(body)
  if (name === 'RUN_COMMAND' && text === '') {
    return { type: 'PARSE_ERROR', problem: 'body', text: `RUN_COMMAND on line ${line} holds no command`, name, line, lastLine }
  }
  return { type: name, text, line, lastLine }
}

function unclosed(open: Open, lastLine: number): Command {
  const { name, line, error } = open
  const missing = `has no closing tag ${open.closing}`
  const text = error === undefined ? `${name} on line ${line} ${missing}` : `${error.text}; and it ${missing}`
  return { type: 'PARSE_ERROR', problem: error?.problem ?? 'unclosed', text, name, line, lastLine }
}

/** The text of a command or message, with LF line ends and without surrounding white space. */
export function plainText(body: string): string {
  return body.replaceAll('\r\n', '\n').trim()
}

function proseOf(text: string, start: number, end: number, line: number): Prose | undefined {
  const chunk = text.slice(start, end).trimEnd()
  const blank = chunk.length - chunk.trimStart().length
  if (blank === chunk.length) return undefined
  const from = chunk.lastIndexOf('\n', blank) + 1
  return { line: linesOf(chunk.slice(0, from), line, 0), text: chunk.slice(from).replaceAll('\r\n', '\n') }
}

/** `line`, and the lines after `at` that have contents. */
function linesOf(text: string, line: number, at: number): number {
  let lines = line
  for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', end + 1)) lines++
  return lines
}
