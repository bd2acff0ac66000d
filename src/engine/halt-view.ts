import { isMessage, type Event } from '../core/event.ts'
import { isWrittenAfter, textsOf, withTexts, type Halt, type HaltSaid, type HaltState } from '../core/halt.ts'
import { shownText } from './confirm.ts'
import { limits } from '../core/limits.ts'
import type { Services } from './services.ts'
import { storedSince } from './stored-since.ts'

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

export function openHaltView({ halts, journal, now }: Pick<Services, 'halts' | 'journal' | 'now'>, workspace: string): HaltView {
  let of: string | undefined
  let talking = new Map<string, number>()
  /** What is sent from now on is not in doubt: whoever sends it knows how it went. */
  const openedAt = now()
  const isUnsure = ({ step, at = 0 }: HaltSaid): boolean => step === 'sending' && at < openedAt

  /** Decides about texts of a link whose fate is unknown since the last run. `seen`: the texts that have arrived. */
  function settle({ id, rows }: Halt, link: string, seen: () => readonly Event[], isAll: boolean): void {
    if (!rows.some((row) => row.link === link && textsOf(row).some(isUnsure))) return
    const texts = new Set(seen().map(({ raw }) => shownText(raw.text)))
    const decide = <T extends HaltSaid>(text: T): T => {
      if (!isUnsure(text)) return text
      if (texts.has(shownText(text.wire))) return { ...text, step: 'done', at: now() }
      return isAll ? { ...text, step: 'planned', at: undefined } : text
    }
    halts.change(id, (halt) => ({ ...halt, rows: halt.rows.map((row) => (row.link === link ? withTexts(row, decide) : row)) }))
  }

  return {
    apply(link, events, operator) {
      const halt = halts.of(workspace)
      if (halt?.id !== of) {
        of = halt?.id
        talking = new Map()
      }
      if (halt === undefined) return
      settle(halt, link, () => events, false)
      for (const event of events) {
        if (!isMessage(event) || event.body.from === operator || !isWrittenAfter(halt, event)) continue
        const { from } = event.body
        if (talking.has(from) || talking.size < limits.observers) talking.set(from, (talking.get(from) ?? 0) + 1)
      }
    },
    caughtUp(link, isNetwork) {
      const halt = halts.of(workspace)
      if (halt !== undefined) settle(halt, link, () => storedSince(journal, workspace, link, ['message', 'notice'], halt.at), !isNetwork)
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
