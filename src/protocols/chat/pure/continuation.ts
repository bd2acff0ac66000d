/** Indentation of the continuation lines that we write. */
export const indent = '  '

/** Whether a line begins with white space and so belongs to the message above it ("Multi-line Messages"). Blank lines do not count. */
export function isContinuation(line: string): boolean {
  const first = line.charCodeAt(0)
  return (first === 0x20 || first === 0x09) && line.trimEnd() !== ''
}

/** Removes the indentation: two spaces, one space, or one tab. Deeper indentation is part of the text. */
export function unindent(line: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length)
  return line.startsWith(' ') || line.startsWith('\t') ? line.slice(1) : line
}
