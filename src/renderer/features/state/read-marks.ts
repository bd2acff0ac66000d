import { conversationsOf } from '../feed/feed-filter.ts'
import type { GetState } from '../screen.ts'
import type { StoreEnv } from './env.ts'
import { shownAgent } from './shown-agent.ts'

const markReadMs = 300

/** Marks as read what the operator has seen of the rows on screen. */
export interface ReadMarks {
  /** Other rows are shown, of which nothing was seen. */
  restart(): void
  /** Rows up to here are in sight. */
  seen(ord: number): void
  /** What is at this place has changed, and was not seen. */
  unseen(ord: number): void
  isSeen(ord: number): boolean
  /** Marks, soon, what was seen. */
  mark(): void
  /** The operator marked something unread: until other rows are shown, nothing is marked. */
  hold(): void
}

/** Makes the marks of the rows on screen. */
export function createReadMarks(get: GetState, { client, isLooking, later }: Pick<StoreEnv, 'client' | 'isLooking' | 'later'>): ReadMarks {
  let seenOrd = 0
  let markedOrd = 0
  let isHeld = false
  let isScheduled = false

  /** Nothing is read by looking at the past. */
  function canRead(): boolean {
    return get().past === undefined && isLooking()
  }

  function mark(): void {
    if (get().past !== undefined || isScheduled || isHeld || seenOrd <= markedOrd) return
    isScheduled = true
    later(() => {
      isScheduled = false
      const { workspace, filter, state } = get()
      if (workspace === undefined || state === undefined || isHeld || !canRead()) return
      const shown = conversationsOf(filter, state.conversations, shownAgent(get()))
      if (!shown.some((one) => one.unread > 0)) return
      markedOrd = seenOrd
      void client.call('conversations.markRead', { workspace, filter, upTo: seenOrd })
    }, markReadMs)
  }

  return {
    restart() {
      seenOrd = 0
      markedOrd = 0
      isHeld = false
    },
    seen(ord) {
      if (!canRead()) return
      seenOrd = Math.max(seenOrd, ord)
      mark()
    },
    unseen(ord) {
      seenOrd = Math.min(seenOrd, ord - 1)
      markedOrd = Math.min(markedOrd, ord - 1)
    },
    isSeen: (ord) => ord <= seenOrd,
    mark,
    hold() {
      isHeld = true
    },
  }
}
