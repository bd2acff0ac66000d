import { Clock, Hand, Repeat, RotateCcw, SquareTerminal, UnfoldHorizontal } from 'lucide-react'
import type { MarkerBody } from '../../../core/event.ts'
import { count } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** A hairline with the day. */
export function DayRule({ name }: { readonly name: string }): React.JSX.Element {
  return <div className="rule day">{name}</div>
}

/** Marks the first row that the operator had not seen. */
export function NewRule({ value }: { readonly value: number }): React.JSX.Element {
  return <div className="rule new">{count(value)} new</div>
}

const icons = { restart: RotateCcw, gap: UnfoldHorizontal, clock: Clock, halted: Hand, asked: SquareTerminal } as const

/** The stream was interrupted or restarted: what was lost, what was recovered; the clock was set, a halt refused something, or a terminal asked the operator. */
export function MarkerRule({ body }: { readonly body: MarkerBody }): React.JSX.Element {
  const Icon = icons[body.marker]
  return (
    <div className="rule gap">
      <Icon className="i" aria-hidden="true" />
      <span>
        <VisibleText text={body.text} />
      </span>
    </div>
  )
}

/** Under the newest line of agents that say the same again and again. Only text: a feed has no controls between its articles; *Needs me* has them. */
export function TalkRule({ event }: { readonly event: string }): React.JSX.Element | null {
  const text = useApp(({ state }) => {
    if (state === undefined || state.desk.counts.stuck === 0) return undefined
    const need = state.desk.needs.find(({ stuck }) => stuck !== undefined && stuck.texts.length > 0 && stuck.events.at(-1) === event)
    return need?.stuck?.text
  })
  if (text === undefined) return null
  return (
    <div className="rule gap">
      <Repeat className="i" aria-hidden="true" />
      <span>
        <VisibleText text={text} />
      </span>
    </div>
  )
}
