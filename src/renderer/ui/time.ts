import { count } from '../../core/count.ts'
import { sizeText as sizeWords } from '../../core/size-text.ts'
import { spanShort } from '../../core/span-words.ts'

export { count, counted } from '../../core/count.ts'

const space = '\u00a0'
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const yearFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const two = (value: number): string => String(value).padStart(2, '0')

/** `10:05:40` in local time. */
export function clockTime(ms: number): string {
  const date = new Date(ms)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** `2026-11-21 10:05:40.123` in local time. */
export function exactTime(ms: number): string {
  const date = new Date(ms)
  const fraction = String(date.getMilliseconds()).padStart(3, '0')
  return `${dayKey(ms)} ${clockTime(ms)}.${fraction}`
}

/** `2026-11-21`: equal for two times of one local day. */
export function dayKey(ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of the local day of a time, ms. */
export function dayStart(ms: number): number {
  const date = new Date(ms)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** `Saturday 21 November`, with the year if it is not that of `now`. */
export function dayName(ms: number, now: number): string {
  return (new Date(ms).getFullYear() === new Date(now).getFullYear() ? dayFormat : yearFormat).format(ms).replace(',', '')
}

/** 9:00 of the day after `now`, local time, ms. */
export function nextMorning(now: number): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 9).getTime()
}

/** `4 s`, `12 m`, `3 h`, `5 d`; never negative. */
export function age(ms: number, now: number): string {
  return spanShort(now - ms)
}

/** `38 s`, `1 m 38 s`, `2 h 05 m`; from two days on `3 d 04 h`; no line breaks it apart. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 60) return `${seconds}${space}s`
  if (seconds < 3_600) return inUnits(seconds, 60, 'm', 's')
  return seconds < 172_800 ? inUnits(seconds / 60, 60, 'h', 'm') : inUnits(seconds / 3_600, 24, 'd', 'h')
}

function inUnits(small: number, each: number, unit: string, smallUnit: string): string {
  return `${Math.floor(small / each)}${space}${unit}${space}${two(Math.floor(small % each))}${space}${smallUnit}`
}

/** `12,400`, or `1,000+` if there are more than were counted. */
export function countUpTo(value: number, isExact: boolean): string {
  return isExact ? count(value) : `${count(value)}+`
}

/** `reading 12,400 of 200,000 lines`, `reading 1.4 MB of 124.0 MB`. */
export function progressText({ done, total, unit }: { readonly done: number; readonly total: number; readonly unit: string }): string {
  return unit === 'bytes' ? `reading ${sizeText(done)} of ${sizeText(total)}` : `reading ${count(done)} of ${count(total)} ${unit}`
}

/** `512 B`, `12 KB`, `1.4 MB`, which no line breaks apart. */
export function sizeText(bytes: number): string {
  return sizeWords(bytes).replace(' ', space)
}

/** Formatted text for a place where hidden characters are named: with ordinary blanks. */
export function plain(formatted: string): string {
  return formatted.replaceAll(space, ' ')
}
