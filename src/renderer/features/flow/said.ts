import { clockTime, dayKey } from '../../ui/time.ts'
import type { FlowDay } from './state/flow-slice.ts'

const minute = 60_000

interface Said {
  /** From the minute of this moment on, ms. */
  readonly from: number
  /** Up to the beginning of this day, ms. */
  readonly before?: number | undefined
  readonly protocol?: string
}

/** The search that finds exactly the messages that Flow counts: seen as they were said, each once, at the time of its first version. Pure. */
export function saidQuery({ from, before, protocol }: Said): string {
  return [
    'is:live',
    ...(protocol === undefined ? [] : [`link:${protocol}`]),
    `after:${dayKey(from)}T${clockTime(from).slice(0, 5)}`,
    ...(before === undefined ? [] : [`before:${dayKey(before)}`]),
  ].join(' ')
}

export interface LastHour {
  readonly total: number
  /** The beginning of its first minute, ms. */
  readonly from: number
  /** False: the day of the minimap has not been so long yet. */
  readonly isWhole: boolean
}

/** Messages of the last hour, from the day by minutes. Pure. */
export function lastHour(day: FlowDay): LastHour {
  const first = Math.floor((day.end - day.start) / minute) - 59
  const total = day.links.reduce((sum, { messages }) => sum + messages.reduce((all, [at, many]) => all + (at >= first ? many : 0), 0), 0)
  return { total, from: day.start + Math.max(0, first) * minute, isWhole: first >= 0 }
}
