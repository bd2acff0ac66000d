import { createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { fail, ok } from './fault.ts'
import type { Result } from './fault.ts'
import { checkDepth } from './json-text.ts'

/** Where a value is: names of members and positions in lists. */
export type JsonPath = readonly (string | number)[]

/** A JSON file with comments: its text without a byte order mark, and its tree. */
interface Parsed {
  readonly mark: string
  readonly text: string
  readonly root: Node
  readonly eol: string
}

/** A replacement of a range of the text. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Sets one value in a JSON text that may have comments and trailing commas; everything else keeps its bytes and its order. Missing objects on the way are added,
 * and an empty text counts as `{}`.
 * @param path to a member of an object. @param what names the file in faults.
 * @returns the new text, the same one if the value is there already, or a fault `invalid` or `conflict`.
 */
export function setJson(text: string, path: JsonPath, value: unknown, what: string): Result<string> {
  const parsed = parse(text, what)
  if (!parsed.ok) return parsed
  const { root } = parsed.value
  const found = findNodeAtLocation(root, [...path])
  if (found !== undefined) {
    if (JSON.stringify(getNodeValue(found)) === JSON.stringify(value)) return ok(text)
    const at = lineIndent(parsed.value, found.offset)
    return ok(apply(parsed.value, [{ from: found.offset, to: found.offset + found.length, text: written(parsed.value, value, at) }]))
  }
  let container = root
  let depth = 0
  for (; depth < path.length - 1; depth++) {
    const next = findNodeAtLocation(container, [path[depth] ?? ''])
    if (next === undefined) break
    container = next
  }
  if (container.type !== 'object')
    return fail('conflict', `“${path.slice(0, depth).join('.')}” in ${what} is not an object, so nothing can be added to it.`)
  const inner = path.slice(depth + 1).reduceRight<unknown>((nested, name) => ({ [name]: nested }), value)
  return ok(insert(parsed.value, container, `${JSON.stringify(String(path[depth]))}: `, inner))
}

/** Appends a value to the list at `path`, like `setJson`. */
export function appendJson(text: string, path: JsonPath, value: unknown, what: string): Result<string> {
  const parsed = parse(text, what)
  if (!parsed.ok) return parsed
  const list = findNodeAtLocation(parsed.value.root, [...path])
  if (list === undefined) return setJson(text, path, [value], what)
  if (list.type !== 'array') return fail('conflict', `“${path.join('.')}” in ${what} is not a list, so nothing can be added to it.`)
  return ok(insert(parsed.value, list, '', value))
}

/**
 * Removes one value, and what then contains nothing around it, up to the root. Comments of others stay.
 * @returns the new text; the same one if there is no such value.
 */
export function removeJson(text: string, path: JsonPath, what: string): Result<string> {
  const parsed = parse(text, what)
  if (!parsed.ok) return parsed
  const found = findNodeAtLocation(parsed.value.root, [...path])
  if (found === undefined) return ok(text)
  const node = found.parent?.type === 'property' ? found.parent : found
  const container = node.parent
  if (container?.children === undefined) return ok(text)
  const after = apply(parsed.value, removal(parsed.value, container, node))
  return container.children.length === 1 && path.length > 1 ? removeIfEmpty(after, path.slice(0, -1), what) : ok(after)
}

/** The value at a path; undefined if there is none, or the text is not JSON. */
export function jsonAt(text: string, path: JsonPath): unknown {
  const parsed = parse(text, '')
  const found = parsed.ok ? findNodeAtLocation(parsed.value.root, [...path]) : undefined
  return found === undefined ? undefined : (getNodeValue(found) as unknown)
}

/** The whole value of a text; a fault names the line that is wrong. */
export function readJson(text: string, what: string): Result<unknown> {
  const parsed = parse(text, what)
  return parsed.ok ? ok(getNodeValue(parsed.value.root) as unknown) : parsed
}

/** True for `{}` without comments: a file that says nothing. */
export function isEmptyJson(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text)
}

function parse(given: string, what: string): Result<Parsed> {
  const mark = given.startsWith('\ufeff') ? '\ufeff' : ''
  const text = given.slice(mark.length)
  const deep = checkDepth(text, what)
  if (!deep.ok) return deep
  const errors: ParseError[] = []
  const root = treeOf(text.trim() === '' ? '{}\n' : text, errors)
  const [error] = errors
  if (error !== undefined || root === undefined) {
    const line = text.slice(0, error?.offset ?? 0).split('\n').length
    const detail = error === undefined ? {} : { detail: printParseErrorCode(error.error) }
    return fail('invalid', `${what} is not valid JSON in line ${line}, so it was not changed. Fix it and try again.`, detail)
  }
  if (root.type !== 'object') return fail('invalid', `${what} is not a JSON object, so it was not changed.`)
  const twice = repeated(root)
  if (twice !== undefined)
    return fail('conflict', `${what} has the member “${twice}” twice in one object, so it was not changed. Remove one of them.`)
  return ok({ mark, text: text.trim() === '' ? '{}\n' : text, root, eol: text.includes('\r\n') ? '\r\n' : '\n' })
}

/** A name that occurs twice in one object: programs disagree on which one counts. */
function repeated({ type, children = [] }: Node): string | undefined {
  const names = new Set<unknown>()
  for (const child of children) {
    const name: unknown = type === 'object' ? child.children?.[0]?.value : undefined
    if (typeof name === 'string' && names.has(name)) return name
    names.add(name)
    const inside = repeated(child)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Undefined for text that is nested too deep: a quotation mark in a comment hides it from the check above. */
function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    return undefined
  }
}

/** A member or element behind the last one of its container. Its comma goes directly behind that one, it itself behind the comment on that line. */
function insert(parsed: Parsed, container: Node, label: string, value: unknown): string {
  const { text, eol } = parsed
  const end = container.offset + container.length - 1
  const last = container.children?.at(-1)
  const isInline = last !== undefined && !text.slice(container.offset, last.offset).includes('\n')
  if (isInline) {
    const { comma } = behind(text, last, end)
    const at = comma ?? last.offset + last.length
    const word = `${label}${JSON.stringify(value)}`
    return apply(parsed, [{ from: at, to: at, text: comma === undefined ? `, ${word}` : ` ${word},` }])
  }
  const closing = lineIndent(parsed, container.offset)
  const indent = last === undefined ? closing + unitOf(parsed) : lineIndent(parsed, last.offset)
  const member = `${eol}${indent}${label}${written(parsed, value, indent)}`
  if (last === undefined) {
    const at = lastComment(text, container.offset + 1, end) ?? container.offset + 1
    const rest = text.slice(at, end).includes('\n') ? '' : `${eol}${closing}`
    return apply(parsed, [{ from: at, to: at, text: member + rest }])
  }
  const { comma, tail } = behind(text, last, end)
  if (comma !== undefined) return apply(parsed, [{ from: tail, to: tail, text: `${member},` }])
  const at = last.offset + last.length
  if (tail === at) return apply(parsed, [{ from: at, to: at, text: `,${member}` }])
  return apply(parsed, [
    { from: at, to: at, text: ',' },
    { from: tail, to: tail, text: member },
  ])
}

function removal(parsed: Parsed, container: Node, node: Node): Edit[] {
  const { text } = parsed
  const children = container.children ?? []
  const index = children.indexOf(node)
  const end = container.offset + container.length - 1
  const { comma } = behind(text, node, children[index + 1]?.offset ?? end)
  const edits: Edit[] = []
  const before = children[index - 1]
  if (comma === undefined && before !== undefined) {
    const at = behind(text, before, node.offset).comma
    if (at !== undefined) edits.push({ from: at - 1, to: at, text: '' })
  }
  let from = node.offset
  let to = comma ?? node.offset + node.length
  while (from > 0 && /[ \t]/.test(text[from - 1] ?? '')) from--
  const isOwnLine = text[from - 1] === '\n'
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to))
  if (isOwnLine && rest !== null) from -= text[from - 2] === '\r' ? 2 : 1
  else if (isOwnLine) from = node.offset
  else if (index === 0) to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0
  // The line break before a container's only member goes, and the one before its closing bracket, too.
  if (children.length === 1 && /^\s*$/.test(text.slice(to, end)) && /^\s*$/.test(text.slice(container.offset + 1, from))) {
    return [{ from: container.offset + 1, to: end, text: '' }]
  }
  return [...edits, { from, to, text: '' }]
}

function removeIfEmpty(text: string, path: JsonPath, what: string): Result<string> {
  const parsed = parse(text, what)
  if (!parsed.ok) return parsed
  const found = findNodeAtLocation(parsed.value.root, [...path])
  return found !== undefined && /^[[{]\s*[\]}]$/.test(parsed.value.text.slice(found.offset, found.offset + found.length))
    ? removeJson(text, path, what)
    : ok(text)
}

/** What follows a value up to `end`: the end of its comma, and the end of the last comment on its line. */
function behind(text: string, node: Node, end: number): { readonly comma?: number; readonly tail: number } {
  const start = node.offset + node.length
  let comma: number | undefined
  let tail = start
  for (const token of tokens(text, start, end)) {
    if (token.text === ',') comma = token.end
    else if (!isComment(token.text) && token.text.trim() !== '') break
    if (isComment(token.text) && !text.slice(start, token.at).includes('\n')) tail = token.end
    tail = Math.max(tail, comma ?? 0)
  }
  return comma === undefined ? { tail } : { comma, tail }
}

/** The end of the last comment in a container without members. */
function lastComment(text: string, from: number, end: number): number | undefined {
  return [...tokens(text, from, end)].findLast((token) => isComment(token.text))?.end
}

function isComment(token: string): boolean {
  return token.startsWith('//') || token.startsWith('/*')
}

function* tokens(text: string, from: number, end: number): Generator<{ readonly at: number; readonly end: number; readonly text: string }> {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  for (;;) {
    scanner.scan()
    const at = scanner.getTokenOffset()
    const length = scanner.getTokenLength()
    if (length === 0 || at >= end) return
    yield { at, end: at + length, text: text.slice(at, at + length) }
  }
}

function written({ eol, ...parsed }: Parsed, value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, unitOf({ eol, ...parsed })).replaceAll('\n', `${eol}${indent}`)
}

/** The blanks at the start of the line that a position is in. */
function lineIndent({ text }: Parsed, at: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''
}

/** One step of the file's own indentation. */
function unitOf(parsed: Parsed): string {
  const [first] = parsed.root.children ?? []
  return (first === undefined ? '' : lineIndent(parsed, first.offset)) || '  '
}

function apply({ mark, text }: Parsed, edits: readonly Edit[]): string {
  let result = text
  for (const { from, to, text: added } of edits.toSorted((one, other) => other.from - one.from))
    result = result.slice(0, from) + added + result.slice(to)
  return mark + result
}
