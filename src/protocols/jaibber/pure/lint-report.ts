import { isError } from './lint-rules.ts'
import { remarksOn, type Remark } from './lint.ts'
import { parseMessage, type JaibberMessage } from './message.ts'

/** What `patchbay lint jaibber` prints for one line, keys in this order. */
interface LineReport {
  /** 1-based. */
  readonly line: number
  /** True if no rule of severity error is broken. */
  readonly ok: boolean
  /** The findings, each with its rule. */
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** The parsed message. */
  readonly message?: JaibberMessage
}

/** Checks one line that should contain one message. `undefined` is a line that was too long to read. */
export function reportOn(line: number, text: string | undefined): LineReport {
  if (text === undefined) return { line, ok: false, errors: ['JA004: This line exceeds the size limit for messages.'], warnings: [] }
  if (text.trim() === '') return { line, ok: false, errors: ['JA001: This line is empty.'], warnings: [] }
  const remarks = remarksOn(text)
  const errors = remarks.filter(({ rule }) => isError(rule)).map(words)
  const warnings = remarks.filter(({ rule }) => !isError(rule)).map(words)
  const read = parseMessage(text)
  return { line, ok: errors.length === 0, errors, warnings, ...(read.ok && { message: read.value }) }
}

function words({ rule, message }: Remark): string {
  return `${rule}: ${message}`
}
