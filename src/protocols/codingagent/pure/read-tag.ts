import { limits } from '../../../core/limits.ts'
import { commandNames } from './api.ts'
import type { CommandName, ParseProblem } from './command.ts'

/** An opening tag that is as it should be. `extra`: attributes that the command does not have; they mean nothing. */
export interface Tag {
  readonly name: CommandName
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly extra: readonly string[]
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

/** The command whose name follows the first `[` of a trimmed line, whatever stands behind it; undefined for all other lines. */
export function nameOfTag(line: string): CommandName | undefined {
  return commandNames.find((name) => line.startsWith(name, 1))
}

/** The command that a trimmed line closes: it is exactly `[/NAME]`. */
export function nameOfClosing(line: string): CommandName | undefined {
  return commandNames.find((name) => line === `[/${name}]`)
}

const attribute = /\s*(\w+)\s*=\s*"([^"]*)"/y

/**
 * Reads a trimmed line that begins with `[` and the name (Parsing Rules 1 and 2): attributes in double quotes, then `]` and nothing more.
 * Linear in the line.
 */
export function readTag(line: string, name: CommandName): Tag | TagProblem {
  const values = new Map<string, string>()
  let at = 1 + name.length
  if (/\s/.test(line.charAt(at))) {
    for (;;) {
      attribute.lastIndex = at
      const match = attribute.exec(line)
      if (match === null) break
      at = attribute.lastIndex
      const [key, value] = [match[1] ?? '', match[2] ?? '']
      if (values.has(key)) return { problem: 'attribute', words: `gives ${clip(key)} twice` }
      values.set(key, value)
    }
  }
  if (line.slice(at).trimStart() !== ']') return { problem: 'tag', words: `is not written as ${shape(name)} alone on its line` }
  return checked(name, values)
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
  const [startLine, endLine] = [wholeNumber(values.get('start_line')), wholeNumber(values.get('end_line'))]
  if (name === 'EDIT_FILE' && (startLine === undefined || endLine === undefined)) {
    const key = startLine === undefined ? 'start_line' : 'end_line'
    return { problem: 'value', words: `has ${key}="${clip(values.get(key) ?? '')}", which is not a whole number` }
  }
  const extra = [...values.keys()].filter((key) => !needed.includes(key))
  return { name, path, startLine: startLine ?? 0, endLine: endLine ?? 0, extra }
}

function attributesOf(name: CommandName): readonly string[] {
  if (name === 'EDIT_FILE') return ['path', 'start_line', 'end_line']
  return name === 'CREATE_FILE' || !hasBody(name) ? ['path'] : []
}

/** How the opening tag of a command is written. */
export function shape(name: CommandName): string {
  const values = { path: 'relative/path', start_line: 'N', end_line: 'M' } as const
  return `[${[name, ...attributesOf(name).map((key) => `${key}="${values[key as keyof typeof values]}"`)].join(' ')}]`
}

/** A line number, or what is no integer of 32 bits. Whether the file has such a line is seen later. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*[+-]?\d{1,10}\s*$/.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) < 2 ** 31 ? value : undefined
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
