import { debtMarkSchema, type DebtMark, type MarkVerb } from '../../core/debt.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { openKept } from '../kept.ts'
import type { Services } from '../services.ts'

/** Decisions that can be taken back, the latest ones. */
const mostUndone = 50
/** The same decision within this time is one, ms. */
const twiceMs = 3_000
/** How many decisions are kept before the oldest are dropped. */
const spare = limits.markedDebts

/** What the operator decided about debts and conditions. */
export interface Marks {
  readonly values: ReadonlyMap<string, DebtMark>
  /**
   * Decides. @param by the connection of the window. @returns a token that takes exactly this decision back, in this run; conflict: another window decided
   * otherwise about one of them, so recently that this one could not show it yet.
   */
  put(keys: readonly string[], verb: MarkVerb, cursor: number, until: number | undefined, by: string): Result<string>
  /** @returns the keys whose earlier decision is back; undefined: the token is not known (any more). */
  undo(token: string): readonly string[] | undefined
}

const decidedWords: Readonly<Record<MarkVerb, string>> = {
  snooze: 'snoozed this',
  settle: 'marked this as done',
  waive: 'marked this as no longer needed',
  reopen: 'reopened this',
  pin: 'kept this as a request',
  none: 'removed this as no request',
}

interface Done {
  readonly mark: DebtMark
  readonly by: string
  readonly before: ReadonlyMap<string, DebtMark | undefined>
}

/** Opens those of a workspace. @param isKnown whether a key still means something; marks of others go first when there are too many. */
export function openMarks(
  services: Pick<Services, 'journal' | 'now' | 'newId'>,
  workspace: string,
  isKnown: (key: string) => boolean,
): Marks {
  const kept = openKept(services, workspace, 'debt mark', debtMarkSchema)
  const done = new Map<string, Done>()

  function makeRoom(): void {
    const tooMany = kept.values.size + spare - limits.keptEntries
    if (tooMany <= 0) return
    const oldest = [...kept.values].toSorted(([a, x], [b, y]) => Number(isKnown(a)) - Number(isKnown(b)) || x.at - y.at)
    for (const [key] of oldest.slice(0, tooMany + spare)) kept.put(key, undefined)
  }

  /** The token of the same decision, made a moment ago: a key that was pressed twice, or a second page, does not decide again. */
  function said(keys: readonly string[], verb: MarkVerb, until: number | undefined): string | undefined {
    for (const [token, { mark, before }] of done)
      if (
        mark.verb === verb &&
        mark.until === until &&
        Math.abs(services.now() - mark.at) < twiceMs &&
        before.size === new Set(keys).size &&
        keys.every((key) => before.has(key) && kept.values.get(key) === mark)
      )
        return token
    return undefined
  }

  /** Why this is not decided: another window has just decided otherwise. */
  function whyOvertaken(keys: readonly string[], verb: MarkVerb, until: number | undefined, by: string): Result<never> | undefined {
    const isOther = ({ mark, by: who }: Done): boolean =>
      who !== by && (mark.verb !== verb || mark.until !== until) && Math.abs(services.now() - mark.at) < twiceMs
    const other = [...done.values()].find((each) => isOther(each) && keys.some((key) => kept.values.get(key) === each.mark))
    if (other === undefined) return undefined
    return fail('conflict', `Another window has just ${decidedWords[other.mark.verb]}, and that stays.`, { field: 'keys' })
  }

  return {
    values: kept.values,
    put(keys, verb, cursor, until, by) {
      makeRoom()
      const same = said(keys, verb, until)
      if (same !== undefined) return ok(same)
      const overtaken = whyOvertaken(keys, verb, until, by)
      if (overtaken !== undefined) return overtaken
      const mark: DebtMark = { verb, at: services.now(), cursor, ...(until !== undefined && { until }) }
      const before = new Map(keys.map((key) => [key, kept.values.get(key)]))
      for (const key of before.keys()) kept.put(key, mark)
      const token = services.newId()
      done.set(token, { mark, by, before })
      for (const old of [...done.keys()].slice(0, -mostUndone)) done.delete(old)
      return ok(token)
    },
    undo(token) {
      const found = done.get(token)
      if (found === undefined) return undefined
      done.delete(token)
      // What was decided about one of them since stays.
      const mine = [...found.before].filter(([key]) => kept.values.get(key) === found.mark)
      for (const [key, mark] of mine) kept.put(key, mark)
      return mine.map(([key]) => key)
    },
  }
}
