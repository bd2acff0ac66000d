import { fail, ok, type Result } from '../core/fault.ts'

/** A program and its arguments, as written in the settings. */
export interface EditorCommand {
  readonly program: string
  readonly args: readonly string[]
}

const field = 'editor'

/**
 * Splits the editor setting into words as a shell would, and no more: spaces separate, single and double quotes group, and inside double quotes
 * a backslash escapes only `"` and `\` (so that Windows paths stay intact). Nothing is ever expanded.
 * `{file}` is required; `{line}` is optional.
 */
export function parseEditorCommand(template: string): Result<EditorCommand> {
  if (/[\0\r\n]/.test(template)) return fail('invalid', 'The editor command must be one line.', { field })
  const words = splitWords(template)
  if (words === undefined) return fail('invalid', 'The editor command has an unclosed quotation mark.', { field })
  const [program, ...args] = words
  if (program === undefined) return fail('invalid', 'The editor command is empty.', { field })
  if (program.includes('{file}'))
    return fail('invalid', 'The editor command must start with a program.', { field, fix: `code -g ${template}` })
  if (!args.some((arg) => arg.includes('{file}')))
    return fail('invalid', 'The editor command must contain {file} where the path goes.', { field, fix: `${template.trim()} {file}` })
  return ok({ program, args })
}

/** Arguments with the file and line filled in. Each placeholder stays inside its own argument, whatever the path contains. */
export function editorArguments(command: EditorCommand, file: string, line: number): string[] {
  return command.args.map((arg) => arg.replaceAll(/\{(file|line)\}/g, (_all, what) => (what === 'file' ? file : String(line))))
}

function splitWords(text: string): string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    const next = text[at + 1]
    if (quote === '' && char === ' ') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (quote === '' ? char === '"' || char === "'" : char === quote) {
      quote = quote === '' ? char : ''
      word ??= ''
    } else if (quote === '"' && char === '\\' && (next === '"' || next === '\\')) {
      word = `${word ?? ''}${next}`
      at++
    } else word = `${word ?? ''}${char}`
  }
  if (quote !== '') return undefined
  if (word !== undefined) words.push(word)
  return words
}
