import type { NameOption } from '../../ui/name-options.tsx'

/** A mention that is being typed. */
export interface MentionAt {
  /** Position of its `@`. */
  readonly start: number
  /** The text between it and the caret. */
  readonly query: string
}

const longest = 128

/** The mention that the caret is in; undefined: none. An `@` after a letter or digit does not begin one, as in mail addresses. */
export function mentionAt(text: string, caret: number): MentionAt | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > longest + 1) return undefined
  const query = text.slice(start + 1, caret)
  const isWord = /[\p{L}\p{N}\p{M}_]$/u.test(text.slice(Math.max(0, start - 2), start))
  return isWord || /^\s|\n/.test(query) ? undefined : { start, query }
}

/** Names that contain what was typed, ignoring case; those that begin with it come first. Text with a blank must be the beginning of a name. */
export function namesFor(options: readonly NameOption[], query: string): readonly NameOption[] {
  const typed = query.toLowerCase()
  const [begin, hold]: [NameOption[], NameOption[]] = [[], []]
  for (const option of options) {
    const at = option.name.toLowerCase().indexOf(typed)
    if (at === 0) begin.push(option)
    else if (at > 0 && !/\s/.test(typed)) hold.push(option)
  }
  return [...begin, ...hold]
}

/** The text with the completed mention, as the name is written, and the caret position after it: behind a blank. */
export function withMention(text: string, { start, query }: MentionAt, name: string): { readonly text: string; readonly caret: number } {
  const rest = text.slice(start + 1 + query.length).replace(/^[\p{L}\p{N}\p{M}_-]+/u, '')
  const before = `${text.slice(0, start)}@${name}`
  const blank = /^[\s.,;:!?)\]]/.test(rest) ? '' : ' '
  const step = rest.startsWith(' ') ? 1 : blank.length
  return { text: `${before}${blank}${rest}`, caret: before.length + step }
}
