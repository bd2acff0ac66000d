import type { CommandName } from './command.ts'
import { hasBody, readTag } from './read-tag.ts'

/** Longer lines were not meant as tags. */
const fixedChars = 2_000

/**
 * The tag that a malformed line (trimmed) was probably meant to be, as a suggestion; undefined if it is not obvious. It is never used as a command by itself.
 * Linear in the line.
 */
export function fixTag(line: string, name: CommandName): string | undefined {
  if (line.length > fixedChars) return undefined
  const closing = `[/${name}]`
  const whole = line.endsWith(closing) ? line.slice(0, -closing.length) : line
  const end = whole.indexOf(']')
  const inside = whole.slice(1 + name.length, end < 0 ? whole.length : end)
  const mended = inside
    .replaceAll(/[“”„'‘’]/gu, '"')
    .replaceAll(/=\s{0,3}([^\s"]{1,60})(?=\s|$)/gu, '="$1"')
    .replace(/[\s/:]{0,9}$/u, '')
  const tag = `[${name}${mended.startsWith(' ') || mended === '' ? '' : ' '}${mended}]`
  const rest = end < 0 ? '' : whole.slice(end + 1).trim()
  if ('problem' in readTag(tag, name)) return undefined
  if (!hasBody(name)) return tag
  return line.endsWith(closing) ? `${tag}\n${rest}\n${closing}` : rest === '' ? tag : `${tag}\n${rest}`
}
