import { X } from 'lucide-react'
import { memo } from 'react'
import { cardKey } from './board-columns.ts'
import { needOfCard } from './card-need.ts'
import { taskSourceOf } from './task-links.ts'
import type { Task } from './task-source.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Chip } from '../common/chip.tsx'
import { DoubtLines } from '../../ui/doubts.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { cardTitle } from './card-title.ts'
import { OwnerState } from './owner-state.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

interface TaskCardProps {
  readonly link: string
  readonly card: Task
  /** Column it is shown in: an unconfirmed move may be ahead of the link. */
  readonly column: string
  readonly isOn: boolean
  /** Tab stops at it: one card per column. */
  readonly isTabStop: boolean
  /** Name of its link, where the chip does not tell which one it is. */
  readonly linkName?: string | undefined
  readonly now: number
}

/** One task: title, owner, and time since the last change. It can be dragged; its title is the button that shows it in the inspector. */
export const TaskCard = memo(function TaskCard({ link, card, column, isOn, isTabStop, linkName, now }: TaskCardProps): React.JSX.Element {
  const store = useStoreApi()
  const key = cardKey(link, card.id)
  const protocol = useApp((state) => state.state?.links.find((one) => one.id === link)?.protocol ?? '')
  const isMovable = useApp((state) => state.past === undefined && taskSourceOf(state, link)?.cannot?.move === undefined)
  const isMoving = useApp((state) => state.board.moves.has(key))
  const isPending = useApp((state) => state.board.moves.get(key)?.isSent === false)
  const fault = useApp((state) => state.board.faults.get(key))
  const isOverdue = card.overdueAt !== undefined && now >= card.overdueAt
  const isNeeded = useApp((state) => needOfCard(state, link, card) !== undefined)
  const still = age(card.lastAt, now)
  const title = visibleString(cardTitle(card))
  const select = (): void => {
    const { selected } = store.getState().board
    if (selected?.link !== link || selected.task !== card.id) store.getState().selectTask({ link, task: card.id })
  }
  return (
    // Clicking anywhere in the card is a shortcut for the button inside it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`card ${isNeeded ? 'hot' : ''} ${isOn ? 'on' : ''} ${isMoving ? 'moving' : ''}`}
      data-card={key}
      draggable={isMovable}
      aria-busy={isMoving || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', card.id)
        store.getState().dragTask(key)
      }}
      onDragEnd={() => store.getState().dragTask(undefined)}
      onClick={() => {
        select()
        store.getState().setDrawer('inspector')
      }}
    >
      <button
        type="button"
        className={`plain title ${isOn ? 'med' : ''}`}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isOn ? 'true' : undefined}
        title={title}
        onFocus={select}
      >
        <LineText text={cardTitle(card)} />
      </button>
      <span className="m">
        {card.owner === undefined || card.owner === '' ? (
          <span className="dim">unassigned</span>
        ) : (
          <AgentName source={link} name={card.owner} />
        )}
        {linkName === undefined && <Chip protocol={protocol} />}
        <span className={isOverdue ? 'age over end' : 'age end'} title={`No change for ${still}`}>
          {isOverdue && <Glyph shape="over" />}
          {still}
          {isOverdue && <span className="sr">, overdue</span>}
        </span>
      </span>
      {linkName === undefined ? (
        <OwnerState link={link} card={card} column={column} now={now} />
      ) : (
        <span className="m">
          <Chip protocol={protocol} />
          <span className="dim cut" title={visibleString(linkName)}>
            <VisibleText text={linkName} />
          </span>
          <OwnerState link={link} card={card} column={column} now={now} />
        </span>
      )}
      {isPending && (
        <span className="m">
          <span className="dim">sending shortly</span>
          <button
            type="button"
            className="btn ghost small end"
            aria-label="Undo this move"
            onClick={(event) => {
              event.stopPropagation()
              void store.getState().moveTask(key, card.column)
            }}
          >
            Undo
          </button>
        </span>
      )}
      {card.doubt !== undefined && <DoubtLines doubts={[card.doubt]} />}
      {fault !== undefined && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keeps the card from opening
        <span className="card-fault" onClick={(event) => event.stopPropagation()}>
          <FieldFault fault={fault} />
          <button
            type="button"
            className="btn ghost mini"
            title="Dismiss"
            aria-label={`Dismiss the error on ${title}`}
            onClick={() => store.getState().forgetMoveFault(key)}
          >
            <X className="i" aria-hidden="true" />
          </button>
        </span>
      )}
    </div>
  )
})
