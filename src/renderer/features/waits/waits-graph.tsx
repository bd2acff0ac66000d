import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useId } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import { Bar } from '../../ui/bar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { hueOfAgent, nameOf, NamedAgent } from '../needs/named-agent.tsx'
import { debtUse } from '../needs/need-words.ts'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { edgesBetween, mostNodes, node, plot, ringPlaces, type Edge, type Point } from './ring-layout.ts'
import { agentsIn, arrowId, waitedFor } from './shown-waits.ts'

interface WaitsGraphProps {
  readonly arrows: readonly WaitArrowRow[]
  /** In the order of the ring; the others stand behind them. */
  readonly ring: readonly string[]
  readonly selected: string | undefined
  /** The ring is over. */
  readonly isOver: boolean
  onSelect(id: string): void
}

/** Who waits for whom as a picture, of up to six agents; for screen readers one sentence. Of more, the ring in its order, or who is waited for most. */
export function WaitsGraph({ arrows, ring, ...props }: WaitsGraphProps): React.JSX.Element {
  const agents = [...new Set([...ring, ...agentsIn(arrows)])]
  if (agents.length <= mostNodes) return <Picture {...props} arrows={arrows} ring={ring} agents={agents} />
  return ring.length > 0 ? <RingList {...props} arrows={arrows} /> : <Waited arrows={arrows} />
}

interface PictureProps extends WaitsGraphProps {
  readonly agents: readonly string[]
}

function Picture({ arrows, ring, agents, selected, isOver, onSelect }: PictureProps): React.JSX.Element {
  const sentence = useApp((state) =>
    arrows
      .map(
        ({ from, to, evidence }) => `${nameOf(state, from)} waits for ${nameOf(state, to)}${evidence === 'inferred' ? ', inferred' : ''}`,
      )
      .join('; '),
  )
  const places = new Map(ringPlaces(agents.length).map((place, at) => [agents[at] ?? '', place]))
  const members = new Set(ring)
  const chosen = arrows.find((arrow) => arrowId(arrow) === selected)
  return (
    <div className={isOver ? 'w-g over' : 'w-g'} role="img" aria-label={visibleString(sentence)}>
      <Edges arrows={drawnOnce(arrows, chosen)} places={places} members={members} selected={selected} onSelect={onSelect} />
      {[...places].map(([agent, place]) => (
        <Node
          key={agent}
          agent={agent}
          place={place}
          isIn={members.has(agent)}
          isOn={chosen?.from === agent}
          awaitedAgent={arrows.find(({ from }) => from === agent)?.to}
        />
      ))}
    </div>
  )
}

/** Of several arrows between the same two the chosen one, or the first. */
function drawnOnce(arrows: readonly WaitArrowRow[], chosen: WaitArrowRow | undefined): WaitArrowRow[] {
  const drawn = new Map<string, WaitArrowRow>()
  for (const arrow of arrows) {
    const ends = `${arrow.from} ${arrow.to}`
    if (!drawn.has(ends) || arrow === chosen) drawn.set(ends, arrow)
  }
  return [...drawn.values()]
}

interface EdgesProps extends Pick<WaitsGraphProps, 'arrows' | 'selected' | 'onSelect'> {
  readonly places: ReadonlyMap<string, Point>
  readonly members: ReadonlySet<string>
}

function Edges({ arrows, places, members, selected, onSelect }: EdgesProps): React.JSX.Element {
  const id = useId()
  const ends = arrows.flatMap((arrow) => {
    const [from, to] = [places.get(arrow.from), places.get(arrow.to)]
    return from === undefined || to === undefined ? [] : [{ arrow, ends: [from, to] as const }]
  })
  const edges = edgesBetween(
    ends.map((one) => one.ends),
    [...places.values()],
  )
  const drawn = ends.flatMap(({ arrow }, at) => (edges[at] === undefined ? [] : [{ arrow, edge: edges[at] }]))
  const kindOf = (arrow: WaitArrowRow): 'sel' | 'in' | 'guess' | 'out' =>
    arrowId(arrow) === selected
      ? 'sel'
      : members.has(arrow.from) && members.has(arrow.to)
        ? 'in'
        : arrow.evidence === 'inferred'
          ? 'guess'
          : 'out'
  return (
    <>
      <svg width={rem(plot.width)} height={rem(plot.height)} viewBox={`0 0 ${plot.width} ${plot.height}`} aria-hidden="true">
        <defs>
          {(['sel', 'in', 'guess', 'out'] as const).map((kind) => (
            <marker
              key={kind}
              id={`${id}${kind}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 .5 7.5 4 0 7.5Z" className={`w-h ${kind}`} />
            </marker>
          ))}
        </defs>
        {drawn.map(({ arrow, edge }) => (
          <path key={arrowId(arrow)} className={`w-e ${kindOf(arrow)}`} markerEnd={`url(#${id}${kindOf(arrow)})`} d={pathOf(edge)} />
        ))}
      </svg>
      {drawn.map(({ arrow, edge }) => (
        <EdgeLabel
          key={arrowId(arrow)}
          arrow={arrow}
          at={edge.middle}
          isOn={arrowId(arrow) === selected}
          onSelect={() => onSelect(arrowId(arrow))}
        />
      ))}
    </>
  )
}

/** A length of the picture, which grows with the text. */
function rem(px: number): string {
  return `${px / 16}rem`
}

function pathOf({ from, bend, to }: Edge): string {
  return `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`
}

interface EdgeLabelProps {
  readonly arrow: WaitArrowRow
  readonly at: Point
  readonly isOn: boolean
  onSelect(): void
}

/** Link and age of a wait. */
function EdgeLabel({ arrow, at, isOn, onSelect }: EdgeLabelProps): React.JSX.Element {
  const now = useNow()
  const isOver = arrow.row !== undefined && debtUse(arrow.row, now).isOver
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list has the same for the keyboard
    <span className={isOn ? 'w-edge sel' : 'w-edge'} style={{ left: rem(at.x), top: rem(at.y) }} onClick={onSelect}>
      {arrow.row !== undefined && <Chip protocol={arrow.row.debt.protocol} />}
      <span className={isOver ? 'age over' : 'age'}>
        {isOver && <Glyph shape="over" />}
        {age(arrow.since, now)}
      </span>
    </span>
  )
}

interface NodeProps {
  readonly agent: string
  readonly place: Point
  readonly isIn: boolean
  readonly isOn: boolean
  readonly awaitedAgent: string | undefined
}

function Node({ agent, place, isIn, isOn, awaitedAgent }: NodeProps): React.JSX.Element {
  const name = useApp((state) => nameOf(state, agent))
  const on = useApp((state) => (awaitedAgent === undefined ? undefined : nameOf(state, awaitedAgent)))
  const hue = useApp((state) => hueOfAgent(state, agent))
  const waits = `waits for ${on ?? 'nobody'}`
  const classes = ['w-n', isIn ? 'in' : '', isOn ? 'sel' : ''].filter((each) => each !== '').join(' ')
  return (
    <span className={classes} style={{ left: rem(place.x - node.width / 2), top: rem(place.y - node.height / 2) }}>
      <span className="top">
        <Glyph shape={awaitedAgent === undefined ? 'idle' : 'waiting'} />
        <Bar hue={hue} />
        <b className="cut" title={visibleString(name)}>
          <VisibleText text={name} />
        </b>
      </span>
      <span className="dim cut" title={visibleString(waits)}>
        <VisibleText text={waits} />
      </span>
    </span>
  )
}

/** A ring of more agents than a picture can show, in its order; the list of waits has the same for the keyboard. */
function RingList({ arrows, selected, isOver, onSelect }: Omit<WaitsGraphProps, 'ring'>): React.JSX.Element {
  const now = useNow()
  return (
    <ol className={isOver ? 'w-ring over' : 'w-ring'} aria-label="The ring">
      {arrows.map((arrow) => {
        const isLate = arrow.row !== undefined && debtUse(arrow.row, now).isOver
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list of waits has the same for the keyboard
          <li key={arrowId(arrow)} className={arrowId(arrow) === selected ? 'sel' : ''} onClick={() => onSelect(arrowId(arrow))}>
            <NamedAgent who={arrow.from} source={arrow.row?.debt.source} />
            <ArrowRight className="i" role="img" aria-label="waits for" />
            <NamedAgent who={arrow.to} source={arrow.row?.debt.source} />
            <span className={isLate ? 'age over end' : 'age end'}>
              {isLate && <Glyph shape="over" />}
              {age(arrow.since, now)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** More agents than a picture can show: whom the most wait for. */
function Waited({ arrows }: Pick<WaitsGraphProps, 'arrows'>): React.JSX.Element {
  return (
    <ul className="w-list" aria-label="Who is waited for">
      {waitedFor(arrows).map(({ agent, by }) => (
        <li key={agent}>
          <NamedAgent who={agent} />
          <ArrowLeft className="i" aria-hidden="true" />
          <span className="sr">awaited by</span>
          <span className="by">
            {by.map((each) => (
              <NamedAgent key={each} who={each} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
