import { isMessage, type Event } from '../core/event.ts'
import type { Halt, HaltRow, HaltState } from '../core/halt.ts'
import { shownText } from './confirm.ts'
import { limits } from '../core/limits.ts'
import type { Services } from './services.ts'

type HaltText = HaltRow['says'][number]

/** What a workspace shows of the halt that covers it. */
export interface HaltView {
  /** Stored events of a link: who still talks, and which texts of ours arrived. */
  apply(link: string, events: readonly Event[], operator: string): void
  /** A link was read to its end: a text that was being sent when Patchbay stopped and is not in its file was not sent. */
  caughtUp(link: string, isNetwork: boolean): void
  state(): HaltState | undefined
}

export function openHaltView({ halts, now }: Pick<Services, 'halts' | 'now'>, workspace: string): HaltView {
  let of: string | undefined
  let talking = new Map<string, number>()
  /** Links that were read to their end in this run: what is sent from now on is not in doubt. */
  const arriving = new Set<string>()

  /** Decides about texts of a link whose fate is unknown since the last run. */
  function settle({ id, rows }: Halt, link: string, decide: (text: HaltText) => HaltText): void {
    const isUnsure = rows.some((row) => row.link === link && row.says.some(({ step }) => step === 'sending'))
    if (!isUnsure || arriving.has(link)) return
    halts.change(id, (halt) => ({
      ...halt,
      rows: halt.rows.map((row) =>
        row.link === link ? { ...row, says: row.says.map((text) => (text.step === 'sending' ? decide(text) : text)) } : row,
      ),
    }))
  }

  return {
    apply(link, events, operator) {
      const halt = halts.of(workspace)
      if (halt?.id !== of) {
        of = halt?.id
        talking = new Map()
      }
      if (halt === undefined) return
      const texts = new Set(events.map(({ raw }) => shownText(raw.text)))
      settle(halt, link, (text) => (texts.has(shownText(text.wire)) ? { ...text, step: 'done', at: now() } : text))
      for (const event of events) {
        if (!isMessage(event) || event.late === true || event.at < halt.at || event.body.from === operator) continue
        const { from } = event.body
        if (talking.has(from) || talking.size < limits.observers) talking.set(from, (talking.get(from) ?? 0) + 1)
      }
    },
    caughtUp(link, isNetwork) {
      const halt = halts.of(workspace)
      if (halt === undefined || isNetwork || arriving.has(link)) return
      arriving.add(link)
      settle(halt, link, (text) => ({ ...text, step: 'planned' }))
    },
    state() {
      const halt = halts.of(workspace)
      if (halt === undefined) return undefined
      const { count, last } = halts.refused(workspace)
      const ask = halts.ask()
      return {
        ...halt,
        rows: halt.rows.filter((row) => row.workspace === workspace),
        refused: { count, last: [...last] },
        talking: halt.id === of ? [...talking].map(([name, times]) => ({ name, count: times })) : [],
        ...(ask !== undefined && { ask: { id: ask.id, at: ask.at, processes: ask.processes } }),
      }
    },
  }
}
