import type { Plan } from './plan.ts'
import type { StageAction } from './stage.ts'

/** A step of a plan, with all its repetitions; or the noise of an actor. */
export interface ScriptRow {
  /** When its first and its last action are due, ms from the beginning. */
  readonly at: number
  readonly until: number
  readonly do: StageAction['do']
  readonly link: string
  readonly from: string
  readonly to: readonly string[]
  /** The text of its first action. */
  readonly text: string
  /** How many actions. */
  readonly times: number
}

/** What a plan does, in order: one row for each step and each source of noise. Pure. */
export function scriptRows({ actions }: Plan): ScriptRow[] {
  const rows = new Map<string, ScriptRow>()
  for (const { step, at, do: deed, link, from, to, text } of actions) {
    const key = step === undefined ? `noise ${link} ${from}` : String(step)
    const known = rows.get(key)
    rows.set(
      key,
      known === undefined ? { at, until: at, do: deed, link, from, to, text, times: 1 } : { ...known, until: at, times: known.times + 1 },
    )
  }
  return [...rows.values()]
}
