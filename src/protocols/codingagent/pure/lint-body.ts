import type { Finding, LineEdit } from '../../../core/lint.ts'
import type { Command } from './command.ts'
import { finding } from './lint-rules.ts'

const fence = /^(`{3,60}|~{3,60})\s*([\w+#.-]{0,40})$/u
const isProse = /\.(?:txt|rst|adoc|html?|ipynb)$/iu
const isMarkdown = /\.(?:md|mdx|markdown)$/iu

/**
 * What chat programs and LLMs add to the body of a block and would end up in a file or a shell: a code fence around it, or the indentation of the list it is
 * in. `lines` are those of the reply, without line ends.
 */
export function lintBody(command: Command, lines: readonly string[]): Finding[] {
  if (command.type !== 'CREATE_FILE' && command.type !== 'EDIT_FILE' && command.type !== 'RUN_COMMAND') return []
  const fenced = lintFence(command, lines)
  // In this order: the contents of a fence are checked after the fence is removed.
  return fenced.length > 0 ? fenced : lintIndentation(command, lines)
}

function lintFence(command: Command, lines: readonly string[]): Finding[] {
  const { line, lastLine } = command
  const textAt = (number: number): string => (lines[number - 1] ?? '').trim()
  let [first, last] = [line + 1, lastLine - 1]
  while (first < last && textAt(first) === '') first++
  while (last > first && textAt(last) === '') last--
  const [, marks = '', language = ''] = fence.exec(textAt(first)) ?? []
  if (marks === '' || first >= last) return lintInnerFence(command, lines)
  // A Markdown text may begin and end with code; one fenced as Markdown is meant without the fence.
  if ('path' in command && isMarkdown.test(command.path) && !/^(?:md|mdx|markdown)$/iu.test(language)) return []
  const end = textAt(last)
  const isClosed = end.length >= marks.length && end === marks.charAt(0).repeat(end.length)
  const what = command.type === 'RUN_COMMAND' ? 'the command' : 'the file'
  if (!isClosed) return language === '' ? [] : [finding('CA018', first, `A code fence inside the block becomes part of ${what}.`)]
  const edits: LineEdit[] = [
    { line: line + 1, lastLine: first, lines: [] },
    { line: last, lastLine: lastLine - 1, lines: [] },
  ]
  return [finding('CA018', first, `The code fence around the body becomes part of ${what}.`, undefined, edits)]
}

/** A fence inside the body: the text around it may be the LLM's explanation, which only a person can tell. */
function lintInnerFence(command: Command, lines: readonly string[]): Finding[] {
  if ('path' in command && (isMarkdown.test(command.path) || isProse.test(command.path))) return []
  const at = lines.slice(command.line, command.lastLine - 1).findIndex((text) => (fence.exec(text.trim())?.[2] ?? '') !== '')
  if (at < 0) return []
  const what = command.type === 'RUN_COMMAND' ? 'the command' : 'the file'
  return [finding('CA018', command.line + at + 1, `A code fence inside the block becomes part of ${what}.`)]
}

function lintIndentation({ type, line, lastLine }: Command, lines: readonly string[]): Finding[] {
  const indent = /^[ \t]*/u.exec(lines[lastLine - 1] ?? '')?.[0] ?? ''
  const body = lines.slice(line, lastLine - 1)
  const isIndented = body.every((text) => text.trim() === '' || text.startsWith(indent)) && body.some((text) => text.trim() !== '')
  if (indent === '' || !isIndented) return []
  // Together with its closing tag: while that is indented, a body with its own indentation looks like one without.
  const meant = lines.slice(line, lastLine).map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text))
  const edits = [{ line: line + 1, lastLine, lines: meant }]
  return [finding('CA019', line, `The body of ${type} is indented like its tags: the indentation becomes part of it.`, undefined, edits)]
}
