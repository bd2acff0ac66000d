/** What the scripted LLM of the demo answers, round by round. It makes a mistake in the second, which the third corrects. */
export const task =
  'Add a retry helper to src/http: honour Retry-After, give up after 5 attempts, and leave a test for each. Keep it free of dependencies.'

/** Files that are there before the session begins. */
export const files: ReadonlyMap<string, string> = new Map([
  ['src/http/client.ts', 'export async function get(url: string): Promise<Response> {\n  return fetch(url)\n}\n'],
  ['src/index.ts', "export { get } from './http/client.ts'\n"],
  ['README.md', '# Gateway\n\nA small client for the gateway.\n'],
  ['.gitignore', 'node_modules/\ndist/\n*.log\n'],
  ['debug.log', 'started\nstopped\n'],
])

export const replies: readonly string[] = [
  `I look at the client first, so that the helper fits it.

[READ_FILE path="src/http/client.ts"]
[RUN_COMMAND]
echo node --version: v24
[/RUN_COMMAND]`,
  `The helper and its tests. The client stays small.

[CREATE_FILE path="src/http/retry.ts"]
/** Milliseconds to wait, from the header Retry-After: seconds or a date. */
export function retryAfter(value: string | null, now: number): number {
  const seconds = Number(value)
  return Number.isFinite(seconds) ? seconds * 1000 : 1000
}
[/CREATE_FILE]
[EDIT_FILE path="src/http/client.ts" start_line="1" end_line="9"]
import { retryAfter } from './retry.ts'
[/EDIT_FILE]
[MESSAGE]
Dates in Retry-After come in the next step.
[/MESSAGE]`,
  `The range was wrong: the file has 3 lines. Corrected, with dates and tests.

[EDIT_FILE path="src/http/client.ts" start_line="1" end_line="3"]
import { retryAfter } from './retry.ts'

const attempts = 5

export async function get(url: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url)
    if (response.status !== 429 || attempt === attempts) return response
    const wait = retryAfter(response.headers.get('retry-after'), Date.now())
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
[/EDIT_FILE]
[EDIT_FILE path="src/http/retry.ts" start_line="3" end_line="4"]
  const seconds = Number(value)
  if (value !== null && Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value ?? '')
  return Number.isNaN(date) ? 1000 : Math.max(0, date - now)
[/EDIT_FILE]
[CREATE_FILE path="test/retry.test.ts"]
import assert from 'node:assert'
import { retryAfter } from '../src/http/retry.ts'

assert.equal(retryAfter('2', 0), 2000)
assert.equal(retryAfter(null, 0), 1000)
assert.equal(retryAfter('Thu, 01 Jan 1970 00:00:03 GMT', 0), 3000)
[/CREATE_FILE]
[RUN_COMMAND]
ls src/http test
[/RUN_COMMAND]`,
  `[MESSAGE]
The helper honours seconds and dates, and the client gives up after 5 attempts.
[/MESSAGE]
[DONE]
Added src/http/retry.ts with a test, and the client uses it.
[/DONE]`,
]

/** How many of them the demo has applied before it shows itself. */
export const applied = 2
