import { Octagon } from 'lucide-react'
import { isMessage, type Event } from '../../../core/event.ts'
import { hasName, isWrittenAfter, refuses } from '../../../core/halt.ts'
import type { HaltState } from '../../../core/halt.ts'
import type { FeedItem } from '../feed/feed-items.ts'
import { leadOf } from '../feed/feed-items.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime, counted, exactTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './halt.css'
import { byWords } from './halt-words.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** Refusals drawn under the newest message; the pane has more. */
const refusalsShown = 3

/** Key of the first row that arrived after the halt; what was read late was said before. Undefined: the halt is not among these rows. */
export function firstAfterHalt(items: readonly FeedItem[], at: number): string | undefined {
  const index = items.findIndex((item) => {
    const event = leadOf(item)
    return event !== undefined && event.late !== true && event.at >= at
  })
  return index > 0 ? items[index]?.key : undefined
}

/** Where the halt was. Only text: a feed has no controls between its articles. */
export function HaltRule(): React.JSX.Element | null {
  const halt = useApp((state) => state.state?.halt)
  if (halt === undefined) return null
  const said = halt.rows.flatMap(({ says }) => says).filter(({ step }) => step === 'done').length
  return (
    <div className="rule halt-m">
      <Octagon className="i" aria-hidden="true" />
      <span title={exactTime(halt.at)}>
        {refuses(halt) ? 'Halted' : 'Asked to stop'} {clockTime(halt.at)} by {byWords(halt.by)}, {counted(said, 'text')} said
      </span>
    </div>
  )
}

/** At a message of an agent that was halted and wrote all the same. */
export function AfterHalt({ event }: { readonly event: Event }): React.JSX.Element | null {
  const isMarked = useApp(({ state }) => state?.halt !== undefined && isMeant(state.halt, event, state.info.operator))
  if (!isMarked) return null
  return (
    <span className="doubt after-halt">
      <Glyph shape="over" /> after the halt
    </span>
  )
}

function isMeant(halt: HaltState, event: Event, operator: string): boolean {
  if (!isMessage(event) || event.body.from === operator || !isWrittenAfter(halt, event)) return false
  return halt.scope.kind !== 'agents' || hasName(halt.scope.agents, event.body.from)
}

/** At the end of the feed: what was refused since. */
export function Refusals(): React.JSX.Element | null {
  const store = useStoreApi()
  const refused = useApp((state) => state.state?.halt?.refused)
  if (refused === undefined || refused.count === 0) return null
  const shown = refused.last.slice(0, refusalsShown).toReversed()
  const more = refused.count - shown.length
  return (
    <ol className="refusals" aria-label="Refused since the halt">
      {more > 0 && (
        <li className="dim">
          <button type="button" className="link small" onClick={() => store.getState().showHaltPane(true)}>
            {counted(more, 'earlier refusal')}
          </button>
        </li>
      )}
      {shown.map(({ at, who, what }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- refusals have no other identity; two can be equal
        <li key={index}>
          <time className="t" title={exactTime(at)}>
            {clockTime(at)}
          </time>
          <b className="cut" title={visibleString(who)}>
            <VisibleText text={who} />
          </b>
          <span className="what">
            <VisibleText text={what} />
            <span className="doubt">
              <Glyph shape="no" /> refused: halted
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
