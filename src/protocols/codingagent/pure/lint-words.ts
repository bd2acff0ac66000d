import { commandNames } from './api.ts'

/** For a line (trimmed) outside blocks that was probably meant as a command: why it is not one, and the line that would be. */
export function nearlyTag(line: string): { readonly words: string; readonly fix?: string } | undefined {
  const bracket = line.search(/[[<]/u)
  if (bracket < 0 || bracket > 12 || !/^(?:[-*+>`#\s]|\d{1,3}[.)])*$/u.test(line.slice(0, bracket))) return undefined
  const tag = line.slice(bracket).replace(/[`*\s]{1,9}$/u, '')
  const match = /^[[<](\/?)([A-Za-z]{3,12}_?[A-Za-z]{0,8})(?=[\s\]>])([^\]>]*)[\]>]$/u.exec(tag)
  if (match === null) return undefined
  const [, slash = '', said = '', rest = ''] = match
  const name = commandNames.find((one) => one === said.toUpperCase())
  if (name === undefined) {
    return /^\s+\w+\s*=\s*"/u.test(rest) && said === said.toUpperCase() ? { words: `There is no command ${said}.` } : undefined
  }
  const fix = `[${slash}${name}${rest}]`
  if (fix === line) return undefined
  const words =
    said !== name
      ? `Commands are written in capitals: ${name}.`
      : bracket > 0
        ? 'There is text before the tag.'
        : 'A tag has square brackets.'
  return { words, fix }
}
