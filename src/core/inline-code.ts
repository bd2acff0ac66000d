/** Code in a line of text: one backtick at each end, as in markdown. */
export const inlineCode = /(?<!`)`([^`\n]+)`(?!`)/u

/** A line for places that cannot show code as code: without the backticks around it. */
export function withoutCodeMarks(line: string): string {
  return line.replaceAll(new RegExp(inlineCode, 'gu'), '$1')
}
