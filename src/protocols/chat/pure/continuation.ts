/** How far our own continuation lines are indented. */
export const indent = '  '

/** Whether a line begins with white space and so belongs to the message above it ("Multi-line Messages"). Blank lines do not count. */
export function isContinuation(line: string): boolean {
  const first = line.charCodeAt(0)
  return (first === 0x20 || first === 0x09) && line.trimEnd() !== ''
}

/** Takes the indentation off: two spaces, or one space, or one tab. What is deeper is the writer's own. */
export function unindent(line: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length)
  return line.startsWith(' ') || line.startsWith('\t') ? line.slice(1) : line
}
