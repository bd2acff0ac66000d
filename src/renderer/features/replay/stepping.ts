/** How fast the past is played. */
export const speeds = [1, 10, 60] as const
export type Speed = (typeof speeds)[number]

/** One state is shown for this long, ms: nobody sees more, and the engine answers in less. */
const stateMs = 250
const secondMs = 1_000

/** When the next state is shown, and how much later its moment is, ms. Pure. */
export function tickOf(speed: Speed): { readonly everyMs: number; readonly byMs: number } {
  const everyMs = speed === 1 ? secondMs : stateMs
  return { everyMs, byMs: everyMs * speed }
}

/** The first and the last moment of the local day of a moment, ms; the last is not after now. Pure. */
export function dayOf(at: number, now: number): { readonly first: number; readonly last: number } {
  const day = new Date(at)
  const first = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
  const next = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
  return { first, last: Math.min(next - 1, now) }
}

const typed = /^(?:(\d{4})-(\d\d?)-(\d\d?)[ T]+)?(\d\d?)(?::?(\d\d))(?::?(\d\d))?$/

/**
 * A time as somebody types it: `10:12`, `10:12:40`, `101240`, `2026-03-04 10:12`. Without a date it is on the day of `at`, or a day earlier if it would still be to come.
 * @returns ms; undefined: it is not a time, or still to come. Pure.
 */
export function parseMoment(text: string, at: number, now: number): number | undefined {
  const found = typed.exec(text.trim())
  if (found === null) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  const base = new Date(at)
  const on = (days: number): number =>
    new Date(
      year ?? base.getFullYear(),
      month === undefined ? base.getMonth() : month - 1,
      (day ?? base.getDate()) + days,
      hour,
      minute,
      second ?? 0,
      // A typed second or minute includes what was stored in it.
      999,
    ).getTime()
  const wanted = second === undefined ? on(0) - 999 : on(0)
  if (wanted <= now) return wanted
  return year === undefined && on(-1) <= now ? (second === undefined ? on(-1) - 999 : on(-1)) : undefined
}
