import type { CommandResult } from './api.ts'
import { cutText, headOf } from '../../../core/text.ts'

/** Results of commands in the sentences that other agents use (specification: Execution Errors). `path` and `command` are as in the reply. */
const summaryChars = 1_000
/** Maximum characters of output in an outbox (specification: RUN_COMMAND). */
export const outputChars = 4_000

/** A success. */
export function done(type: string, summary: string, output?: string): CommandResult {
  return {
    type,
    success: true,
    summary: lineWithMarks(summary),
    ...(output === undefined || output === '' ? {} : { output: clipOutput(output) }),
  }
}
/** A failure. */
export function failed(type: string, summary: string, output?: string): CommandResult {
  return { ...done(type, summary, output), success: false }
}

/** The sentences themselves. */
export const summaries = {
  created: (path: string): string => `Created '${path}'`,
  edited: (path: string, from: number, to: number): string => `Edited '${path}' lines ${from}-${to}`,
  deleted: (path: string): string => `Deleted '${path}'`,
  queued: (path: string): string => `Queued '${path}' for next outbox`,
  notFound: (path: string): string => `File '${path}' not found`,
  invalidRange: (from: number, to: number, lines: number): string => `Invalid line range ${from}-${to} for file with ${lines} lines`,
  outside: (path: string): string => `REJECTED: Path '${path}' is outside workspace`,
  absolute: (path: string, relative: string): string =>
    `REJECTED: Path '${path}' is absolute; paths are relative to the workspace: write '${relative}'`,
  notAllowed: (path: string, why: string): string => `REJECTED: Path '${path}' is not allowed: ${why}`,
  ran: (command: string, exitCode: number): string => `Ran '${command}' (exit code ${exitCode})`,
  timedOut: (command: string): string => `Command timed out (30s): ${command}`,
  opaque: (path: string, { what, bytes }: { readonly what: string; readonly bytes: number }): string =>
    `File '${path}' is ${what} (${bytes.toLocaleString('en-US')} bytes): it can be replaced or deleted, but neither shown nor edited`,
  readOnly: (path: string): string => `File '${path}' is read-only`,
  stale: (path: string): string => `File '${path}' changed since it was shown; READ_FILE it again before changing it`,
  withheld: (path: string, why: 'secret' | 'ignored'): string =>
    `File '${path}' was not given: ${why === 'secret' ? 'it may hold secrets' : 'Git ignores it, so it may be private'}, and the operator has not agreed`,
  skipped: (): string => 'Not applied: the operator left it out',
  stopped: (): string => 'Not run: the operator stopped this round',
  stoppedAfter: (ms: number, command: string): string =>
    `Stopped after ${ms < 1_000 ? (ms / 1_000).toFixed(1) : Math.round(ms / 1_000)} s; it may have happened in part: ${command}`,
  afterDone: (): string => 'Not run: it comes after DONE',
  interrupted: (): string => 'Interrupted by a crash; it may have happened in part or whole, check before going on',
  message: (text: string): string => said('Shown to the operator', text),
  finished: (text: string): string => said('Session completed', text),
} as const

const futures: readonly (readonly [done: string, future: string])[] = [
  ['Created ', 'Would create '],
  ['Edited ', 'Would edit '],
  ['Deleted ', 'Would delete '],
  ['Queued ', 'Would queue '],
  ['Shown ', 'Would be shown '],
  ['Session completed', 'Would complete the session'],
]

/** The summary of a success that has not happened yet: `Would create 'a.txt'`. */
export function wouldBe(summary: string): string {
  const [begin = '', future = ''] = futures.find(([done]) => summary.startsWith(done)) ?? []
  return future + summary.slice(begin.length)
}

function said(words: string, text: string): string {
  return text === '' ? words : `${words}: ${text}`
}

/** Whether a result says that its command was stopped while it ran. */
export function wasStopped({ summary }: CommandResult): boolean {
  return summary.startsWith('Stopped after ')
}

const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu

/** A text as one line: line breaks become ` `, NUL becomes its picture, and text beyond 1,000 characters is cut. */
export function lineWithMarks(text: string): string {
  const line = text.replaceAll(lineBreaks, ' ⏎ ').replaceAll('\0', '\u2400').toWellFormed()
  return cutText(line, summaryChars)
}

/** The output of a command in at most 4,000 characters: beginning and end, with the number of characters left out between. */
export function clipOutput(text: string): string {
  if (text.length <= outputChars) return text
  const room = outputChars - leftOutWords(text.length).length
  const head = headOf(text, Math.ceil(room / 2))
  const tail = wholeTail(text, room - Math.ceil(room / 2))
  return head + leftOutWords(text.length - head.length - tail.length) + tail
}

/** Up to `length` units of the end, without half of a pair. */
function wholeTail(text: string, length: number): string {
  const start = text.length - length
  return text.slice(/[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start)
}

function leftOutWords(left: number): string {
  return `\n… ${left.toLocaleString('en-US')} characters left out …\n`
}
