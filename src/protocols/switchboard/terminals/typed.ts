import { shellQuoted } from '../../../core/shell-word.ts'

/**
 * The line that runs an approved text in a shell that reads from a pipe, so that its end and exit code are known. `eval` runs it in the shell itself, so `cd`
 * and variables last; an unfinished quote is an error of the text instead of a shell that waits; a program that reads its input gets none of ours.
 */
export function typedText(text: string, mark: string, isWindows: boolean): string {
  if (isWindows) return `${text}\r\necho ${mark} %errorlevel%\r\n`
  return `{ command eval ${shellQuoted(`${text}\n`)}; } </dev/null; printf '\\n%s %s\\n' '${mark}' "$?"\n`
}

/** Where the output ends and the exit code; undefined until the mark arrives. */
export function endOf(output: string, mark: string): { readonly text: string; readonly exitCode: number } | undefined {
  const found = new RegExp(`\\r?\\n?${mark} (\\d+) *\\r?\\n`).exec(output)
  if (found === null) return undefined
  return { text: output.slice(0, found.index), exitCode: Number(found[1]) }
}

/** The output without our marks, for people. */
export function withoutMarks(output: string): string {
  return output
    .replaceAll(/(^|\n)\r?\npatchbay-[0-9a-f]{24} \d+ *(?:\r?\n|$)/g, '$1')
    .replaceAll(/\r?\npatchbay-[0-9a-f]{24} \d+ *(?:\r?\n|$)/g, '\n')
}

/** The mark for the end of one text. @param random 24 hexadecimal digits. */
export function endMark(random: string): string {
  return `patchbay-${random}`
}
