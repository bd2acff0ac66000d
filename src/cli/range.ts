import { fail, ok, type Result } from '../core/fault.ts'
import { parseQueryDate } from '../core/query-date.ts'

/** A time, ms: `from` included, `to` not; absent: without that end. */
export interface Range {
  readonly from?: number
  readonly to?: number
}

/** Reads `--from` and `--to`. A day begins and ends; any other moment is both. A fault names its option as the field. */
export function range(options: { readonly from?: string; readonly to?: string }, now: number): Result<Range> {
  const from = moment('--from', options.from, now)
  if (!from.ok) return from
  const to = moment('--to', options.to, now)
  if (!to.ok) return to
  return ok({ ...(from.value !== undefined && { from: from.value.begin }), ...(to.value !== undefined && { to: to.value.end }) })
}

function moment(
  option: string,
  text: string | undefined,
  now: number,
): Result<{ readonly begin: number; readonly end: number } | undefined> {
  if (text === undefined) return ok(undefined)
  const begin = parseQueryDate(text, option, now)
  if (!begin.ok) return fail('invalid', 'Give a date such as 2026-05-31, 2026-05-31T12:00, yesterday or 2h.', { field: option })
  const day = new Date(begin.value)
  const isDay = /^(?:\d{4}-\d{2}-\d{2}|today|yesterday)$/i.test(text)
  const end = isDay ? new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() : begin.value
  return ok({ begin: begin.value, end })
}
