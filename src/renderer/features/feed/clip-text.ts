/** How much of a message a row shows at first. */
export const clipAt = { chars: 3_000, lines: 30 } as const

/** The beginning of a long text, cut at a line or between two characters; undefined if the text is short enough. */
export function clipText(text: string): string | undefined {
  let end = 0
  for (let line = 0; line < clipAt.lines; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0 || next > clipAt.chars) break
    end = next + 1
    if (line === clipAt.lines - 1) return text.slice(0, next)
  }
  if (text.length <= clipAt.chars) return undefined
  return cutAt(text, clipAt.chars)
}

/** The first `length` UTF-16 units of a text, or one less where that would split a character. */
export function cutAt(text: string, length: number): string {
  const isSplit = length < text.length && (text.charCodeAt(length - 1) & 0xfc00) === 0xd800
  return text.slice(0, isSplit ? length - 1 : length)
}
