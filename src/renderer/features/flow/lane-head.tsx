import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import { statusWord } from '../agents/status-text.ts'
import { Chip } from '../common/chip.tsx'
import { LookAlike } from '../common/look-alike.tsx'
import type { AppState } from '../screen.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { Bar } from '../../ui/bar.tsx'
import { Glyph, StatusGlyph } from '../../ui/glyph.tsx'
import { age, count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { LaneRow } from '../../../core/flow/lanes.ts'

/** What a lane's head says of its agent. */
export interface LaneWords {
  readonly id: string
  readonly name: string
  readonly hue: number | undefined
  readonly status: Agent['status']
  /** Debts of the operator. */
  readonly owes: number
  readonly isOperator: boolean
  readonly protocols: readonly string[]
  /** A moment in the past is looked at. */
  readonly isThen: boolean
}

/** `waiting for reviewer`; of the operator: `you owe 3`. What needed them in the past does not need them now. */
export function laneWord({ isOperator, owes, status, isThen }: LaneWords): string {
  if (isOperator) return `you ${isThen ? 'owed' : 'owe'} ${owes > 0 ? count(owes) : 'nothing'}`
  if (isThen && status.word === 'needs you') return 'needed you'
  return status.word === '?' ? '' : statusWord(status)
}

interface LaneHeadProps {
  readonly words: LaneWords
  readonly isLine: boolean
  readonly now: number
}

/** Who a lane belongs to: status, name, links, since when. */
export const LaneHead = memo(function LaneHead({ words, isLine, now }: LaneHeadProps): React.JSX.Element {
  const { id, name, hue, status, isOperator, owes, protocols, isThen } = words
  const word = laneWord(words)
  const isNeeding = !isThen && (isOperator ? owes > 0 : status.word === 'needs you')
  const tone = isNeeding ? 'needs' : isOperator ? '' : status.word === 'lost' ? 'lost' : ''
  const glyph = isOperator ? <Glyph shape={owes > 0 ? 'needs' : 'idle'} /> : <StatusGlyph word={status.word} evidence={status.evidence} />
  const says = (
    <span className={`word cut ${tone}`} title={word}>
      {word}
    </span>
  )
  const chips = protocols.map((protocol) => <Chip key={protocol} protocol={protocol} />)
  const since = status.since === undefined || isOperator ? '' : `${status.evidence === 'inferred' ? '~' : ''}${age(status.since, now)}`
  if (isLine)
    return (
      <>
        {glyph}
        <Bar hue={hue} />
        <span className="nm cut" title={visibleString(name)}>
          <VisibleText text={name} />
        </span>
        <LookAlike name={name} />
        {isOperator && owes > 0 ? <OwnDebts agent={id}>{says}</OwnDebts> : says}
        <span className="end" />
        {chips}
      </>
    )
  return (
    <>
      {glyph}
      <span className="lane-two">
        <span className="lane-top">
          <Bar hue={hue} />
          <b className="cut" title={visibleString(name)}>
            <VisibleText text={name} />
          </b>
          <LookAlike name={name} />
          <span className="end" />
          {chips}
        </span>
        <span className="lane-top">
          {isOperator && owes > 0 ? <OwnDebts agent={id}>{says}</OwnDebts> : says}
          <span className="end age">{since}</span>
        </span>
      </span>
    </>
  )
})

/** How much the operator owes, which leads to these debts; with the keys, Enter on the lane does. In a simulation there is no other view. */
function OwnDebts({ agent, children }: { readonly agent: string; readonly children: React.ReactNode }): React.JSX.Element {
  const store = useStoreApi()
  const isSimulated = useApp((state) => state.isSimulated)
  if (isSimulated) return <>{children}</>
  return (
    <button type="button" className="plain lane-owes" tabIndex={-1} onClick={() => showOwnDebts(store.getState(), agent)}>
      {children}
    </button>
  )
}

/** Shows what the operator (id) owes, in Agents. */
export function showOwnDebts(state: AppState, agent: string): void {
  state.setView('agents')
  state.showAgentPart(agent, 'owes')
}

interface GroupHeadProps {
  readonly row: LaneRow
  readonly overdue: number
  readonly lost: number
  readonly deadlocks: number
  /** folded: how much it says. */
  readonly perHour: number
  readonly owed: number
  readonly protocols: readonly string[]
}

/** The head of a group, or the group itself when it is folded. Trouble inside shows its glyph and count. */
export function GroupHead({ row, overdue, lost, deadlocks, perHour, owed, protocols }: GroupHeadProps): React.JSX.Element {
  const fold = useApp((state) => state.foldFlowGroup)
  const { group, kind } = row
  const isFolded = kind === 'folded'
  const Chevron = isFolded ? ChevronRight : ChevronDown
  const top = (
    <>
      <b className="cut">
        <VisibleText text={group?.name ?? ''} />
      </b>
      <span className="n">{row.agents.length}</span>
      <span className="end" />
      {deadlocks > 0 && (
        <span className="lane-trouble">
          <Glyph shape="loop" /> {isFolded ? deadlocks : 'deadlock'}
        </span>
      )}
      {isFolded && overdue > 0 && (
        <span className="lane-trouble">
          <Glyph shape="over" /> {overdue}
          <span className="sr"> overdue</span>
        </span>
      )}
      {isFolded && lost > 0 && (
        <span className="lane-trouble">
          <Glyph shape="lost" /> {lost}
          <span className="sr"> lost</span>
        </span>
      )}
    </>
  )
  return (
    <button
      type="button"
      className="plain lane-fold"
      tabIndex={-1}
      aria-expanded={!isFolded}
      title={`${isFolded ? 'Unfold' : 'Fold'}  f`}
      onClick={() => fold(group?.key ?? '', !isFolded)}
    >
      <Chevron className="i" aria-hidden="true" />
      {isFolded ? (
        <span className="lane-two">
          <span className="lane-top">
            {top}
            {protocols.map((protocol) => (
              <Chip key={protocol} protocol={protocol} />
            ))}
          </span>
          <span className="dim cut">
            {count(perHour)} an hour{owed > 0 && `, ${count(owed)} owed`}
          </span>
        </span>
      ) : (
        top
      )}
    </button>
  )
}
