import { AgentName } from '../../ui/agent-name.tsx'
import { Chip } from '../../ui/chip.tsx'
import { clockTime, dayKey, dayName } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { excerpt } from './excerpt.ts'
import { Marked } from './marked.tsx'
import type { SearchHit } from './use-search.ts'

interface SearchResultProps {
  readonly id: string
  readonly hit: SearchHit
  readonly isOn: boolean
  readonly now: number
  readonly onOpen: () => void
}

/** One message that was found: who, where, when, and the words around the first match. */
export function SearchResult({ id, hit, isOn, now, onOpen }: SearchResultProps): React.JSX.Element {
  const { event } = hit
  const body = event.body.kind === 'message' ? event.body : undefined
  const cut = excerpt(body?.text ?? event.raw.text, hit.matches)
  const when = event.claimedAt ?? event.at
  return (
    // The keyboard reaches the rows through the field (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" aria-selected={isOn} tabIndex={-1} onClick={onOpen}>
      <Chip protocol={event.protocol} />
      <span className="agent">
        {body && <AgentName source={event.source} name={body.from} />}
        {body?.to[0] !== undefined && <span className="dim cut">→ {visibleString(body.to[0])}</span>}
      </span>
      <span className="ends meta dim">
        {event.raw.anchor && <span className="mono">{visibleString(event.raw.anchor.label)}</span>}{' '}
        <time dateTime={new Date(when).toISOString()}>
          {dayKey(when) === dayKey(now) ? clockTime(when) : `${dayName(when, now)}, ${clockTime(when).slice(0, 5)}`}
        </time>
      </span>
      <span className="says">
        <Marked text={cut.text} ranges={cut.ranges} />
      </span>
    </div>
  )
}
