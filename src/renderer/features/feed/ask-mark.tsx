import type { Need, NeedSource } from '../../../core/need.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { sourceWords } from '../needs/need-words.ts'
import type { AppState } from '../screen.ts'

/** What somebody wants from the operator; what only went wrong is no ask. */
const asks: ReadonlySet<NeedSource> = new Set(['answer', 'review', 'task', 'approve', 'paste', 'decide'])
const known = new WeakMap<readonly Need[], ReadonlyMap<string, Need>>()

/** What a message asks of the operator, if that still needs an answer. */
export function askOf({ state }: AppState, event: string): Need | undefined {
  const needs = state?.desk.needs
  if (needs === undefined || needs.length === 0) return undefined
  let found = known.get(needs)
  if (found === undefined) {
    found = new Map(needs.flatMap((need) => (need.event !== undefined && asks.has(need.source) ? [[need.event, need] as const] : [])))
    known.set(needs, found)
  }
  return found.get(event)
}

/** In front of the text of a message that asks the operator: a diamond, dotted if its words alone make it an ask, and why. */
export function AskMark({ need: { source, row } }: { readonly need: Need }): React.JSX.Element {
  return (
    <span className="ask">
      <Glyph shape="needs" outline={row?.debt.evidence === 'inferred' ? 'dotted' : 'filled'} />
      <span className="sr">needs you: </span>
      {` ${sourceWords[source]} `}
    </span>
  )
}
