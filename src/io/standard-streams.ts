import { createInterface } from 'node:readline/promises'
import type { Fault } from '../core/fault.ts'
import { terminalJson, terminalText } from '../core/terminal-text.ts'

/** The only file that writes to stdout and stderr: untrusted text never reaches a terminal unescaped. */

/** Writes to stdout and waits until it is accepted, so that a slow reader slows us down instead of filling memory. */
function write(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (text.length === 0) resolve()
    else process.stdout.write(text, () => resolve())
  })
}

/** One JSON line per value, for programs; terminal control characters are escaped. */
export function printJson(values: readonly unknown[]): Promise<void> {
  return write(values.map((value) => `${terminalJson(JSON.stringify(value))}\n`).join(''))
}

/** JSON lines that are already escaped, with `terminalJson` or similar. */
export function printJsonBytes(lines: string | Uint8Array): Promise<void> {
  return write(lines)
}

/** Lines for people on stdout. */
export function printWords(words: string): Promise<void> {
  return write(`${terminalText(words)}\n`)
}

/** A path on stdout: byte for byte for a program, escaped for a terminal. */
export function printPath(path: string): Promise<void> {
  return process.stdout.isTTY ? printWords(path) : write(`${path}\n`)
}

/** A text on stdout: byte for byte for a program, escaped for a terminal. */
export function printText(text: string): Promise<void> {
  return process.stdout.isTTY ? printWords(text) : write(text)
}

/** Whether the next line overwrites the last line on stderr. */
let isLineOpen = false

/** Lines for people on stderr. */
export function say(words: string): void {
  if (isLineOpen) process.stderr.write('\n')
  process.stderr.write(`${terminalText(words)}\n`)
  isLineOpen = false
}

/** A line for people on stderr that the next one overwrites, in a terminal; elsewhere a normal line. @param isLast it stays. */
export function sayOver(words: string, isLast: boolean): void {
  if (!isErrorTerminal()) {
    say(words)
    return
  }
  process.stderr.write(`\r${terminalText(words)}\u001b[K${isLast ? '\n' : ''}`)
  isLineOpen = !isLast
}

/** Whether stderr is a terminal, where a line can be overwritten. */
export function isErrorTerminal(): boolean {
  return process.stderr.isTTY
}

/** One message for people on stderr; further lines are indented below it. */
export function complain(words: string): void {
  say(`patchbay: ${words.replaceAll('\n', '\n  ')}`)
}

/** Says on stderr what went wrong, with the detail below it. Returns the exit code. */
export function complainOf({ message, detail }: Fault): number {
  complain(detail === undefined ? message : `${message}\n${detail}`)
  return 1
}

/** Log lines on stderr, which are JSON. */
export const logLines = { write: (lines: string): void => void process.stderr.write(terminalJson(lines)) }

/** True when someone can be asked: they see the question, and the answer is typed, not piped. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks on stderr. True only for `y` or `yes`, not when input has ended. */
export async function askYes(question: string, signal?: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(terminalText(`${question} [y/N] `), { ...(signal !== undefined && { signal }) })
    return /^y(?:es)?$/i.test(answer.trim())
  } catch {
    return false // the terminal closed or the command is ending: treat it as no approval
  } finally {
    lines.close()
  }
}

/** Standard input as bytes, up to `most`; undefined when there is more. */
export async function readInput(most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
