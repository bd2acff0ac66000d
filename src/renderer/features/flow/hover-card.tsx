import { useLayoutEffect, useRef, useState } from 'react'
import { Chip } from '../common/chip.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyCap } from '../../ui/key-caps.tsx'
import { useApp } from '../state/store.ts'
import { clockTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import type { FlowNames } from './flow-names.ts'
import type { FlowMark } from './marks.ts'
import { limitWords, rowOf } from './words.ts'

interface HoverCardProps {
  readonly mark: FlowMark
  readonly names: FlowNames
  readonly now: number
  /** The plot, and the part that scrolls. */
  readonly plot: HTMLElement | null
  readonly scroller: HTMLElement | null
  /** Of the plot, px. */
  readonly width: number
}

/** Between a mark and its card, px. */
const gap = 10

/** What a mark is: who, what, over which link, how it is known, three keys. Below its mark or above it, never over it. */
export function HoverCard({ mark, names, now, plot, scroller, width }: HoverCardProps): React.JSX.Element {
  const card = useRef<HTMLDivElement>(null)
  const isSimulated = useApp((state) => state.isSimulated)
  const [where, setWhere] = useState({ left: 0, top: -10_000 })
  const { box } = mark
  useLayoutEffect(() => {
    const element = card.current
    if (element === null || scroller === null) return
    const { offsetWidth, offsetHeight } = element
    const y = box.y - scroller.scrollTop
    const below = y + box.height + gap
    const x = Math.min(Math.max(0, Math.min(box.x, width) - 24), Math.max(0, width - offsetWidth - 8))
    const top = scroller.offsetTop + (below + offsetHeight <= scroller.clientHeight ? below : y - offsetHeight - gap)
    const next = { left: (plot?.offsetLeft ?? 0) + x, top }
    setWhere((before) => (before.left === next.left && before.top === next.top ? before : next))
  }, [box, plot, scroller, width])
  const row = rowOf(mark, names, now)
  const link = linkOf(mark)
  const asked = mark.kind === 'debt' ? mark.debt.ask : undefined
  const anchor = useApp(({ flowRows }) =>
    asked === undefined ? undefined : flowRows.messages.find(({ event }) => event === asked)?.anchor,
  )
  const isOver = mark.kind === 'debt' && mark.isOver
  const canNudge = mark.kind === 'debt' && mark.debt.until === undefined && !mark.debt.isMine
  const isPast = useApp((state) => state.past !== undefined)
  return (
    <div ref={card} className="tip flow-card" role="tooltip" style={where}>
      <span className="card-top">
        <Who mark={mark} names={names} />
        {isOver ? (
          <span className="age over">
            <Glyph shape="over" />
            {limitWords(mark.debt, now)}
          </span>
        ) : (
          <span className="dim">
            {mark.kind === 'debt' ? limitWords(mark.debt, now) : row.kind === 'messages' ? '' : clockTime(mark.at)}
          </span>
        )}
      </span>
      <span className="mid cut">
        <LineText text={row.what} />
      </span>
      {isOver && (
        <span className="limit over">
          <i />
        </span>
      )}
      <span className="dim card-link">
        {link !== undefined && <Chip protocol={names.protocol(link)} />}
        <VisibleText text={whereWords(mark, row.link, anchor)} />
      </span>
      <span className="dim">Known: {knownWords(mark, row.state)}</span>
      <span className="acts">
        <span>
          <KeyCap text="↵" /> open
        </span>
        {/* In a simulation nothing else can be done. */}
        {!isSimulated && (
          <>
            {canNudge && !isPast && (
              <span>
                <kbd>g</kbd> nudge
              </span>
            )}
            <span>
              <kbd>w</kbd> who waits
            </span>
            {!canNudge && !isPast && (
              <span>
                <KeyCap text="⇧K" /> keep
              </span>
            )}
          </>
        )}
      </span>
    </div>
  )
}

function Who({ mark, names }: Pick<HoverCardProps, 'mark' | 'names'>): React.JSX.Element {
  const [from, verb, to] = sides(mark)
  const agent = (id: string): React.JSX.Element => (
    <span key={id} className="agent ink med">
      <Bar hue={names.hue(id)} />
      <span className="cut">
        <VisibleText text={names.agent(id)} />
      </span>
      <LookAlike name={names.agent(id)} />
    </span>
  )
  return (
    <>
      {from !== undefined && agent(from)}
      {verb !== '' && <span className="dim">{verb}</span>}
      {to.slice(0, 2).map(agent)}
      {to.length > 2 && <span className="dim">and {to.length - 2} more</span>}
    </>
  )
}

function sides(mark: FlowMark): readonly [from: string | undefined, verb: string, to: readonly string[]] {
  switch (mark.kind) {
    case 'message':
      return [mark.message.from, mark.message.isAsk === true ? 'asks' : 'to', mark.message.to.map(({ to }) => to)]
    case 'bundle':
      return [mark.messages[0]?.from, `×${mark.messages.length} to`, mark.messages[0]?.to.map(({ to }) => to) ?? []]
    case 'debt':
      return [mark.debt.debtor, mark.debt.isMine ? 'owe' : 'owes', [mark.debt.creditor]]
    case 'task':
      return [mark.task.agent, 'task', []]
    case 'answer':
      return [mark.answer.agent, 'answers', []]
    case 'ring':
      return [undefined, 'Deadlock of', mark.ring.agents]
    default:
      return [undefined, 'Not seen', []]
  }
}

function linkOf(mark: FlowMark): string | undefined {
  switch (mark.kind) {
    case 'message':
      return mark.message.link
    case 'bundle':
      return mark.messages[0]?.link
    case 'debt':
      return mark.debt.link
    case 'task':
      return mark.task.link
    case 'answer':
      return mark.answer.link
    case 'ring':
      return undefined
    default:
      return mark.gap.link
  }
}

/** @param anchor of the message that asks for what is owed */
function whereWords(mark: FlowMark, link: string, anchor: string | undefined): string {
  if (mark.kind === 'debt') {
    const { since, limitAt } = mark.debt
    const place = anchor === undefined ? '' : ` · ${anchor}`
    return `asked ${clockTime(since)}${place}${mark.isOver && limitAt !== undefined ? ` · limit passed ${clockTime(limitAt).slice(0, 5)}` : ''}`
  }
  if (mark.kind === 'message' && mark.message.anchor !== undefined) return `${clockTime(mark.at)} · ${mark.message.anchor}`
  if (mark.kind === 'ring')
    return `since ${clockTime(mark.at)}${mark.ring.until === undefined ? '' : ` · until ${clockTime(mark.ring.until)}`}`
  return `${clockTime(mark.at)} · ${link}`
}

/** How it is known. */
function knownWords(mark: FlowMark, state: string): string {
  switch (mark.kind) {
    case 'debt':
      return `${mark.debt.evidence === 'declared' ? 'its message says so' : `${mark.debt.evidence} from its text`}; ${state}`
    case 'gap':
      return 'the status of the link'
    case 'ring':
      return `what each of them owes; ${state}`
    default:
      return state === '' ? 'each message' : state
  }
}
