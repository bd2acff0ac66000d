import { useEffect, useRef } from 'react'
import type { WaitArrowRow } from '../../../api/desk.ts'
import { ledgerSteps } from '../../../core/ledger.ts'
import { limits } from '../../../core/limits.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { age, clockTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { DebtText, debtTitle } from '../needs/debt-text.tsx'
import { NamedAgent } from '../needs/named-agent.tsx'
import { debtUse, evidenceOutlines } from '../needs/need-words.ts'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { arrowId } from './shown-waits.ts'

interface WaitProofsProps {
  readonly arrows: readonly WaitArrowRow[]
  readonly selected: string | undefined
  onSelect(id: string): void
}

/** The waits, numbered, each with the message that proves it and how it is known. The arrow keys go through them. */
export function WaitProofs({ arrows, selected, onSelect }: WaitProofsProps): React.JSX.Element {
  const list = useRef<HTMLOListElement>(null)
  const workspace = useApp((state) => state.workspace)
  const events = arrows.map(({ event }) => event)
  const owing = useAnswer(
    'desk.ofEvents',
    workspace === undefined ? undefined : { workspace, events: [...new Set(events)].slice(0, limits.eventsOnScreen) },
  )
  const read = new Map(
    owing?.ok === true ? owing.value.map(({ event, steps }) => [event, steps[ledgerSteps.indexOf('read')]] as const) : [],
  )
  const step = (by: number): void => {
    const at = arrows.findIndex((arrow) => arrowId(arrow) === selected)
    const next = arrows[Math.min(Math.max(at + by, 0), arrows.length - 1)]
    if (next === undefined) return
    onSelect(arrowId(next))
    const items = list.current?.querySelectorAll<HTMLElement>('.pick')
    items?.[arrows.indexOf(next)]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys go from button to button
    <ol
      ref={list}
      className="w-ev"
      aria-label="Waits"
      onKeyDown={(event) => {
        const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (by === 0) return
        event.preventDefault()
        step(by)
      }}
    >
      {arrows.map((arrow, at) => {
        const id = arrowId(arrow)
        return (
          <Proof key={id} arrow={arrow} number={at + 1} isOn={id === selected} read={read.get(arrow.event)} onSelect={() => onSelect(id)} />
        )
      })}
    </ol>
  )
}

interface ProofProps {
  readonly arrow: WaitArrowRow
  readonly number: number
  readonly isOn: boolean
  readonly read: string | undefined
  onSelect(): void
}

const readWords: Readonly<Record<string, string>> = {
  yes: ', read',
  'not yet': ', not read yet',
  'cannot tell': ', no read receipts',
}

function Proof({ arrow, number, isOn, read, onSelect }: ProofProps): React.JSX.Element {
  const { from, to, row, since, evidence, anchor, event } = arrow
  const now = useNow()
  const openSource = useApp((state) => state.openSource)
  const use = row === undefined ? undefined : debtUse(row, now)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOn) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isOn])
  const source = row?.debt.source
  return (
    // Clicking anywhere in it selects it, as its button does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li ref={item} aria-current={isOn ? 'true' : undefined} className={isOn ? 'on' : ''} onClick={onSelect}>
      <span className={isOn ? 'num now' : 'num'}>{number}</span>
      <div>
        <button
          type="button"
          className="plain top pick"
          data-autofocus={isOn ? '' : undefined}
          tabIndex={isOn ? 0 : -1}
          // The browser shows the button alone, which is the first of three lines.
          onFocus={() => item.current?.scrollIntoView({ block: 'nearest' })}
          onClick={onSelect}
        >
          <NamedAgent who={from} source={source} />
          <span className="dim">waits for</span>
          <NamedAgent who={to} source={source} />
          <span className={use?.isOver === true ? 'age over end' : 'age end'}>
            {use?.isOver === true && <Glyph shape="over" />}
            {use?.words ?? age(since, now)}
          </span>
        </button>
        <p className="cut mid" title={row === undefined ? undefined : debtTitle(row.debt)}>
          {row === undefined ? 'It reports that it waits.' : <DebtText debt={row.debt} />}
        </p>
        <p className="how dim">
          {row !== undefined && <Chip protocol={row.debt.protocol} />}
          {anchor !== undefined && (
            <button type="button" className="link mono cut" title={visibleString(anchor.label)} onClick={() => void openSource(event)}>
              <VisibleText text={anchor.label} />
            </button>
          )}
          <Glyph shape="waiting" outline={evidenceOutlines[evidence]} />
          <span className="cut">
            {evidence}, {row === undefined ? 'since' : 'asked'} {clockTime(row?.debt.openedAt ?? since)}
            {readWords[read ?? ''] ?? ''}
          </span>
        </p>
      </div>
    </li>
  )
}
