import type { LampBody } from '../../core/event.ts'
import type { LinkStatus } from '../../core/link.ts'

/** A status that lasts for less than this is stored only as a part of what follows, ms. */
const lastsMs = 1_000
/** Of one link, at most one event in this time is stored, ms. */
const betweenMs = 10_000

/** Turns the status of links into events, so that the past can be shown later. A link that goes up and down all the time makes few of them. */
export interface LampLog {
  /** A link's status is this now. */
  note(link: string, status: LinkStatus): void
  /** Stores what was not stored yet; nothing is stored after that. */
  close(): void
}

export interface LampLogOptions {
  readonly now: () => number
  /** Stores an event of a link. */
  readonly store: (link: string, body: LampBody) => void
}

interface Noted {
  status: LinkStatus
  /** Changes since the last stored event. */
  changes: number
  /** When the first of them was. */
  changedAt: number
  storedAt?: number
  timer?: NodeJS.Timeout
}

/** Opens it; what links were before is not known. */
export function openLampLog({ now, store }: LampLogOptions): LampLog {
  const links = new Map<string, Noted>()
  let isClosed = false

  function put(link: string, noted: Noted): void {
    clearTimeout(noted.timer)
    delete noted.timer
    const { status, changes } = noted
    if (changes === 0) return
    noted.changes = 0
    noted.storedAt = now()
    const { lamp, text, reason, since } = status
    store(link, {
      kind: 'lamp',
      lamp,
      text: text.slice(0, 500).toWellFormed(),
      since,
      ...(reason !== undefined && { reason: reason.message.slice(0, 500).toWellFormed() }),
      ...(changes > 1 && { changes }),
    })
  }

  return {
    note(link, status) {
      if (isClosed) return
      const known = links.get(link)
      const noted = known ?? { status, changes: 0, changedAt: 0 }
      links.set(link, noted)
      const isSame = known !== undefined && keyOf(known.status) === keyOf(status)
      noted.status = status
      if (isSame) return
      if (noted.changes++ === 0) noted.changedAt = now()
      clearTimeout(noted.timer)
      const settledAt = Math.min(now() + lastsMs, noted.changedAt + betweenMs)
      const at = Math.max(settledAt, (noted.storedAt ?? Number.NEGATIVE_INFINITY) + betweenMs)
      noted.timer = setTimeout(() => put(link, noted), Math.max(0, Math.min(at - now(), betweenMs))).unref()
    },
    close() {
      for (const [link, noted] of links) put(link, noted)
      isClosed = true
    },
  }
}

/** What makes a status another one: the lamp, and its reason. Progress and counts are none. */
function keyOf({ lamp, reason }: LinkStatus): string {
  return `${lamp} ${reason?.code ?? ''}`
}
