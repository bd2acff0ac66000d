import { createInterface } from 'node:readline/promises'
import { visibleSegments } from '../../../core/text.ts'

/** True when somebody can be asked. */
export function isTerminal(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY
}

/** Asks on stderr and returns the answer, trimmed and in small letters; '' when there is none any more. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question, { signal })).trim().toLowerCase()
  } catch {
    return '' // the terminal was closed or the command is ending: nobody said yes
  } finally {
    lines.close()
  }
}

/** Words for people on stderr. Nothing in them stays hidden, and nothing of them steers the terminal. */
export function say(words: string): void {
  process.stderr.write(`${visible(words)}\n`)
}

/** A text with its hidden characters as labels: `⟦ESC⟧`. */
export function visible(text: string): string {
  return visibleSegments(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : `⟦${segment.label}⟧`))
    .join('')
}
