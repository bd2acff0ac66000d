import type { Agent } from '../../../core/agent.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Chip } from '../common/chip.tsx'
import { clockTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

const shown = 6

/** The last messages from or to an agent, newest first; each links to its place in the feed. */
export function RecentMessages({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const jumpTo = useApp((state) => state.jumpTo)
  const { id, sent, lastSeen } = agent
  const input = workspace === undefined ? undefined : { workspace, filter: { agent: id }, limit: shown }
  const page = useAnswer('feed.page', input, `${sent} ${lastSeen}`)
  const rows = page?.ok ? page.value.events.toReversed() : []
  if (rows.length === 0) return null
  return (
    <>
      <h3>Recent</h3>
      <ul className="hist">
        {rows.map((event) => {
          // Text where there is any: raw wire text may be wrapped in tags and headers.
          const text = 'text' in event.body ? event.body.text : event.raw.text
          return (
            <li key={event.id}>
              <span className="t">{clockTime(event.claimedAt ?? event.at)}</span>
              <Chip protocol={event.protocol} />
              <span className="cut" title={visibleString(text.slice(0, 400))}>
                <LineText text={text.slice(0, 200)} />
              </span>
              <button
                type="button"
                className="anchor"
                title={`${visibleString(event.raw.anchor?.label ?? '')}  Show in the feed`.trim()}
                onClick={() => void jumpTo(event.id)}
              >
                {visibleString(event.raw.anchor?.label ?? 'show')}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
