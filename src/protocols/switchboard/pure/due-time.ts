import { fieldOf } from '../../../core/json-text.ts'
import type { SwitchboardMessage } from './message.ts'

/** Fields of `metadata` that set when an answer is expected: a time as ISO-8601 or ms. */
const dueFields = ['due', 'dueAt', 'dueBy', 'expected', 'expectedBy'] as const

/** When its sender expects an answer, ms. Undefined: the sender set no time. */
export function dueTime({ metadata }: Pick<SwitchboardMessage, 'metadata'>): number | undefined {
  for (const field of dueFields) {
    const said = metadata === undefined ? undefined : timeOf(fieldOf(metadata, field))
    if (said !== undefined) return said
  }
  return undefined
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'number' ? value : typeof value === 'string' && value.length <= 64 ? Date.parse(value) : Number.NaN
  return ms >= Date.UTC(2000) && ms < Date.UTC(2100) ? ms : undefined
}
