import { limits } from '../../../core/limits.ts'
import { commandNames } from './api.ts'
import type { CommandName, ParseProblem } from './command.ts'
import { cutText } from '../../../core/text.ts'

/** A valid opening tag. */
export interface Tag {
  readonly name: CommandName
  readonly path: string
  readonly startLine: number
  readonly endLine: number
}
/** Why an opening tag cannot be used, as half a sentence. */
export interface TagProblem {
  readonly problem: ParseProblem
  readonly words: string
}

/** Commands that end with their tag (specification: "Self-closing commands"). */
export function hasBody(name: CommandName): boolean {
  return name !== 'DELETE_FILE' && name !== 'READ_FILE'
}

/** The command whose name, as a whole word, follows the first `[` of a trimmed line, whatever comes after it; undefined for all other lines. */
export function nameOfTag(line: string): CommandName | undefined {
  return commandNames.find((name) => line.startsWith(name, 1) && !isWord.test(line.charAt(1 + name.length)))
}

const isWord = /[\p{L}\p{N}_]/u

/** Whether text follows the `]` on a line (trimmed) of a command with a body, as in prose that begins with a command's name. */
export function hasTextBehind(line: string, name: CommandName): boolean {
  const end = endOfAttributes(line, name)
  const bracket = line.charAt(end) === ']' ? end : attributesOf(name).length === 0 ? line.indexOf(']', end) : -1
  return bracket >= 0 && bracket < line.length - 1
}

/** The command that a trimmed line closes: it is exactly `[/NAME]`. */
export function nameOfClosing(line: string): CommandName | undefined {
  return commandNames.find((name) => line === `[/${name}]`)
}

const attribute = /\s*(\w+)\s*=\s*"([^"]*)"/y

/** Attributes after the name, in order, up to the first text that is not one. */
function* attributesIn(line: string, name: CommandName): Generator<{ readonly key: string; readonly value: string; readonly end: number }> {
  let end = 1 + name.length
  if (!/\s/.test(line.charAt(end))) return
  for (;;) {
    attribute.lastIndex = end
    const match = attribute.exec(line)
    if (match === null) return
    end = attribute.lastIndex
    yield { key: match[1] ?? '', value: match[2] ?? '', end }
  }
}

/** Position of the first character after the attributes that is not white space. */
function endOfAttributes(line: string, name: CommandName): number {
  let at = 1 + name.length
  for (const { end } of attributesIn(line, name)) at = end
  return line.length - line.slice(at).trimStart().length
}

/**
 * Reads a trimmed line that begins with `[` and the name (Parsing Rules 1 and 2): attributes in double quotes, then `]` and nothing else. Linear in the line.
 */
export function readTag(line: string, name: CommandName): Tag | TagProblem {
  const values = new Map<string, string>()
  for (const { key, value } of attributesIn(line, name)) {
    if (values.has(key)) return { problem: 'attribute', words: `gives ${clip(key)} twice` }
    values.set(key, value)
  }
  const rest = line.slice(endOfAttributes(line, name))
  return rest === ']' ? checked(name, values) : { problem: 'tag', words: whyNoTag(name, rest) }
}

/** What is wrong with a line whose tag does not end with `]` at its end, as half a sentence. */
function whyNoTag(name: CommandName, rest: string): string {
  if (rest === '/]') return `ends with “/]”; write ${shape(name)}`
  if (rest === `][/${name}]` && !hasBody(name)) return `has no closing tag; write ${shape(name)}`
  return `is not written as ${shape(name)} alone on its line`
}

function checked(name: CommandName, values: ReadonlyMap<string, string>): Tag | TagProblem {
  const needed = attributesOf(name)
  const missing = needed.filter((key) => !values.has(key))
  if (missing.length > 0) return { problem: 'attribute', words: `lacks ${missing.join(' and ')}; write ${shape(name)}` }
  const path = values.get('path') ?? ''
  if (needed.includes('path')) {
    if (path.trim() === '') return { problem: 'value', words: 'has an empty path' }
    if (path.length > limits.pathChars) {
      return { problem: 'value', words: `has a path of ${path.length} characters; ${limits.pathChars} are allowed` }
    }
  }
  const extra = [...values.keys()].filter((key) => !needed.includes(key))
  if (extra.length > 0)
    return {
      problem: 'unknown',
      words: `has no ${clip(extra.join(' and '))}${name === 'RUN_COMMAND' ? runsHere : ''}; write ${shape(name)}`,
    }
  const [startLine, endLine] = [wholeNumber(values.get('start_line')), wholeNumber(values.get('end_line'))]
  if (name === 'EDIT_FILE' && (startLine === undefined || endLine === undefined)) {
    const key = startLine === undefined ? 'start_line' : 'end_line'
    return { problem: 'value', words: `has ${key}="${clip(values.get(key) ?? '')}", which is not a whole number` }
  }
  return { name, path, startLine: startLine ?? 0, endLine: endLine ?? 0 }
}

const runsHere = ', it runs in the root of the workspace for 30 s at most'

function attributesOf(name: CommandName): readonly string[] {
  if (name === 'EDIT_FILE') return ['path', 'start_line', 'end_line']
  return name === 'CREATE_FILE' || !hasBody(name) ? ['path'] : []
}

/** The syntax of a command's opening tag. */
export function shape(name: CommandName): string {
  const values = { path: 'relative/path', start_line: 'N', end_line: 'M' } as const
  return `[${[name, ...attributesOf(name).map((key) => `${key}="${values[key as keyof typeof values]}"`)].join(' ')}]`
}

/** A line number, or undefined if it is not a 32-bit integer. Whether the file has such a line is checked later. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*[+-]?\d{1,10}\s*$/.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) < 2 ** 31 ? value : undefined
}

function clip(text: string): string {
  return cutText(text, 60)
}
