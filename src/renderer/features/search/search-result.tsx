import { graded, type Doubt } from '../../../core/doubt.ts'
import type { Query } from '../../../core/query.ts'
import { matchesIn } from '../../../core/query-match.ts'
import { hueOf, shownName } from '../agents/directory.ts'
import { Bar } from '../../ui/bar.tsx'
import { Chip } from '../common/chip.tsx'
import { Doubts } from '../../ui/doubts.tsx'
import { clockTime, dayKey, dayName } from '../../ui/time.ts'
import { AnchorLabel } from '../../ui/anchor-label.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { excerpt } from './excerpt.ts'
import { Marked } from './marked.tsx'
import type { SearchHit } from './use-search.ts'
import { Signs } from '../../ui/signs.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'

interface SearchResultProps {
  readonly id: string
  readonly hit: SearchHit
  /** The query, to mark it in names as well. */
  readonly query: Query
  readonly isOn: boolean
  readonly now: number
  readonly onOpen: () => void
}

/** One search result: sender, place, time, and the words around the first match. */
export function SearchResult({ id, hit, query, isOn, now, onOpen }: SearchResultProps): React.JSX.Element {
  const { event } = hit
  const body = event.body.kind === 'message' ? event.body : undefined
  const cut = excerpt(body?.text ?? event.raw.text, hit.matches)
  const when = event.claimedAt ?? event.at
  const [unproven, sentences] = partition(body?.doubts ?? [])
  return (
    // The keyboard reaches the rows through the field (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" aria-selected={isOn} tabIndex={-1} onClick={onOpen}>
      <Chip protocol={event.protocol} />
      <span className="agent">
        {body && <Sender source={event.source} name={body.from} query={query} />}
        {body?.to[0] !== undefined && <Recipient source={event.source} name={body.to[0]} query={query} />}
        {body && <OtherNames names={[...body.to.slice(1), ...body.observers]} query={query} />}
      </span>
      <span className="ends meta dim">
        {event.raw.anchor && (
          <span className="anchor" title={visibleString(event.raw.anchor.label)}>
            <AnchorLabel label={event.raw.anchor.label} />
          </span>
        )}{' '}
        <time dateTime={new Date(when).toISOString()}>
          {dayKey(when) === dayKey(now) ? clockTime(when) : `${dayName(when, now)}, ${clockTime(when).slice(0, 5)}`}
        </time>
      </span>
      {sentences.length > 0 && (
        <span className="doubts">
          <Doubts doubts={sentences} />
        </span>
      )}
      <span className="says">
        <Doubts doubts={unproven} /> <Marked text={cut.text} ranges={cut.ranges} code={cut.code} />
      </span>
    </div>
  )
}

interface NameProps {
  readonly name: string
  readonly query: Query
}

function Sender({ source, name, query }: NameProps & { readonly source: string }): React.JSX.Element {
  const hue = useApp((state) => hueOf(state, source, name))
  const shown = useApp((state) => shownName(state, source, name))
  return (
    <span className="agent" title={visibleString(name)}>
      <Bar hue={hue} />
      <span className="cut">
        <MarkedName name={shown} query={query} />
      </span>
      <LookAlike name={name} />
    </span>
  )
}

function Recipient({ source, name, query }: NameProps & { readonly source: string }): React.JSX.Element {
  const shown = useApp((state) => shownName(state, source, name))
  return (
    <>
      <span className="dim cut">
        <Signs text="→" /> <MarkedName name={shown} query={query} />
      </span>
      <LookAlike name={name} />
    </>
  )
}

function MarkedName({ name, query }: NameProps): React.JSX.Element {
  return <Marked text={name} ranges={matchesIn(query, name)} />
}

/** The further recipients and observers that match, so that it is clear why the message was found. */
function OtherNames({ names, query }: { readonly names: readonly string[]; readonly query: Query }): React.JSX.Element | null {
  const name = names.find((one) => matchesIn(query, one).length > 0)
  return name === undefined ? null : (
    <span className="dim cut">
      cc <MarkedName name={name} query={query} />
    </span>
  )
}

/** Doubts that are one short word, and those that are sentences. */
function partition(doubts: readonly Doubt[]): readonly [unproven: readonly Doubt[], sentences: readonly Doubt[]] {
  return [doubts.filter(isUnproven), doubts.filter((doubt) => !isUnproven(doubt))]
}

function isUnproven(doubt: Doubt): boolean {
  return graded(doubt).severity === 'warning'
}
