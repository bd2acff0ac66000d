import { fail, ok } from '../core/fault.ts'
import type { Result } from '../core/fault.ts'
import { parseQueryDate } from '../core/query-date.ts'

/** Reads the moment of an option. A day begins and ends; any other moment is both. */
export function moment(
  option: string,
  text: string | undefined,
  now: number,
): Result<{ readonly begin: number; readonly end: number } | undefined> {
  if (text === undefined) return ok(undefined)
  const begin = parseQueryDate(text, option, now)
  if (!begin.ok) return fail('invalid', `${option} needs a date such as 2026-05-31, 2026-05-31T12:00, yesterday or 2h.`)
  const day = new Date(begin.value)
  const isDay = /^(?:\d{4}-\d{2}-\d{2}|today|yesterday)$/i.test(text)
  const end = isDay ? new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() : begin.value
  return ok({ begin: begin.value, end })
}
