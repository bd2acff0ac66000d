import type { NameOption } from '../../ui/name-options.tsx'

/** A mention that is being typed. */
export interface MentionAt {
  /** Where its `@` stands. */
  readonly start: number
  /** What stands between it and the caret. */
  readonly query: string
}

const longest = 128

/** The mention that the caret stands in; undefined: in none. An `@` behind a letter or digit begins none, as with mail addresses. */
export function mentionAt(text: string, caret: number): MentionAt | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > longest + 1) return undefined
  const query = text.slice(start + 1, caret)
  const isWord = /[\p{L}\p{N}\p{M}_]$/u.test(text.slice(Math.max(0, start - 2), start))
  return isWord || /^\s|\n/.test(query) ? undefined : { start, query }
}

/** Names that go on with what is typed, in upper or lower case; those that begin with it first. What has a blank must begin a name. */
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

/** The text with the mention made whole, as the name is written, and where the caret then stands: behind a blank. */
export function withMention(text: string, { start, query }: MentionAt, name: string): { readonly text: string; readonly caret: number } {
  const rest = text.slice(start + 1 + query.length).replace(/^[\p{L}\p{N}\p{M}_-]+/u, '')
  const before = `${text.slice(0, start)}@${name}`
  const blank = /^[\s.,;:!?)\]]/.test(rest) ? '' : ' '
  const step = rest.startsWith(' ') ? 1 : blank.length
  return { text: `${before}${blank}${rest}`, caret: before.length + step }
}
