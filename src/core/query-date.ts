import { fail, ok } from './fault.ts'
import type { Result } from './fault.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const relative = /^(\d{1,4})([mhdw])$/
const date = /^(\d{4})-(\d{2})-(\d{2})$/
const moment = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Parses a point in time of the search language: `2026-11-20` (its first moment, local time), an ISO-8601 moment (local without a zone),
 * `today`, `yesterday`, or a time ago: `30m`, `2h`, `3d`, `1w`.
 * @param operator names the part of the query in the fault.
 * @returns milliseconds, or a fault `invalid`.
 */
export function parseQueryDate(text: string, operator: string, now: number): Result<number> {
  const lower = text.toLowerCase()
  if (lower === 'today') return ok(startOfDay(now, 0))
  if (lower === 'yesterday') return ok(startOfDay(now, -1))
  const ago = relative.exec(lower)
  if (ago !== null) return ok(now - Number(ago[1]) * (unitMs[ago[2] ?? ''] ?? 0))
  const ms = parseDay(date.exec(text)) ?? parseMoment(moment.exec(text.toUpperCase()))
  if (ms !== undefined) return ok(ms)
  return fail(
    'invalid',
    `“${operator}:${text.slice(0, 60)}” needs a date: ${operator}:2026-11-20, ${operator}:yesterday or ${operator}:2h.`,
    {
      field: 'query',
    },
  )
}

function startOfDay(now: number, days: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime()
}

function parseDay(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const local = new Date(year, month - 1, day)
  local.setFullYear(year) // years below 100 would mean 19xx
  // JavaScript parses 2026-02-30 as 2 March.
  return local.getMonth() === month - 1 && local.getDate() === day ? local.getTime() : undefined
}

function parseMoment(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = ''] = match
  if (parseDay(date.exec(`${year}-${month}-${day}`)) === undefined) return undefined
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
  return Number.isNaN(ms) ? undefined : ms
}
