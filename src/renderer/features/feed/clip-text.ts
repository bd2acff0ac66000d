/** How much of a message a row shows at first. */
export const clipAt = { chars: 3_000, lines: 30 } as const

/** The beginning of a long text, cut at a line or between two characters; undefined when it is short enough. */
export function clipText(text: string): string | undefined {
  let end = 0
  for (let line = 0; line < clipAt.lines; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0 || next > clipAt.chars) break
    end = next + 1
    if (line === clipAt.lines - 1) return text.slice(0, next)
  }
  if (text.length <= clipAt.chars) return undefined
  const isSplit = (text.charCodeAt(clipAt.chars - 1) & 0xfc00) === 0xd800
  return text.slice(0, isSplit ? clipAt.chars - 1 : clipAt.chars)
}
