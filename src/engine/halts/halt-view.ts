import { isMessage, type Event, type MessageEvent } from '../../core/event.ts'
import { isWrittenAfter, textsOf, withTexts, type Halt, type HaltRow, type HaltSaid, type HaltState } from '../../core/halt.ts'
import { shownText } from '../links/confirm.ts'
import { limits } from '../../core/limits.ts'
import type { Services } from '../services.ts'
import { storedSince } from '../links/stored-since.ts'

/** What a workspace shows of the halt that covers it. */
export interface HaltView {
  /** Stored events of a link: who still talks, and which texts of ours arrived. */
  apply(link: string, events: readonly Event[], operator: string): void
  /**
   * A link was read to its end. A text that was being sent when Patchbay stopped and is not in its file was not sent; a network may have dropped it on the
   * way to us, so it stays in doubt.
   */
  caughtUp(link: string, isNetwork: boolean): void
  state(): HaltState | undefined
}

/** Opens the view of a workspace. */
export function openHaltView({ halts, journal, now }: Pick<Services, 'halts' | 'journal' | 'now'>, workspace: string): HaltView {
  let of: string | undefined
  let talking = new Map<string, number>()
  const openedAt = now()
  /**
   * What was being sent when Patchbay stopped. What is sent from now on is not in doubt: whoever sends it knows how it went. No time tells them apart, since
   * the clock may have been set back in between.
   */
  const left = new Set(halts.list().flatMap((halt) => halt.rows.flatMap((row) => textsOf(row).filter(isSending).map(nameIn(halt, row)))))

  /** Decides about texts of a link whose fate is unknown since the last run. `seen`: the texts that have arrived. */
  function settle(link: string, seen: (halt: Halt) => readonly Event[], isAll: boolean): void {
    if (left.size === 0) return
    for (const halt of halts.list()) {
      const isUnsure = (row: HaltRow) => (text: HaltSaid) => isSending(text) && left.has(nameIn(halt, row)(text))
      if (!halt.rows.some((row) => row.link === link && textsOf(row).some(isUnsure(row)))) continue
      const texts = new Set(seen(halt).map(({ raw }) => shownText(raw.text)))
      const decide =
        (row: HaltRow) =>
        <T extends HaltSaid>(text: T): T => {
          if (!isUnsure(row)(text)) return text
          if (texts.has(shownText(text.wire))) return { ...text, step: 'done', at: now() }
          return isAll ? { ...text, step: 'planned', at: undefined } : text
        }
      halts.change(halt.id, (stored) => ({
        ...stored,
        rows: stored.rows.map((row) => (row.link === link ? withTexts(row, decide(row)) : row)),
      }))
    }
  }

  return {
    apply(link, events, operator) {
      const halt = halts.of(workspace)
      if (halt?.id !== of) {
        of = halt?.id
        talking = new Map()
      }
      if (halt === undefined) return
      settle(link, () => events, false)
      for (const event of events) {
        if (!isMessage(event) || event.body.from === operator || !isTalk(halt, event)) continue
        const { from } = event.body
        if (talking.has(from) || talking.size < limits.observers) talking.set(from, (talking.get(from) ?? 0) + 1)
      }
    },
    caughtUp(link, isNetwork) {
      settle(link, ({ at }) => storedSince(journal, workspace, link, ['message', 'notice'], Math.min(at, openedAt)), !isNetwork)
    },
    state() {
      const halt = halts.of(workspace)
      if (halt === undefined) return undefined
      const { count, last } = halts.refused(workspace)
      const ask = halts.ask()
      const unwritten = halts.unwritten()
      return {
        ...halt,
        rows: halt.rows.filter((row) => row.workspace === workspace),
        refused: { count, last: [...last] },
        talking: halt.id === of ? [...talking].map(([name, times]) => ({ name, count: times })) : [],
        ...(unwritten !== undefined && { unwritten: unwritten.fault }),
        ...(unwritten?.isInJournal === false && { isInMemoryOnly: true as const }),
        ...(ask !== undefined && { ask: { id: ask.id, at: ask.at, processes: ask.processes } }),
      }
    },
  }
}

/** What arrives now with a time before the halt came after it, too: the clock was set back since. */
function isTalk(halt: Halt, event: MessageEvent): boolean {
  return isWrittenAfter(halt, event) || (event.late !== true && event.at < halt.at)
}

const isSending = ({ step }: HaltSaid): boolean => step === 'sending'

/** Names one attempt to send a text. */
const nameIn =
  ({ id }: Halt, { link }: HaltRow) =>
  (text: HaltSaid): string =>
    JSON.stringify([id, link, text.key, text.at])
