import type { WorkspaceState } from '../api/contract.ts'
import type { DebtRow } from '../core/debt.ts'
import type { Event } from '../core/event.ts'
import type { Expectation } from '../core/scenario/scenario.ts'

/** What Patchbay shows at one moment, as a page gets it. */
export interface Shown {
  readonly state: WorkspaceState
  /** Open and ended debts. */
  readonly rows: readonly DebtRow[]
  readonly events: readonly Event[]
}

/** The two letters of the links, by source. */
export type LinkCodes = ReadonlyMap<string, string>

/** Whether what is expected is shown. Pure. */
export function isShown(expected: Expectation, { state, rows, events }: Shown, codes: LinkCodes): boolean {
  const { see, who = [], to, text, count } = expected
  const names = new Map(state.agents.map((agent) => [agent.id, agent.name]))
  const nameOf = (id: string | undefined): string => (id === undefined ? '' : (names.get(id) ?? id)).toLowerCase()
  const wanted = who.map((each) => each.toLowerCase())
  const isOn = (source: string | undefined): boolean => expected.link === undefined || codes.get(source ?? '') === expected.link
  const says = (words: string): boolean => text === undefined || words.includes(text)
  const enough = (found: number): boolean => found >= count
  switch (see) {
    case 'agent': {
      const seen = new Set(
        state.agents.filter(({ names: known }) => known.some(({ source }) => isOn(source))).map(({ name }) => name.toLowerCase()),
      )
      return wanted.every((each) => seen.has(each)) && enough(seen.size)
    }
    case 'message':
    case 'doubt':
      return enough(
        events.filter(({ body, source }) => {
          if (body.kind !== 'message' || !isOn(source) || !says(body.text)) return false
          return (see === 'message' || (body.doubts ?? []).length > 0) && (wanted.length === 0 || wanted.includes(body.from.toLowerCase()))
        }).length,
      )
    case 'gap':
    case 'restart':
      return enough(events.filter(({ body, source }) => body.kind === 'marker' && body.marker === see && isOn(source)).length)
    case 'link':
      return enough(state.links.filter(({ id, status }) => isOn(id) && status.lamp === (expected.lamp ?? 'up')).length)
    case 'debt':
      return enough(
        rows.filter(({ debt, debtor, creditor, life }) => {
          if (!isOn(debt.source) || !says(debt.text) || (expected.kind !== undefined && debt.kind !== expected.kind)) return false
          if (wanted.length > 0 && !wanted.includes(nameOf(debtor))) return false
          if (to !== undefined && nameOf(creditor) !== to.toLowerCase()) return false
          return (
            expected.state === undefined ||
            (expected.state === 'overdue' ? debt.state === 'open' && life === 'overdue' : debt.state === expected.state)
          )
        }).length,
      )
    default:
      return enough(
        state.desk.needs.filter((need) => {
          if (need.link !== undefined && !isOn(need.link)) return false
          if (!says(need.text) || (see !== 'need' && need.source !== see)) return false
          if (expected.source !== undefined && need.source !== expected.source) return false
          const about = new Set([need.who, ...(need.stuck?.agents ?? [])].map(nameOf))
          return wanted.every((each) => about.has(each))
        }).length,
      )
  }
}

/** How an expectation ended. */
export interface Verdict {
  readonly title: string
  readonly see: Expectation['see']
  readonly met: boolean
  /** When it was seen (for `not`: wrongly), ms from the beginning of the scenario; absent: never. */
  readonly at?: number
}

/** One expectation that has no verdict yet. */
export interface Open {
  readonly expected: Expectation
  /** Which of the scenario's. */
  readonly place: number
  verdict?: Verdict
}

/**
 * Takes another look at an expectation. @param at ms from the beginning. @param isOver nothing more is done before its time ends.
 * @returns its verdict, once it has one.
 */
export function look({ expected }: Pick<Open, 'expected'>, shown: boolean, at: number, isOver: boolean): Verdict | undefined {
  const { title, see, not, exact } = expected
  const [from, until] = [expected.after * 1_000, (expected.after + expected.within) * 1_000]
  const verdict = (met: boolean, seenAt?: number): Verdict => ({ title, see, met, ...(seenAt !== undefined && { at: seenAt }) })
  if (at < from) return exact === true && shown ? verdict(false, at) : undefined
  if (shown) return verdict(not !== true, at)
  return at >= until && isOver ? verdict(not === true) : undefined
}
