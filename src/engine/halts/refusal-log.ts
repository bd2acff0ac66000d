import type { HaltRefusal } from '../../core/halt.ts'
import { labelBreaks } from '../../core/line-breaks.ts'

/** Of one agent on a link, at most one event in this time is stored, ms. */
const betweenMs = 60_000
/** Agents that are counted apart; all others are one. */
const mostAgents = 64
const others = 'others'

/** Turns what a halt refused into events, so that it can be read later. Whoever tries again and again makes few of them. */
export interface RefusalLog {
  note(refusal: Omit<HaltRefusal, 'at'>): void
  /** Stores what was not stored yet; nothing is stored after that. */
  close(): void
}

interface Counted {
  readonly link: string
  readonly who: string
  /** Refused since the last stored event. */
  count: number
  what: string
  timer: NodeJS.Timeout
}

/** Opens it. @param store stores a line in the feed of a link. */
export function openRefusalLog(store: (link: string, text: string) => void): RefusalLog {
  const agents = new Map<string, Counted>()
  let isClosed = false

  /** @returns whether there was anything to store. */
  function put(key: string): boolean {
    const counted = agents.get(key)
    if (counted === undefined || counted.count === 0) return false
    const { link, who, count, what } = counted
    counted.count = 0
    store(link, `Refused while halted: ${count} more of ${who}, the last one ${labelBreaks(what)}`)
    return true
  }

  function again(key: string): NodeJS.Timeout {
    return setTimeout(() => {
      const counted = agents.get(key)
      if (counted === undefined) return
      if (put(key)) counted.timer = again(key)
      else agents.delete(key)
    }, betweenMs).unref()
  }

  return {
    note({ link, who: name, what }) {
      // What belongs to no link has no place in the feed; it is in the record of effects.
      if (isClosed || link === undefined) return
      const isKnown = agents.has(JSON.stringify([link, name]))
      const who = isKnown || agents.size < mostAgents ? name : others
      const key = JSON.stringify([link, who])
      const counted = agents.get(key)
      if (counted !== undefined) {
        counted.count++
        counted.what = what
        return
      }
      agents.set(key, { link, who, count: 0, what, timer: again(key) })
      store(link, `Refused while halted: ${who} wanted ${labelBreaks(what)}`)
    },
    close() {
      isClosed = true
      for (const [key, { timer }] of agents) {
        clearTimeout(timer)
        put(key)
      }
    },
  }
}
