import { useId } from 'react'
import { columnTitle } from '../../../core/task-columns.ts'
import { cardKey } from './board-columns.ts'
import { useNow } from '../state/clock.ts'
import { columnsOf } from './state/board.ts'
import { conversationId } from '../../../core/conversation.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Chip } from '../common/chip.tsx'
import { CopyButton } from '../common/copy-button.tsx'
import { DoubtLines } from '../../ui/doubts.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, exactTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { cardTitle } from './card-title.ts'
import { OwnerState } from './owner-state.tsx'
import { TaskHistory } from './task-history.tsx'
import type { ShownTask } from './use-shown-task.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import { taskActOverlay } from '../overlays.ts'

const longText = 600

/** Description, status, owner and history of one task. */
export function TaskTab({ task }: { readonly task: ShownTask }): React.JSX.Element {
  const { card, column } = task
  const link = task.link.id
  const key = cardKey(link, card.id)
  const fault = useApp((state) => state.board.faults.get(key))
  const now = useNow()
  const still = age(card.lastAt, now)
  const isOverdue = card.overdueAt !== undefined && now >= card.overdueAt
  return (
    <>
      <h2>
        <LineText text={card.title ?? cardTitle(card)} />
      </h2>
      {task.description !== undefined && task.description !== '' && (
        <p className={`small mid task-text ${task.description.length > longText ? 'long' : ''}`}>
          <VisibleText text={task.description} />
        </p>
      )}
      {task.fault !== undefined && <FieldFault fault={task.fault} />}
      <h3>Status</h3>
      <p className="small mid state">
        <Glyph shape={card.isDone ? 'done' : isOverdue ? 'over' : 'idle'} />
        <span className="cut">
          <VisibleText text={card.status ?? 'no status yet'} />
        </span>
        <span className={isOverdue ? 'age over end' : 'age end'}>
          {isOverdue && card.overdueAt !== undefined && `overdue for ${age(card.overdueAt, now)}, `}no change for {still}
        </span>
      </p>
      <OwnerState link={link} card={card} column={column} now={now} />
      {card.doubt !== undefined && (
        <>
          <DoubtLines doubts={[card.doubt]} />
          <p className="small dim">Changes from an unverified sender do not move the task.</p>
        </>
      )}
      {task.summary !== undefined && task.summary !== '' && (
        <>
          <h3>Summary</h3>
          <p className={`small mid task-text ${task.summary.length > longText ? 'long' : ''}`}>
            <VisibleText text={task.summary} />
          </p>
        </>
      )}
      <h3>Task</h3>
      <Facts task={task} />
      {fault !== undefined && <FieldFault fault={fault} />}
      <h3>
        History <span className="end">what changed it</span>
      </h3>
      {task.history === undefined ? <p className="small dim" aria-busy="true" /> : <TaskHistory task={task} history={task.history} />}
    </>
  )
}

function Facts({ task }: { readonly task: ShownTask }): React.JSX.Element {
  const { card } = task
  const link = task.link.id
  const setOverlay = useApp((state) => state.setOverlay)
  const setView = useApp((state) => state.setView)
  const setFilter = useApp((state) => state.setFilter)
  const isPast = useApp((state) => state.past !== undefined)
  const { place } = card
  return (
    <dl className="kv facts">
      <dt>Owner</dt>
      <dd>
        {card.owner === undefined || card.owner === '' ? (
          <span>unassigned</span>
        ) : (
          <AgentName source={link} name={card.owner} className="ink" />
        )}
        {!isPast && task.source.cannot?.assign === undefined && (
          <button
            type="button"
            className="link"
            onClick={() => setOverlay(task.source.assign?.(card) ?? taskActOverlay({ act: 'assign', link, task: card.id }))}
          >
            assign
          </button>
        )}
      </dd>
      <dt>Created by</dt>
      <dd>{card.createdBy === undefined ? <span>not seen</span> : <AgentName source={link} name={card.createdBy} className="ink" />}</dd>
      {card.to !== undefined && card.to.length > 0 && (
        <>
          <dt>To</dt>
          <dd className="wrap">
            {card.to.map((name) => (
              <span key={name}>
                <VisibleText text={name} />
              </span>
            ))}
          </dd>
        </>
      )}
      <ColumnRow task={task} />
      <dt>{task.source.words.link}</dt>
      <dd>
        <Chip protocol={task.link.protocol} />
        <span className="cut">
          <VisibleText text={task.link.name} />
        </span>
      </dd>
      {place !== undefined && (
        <>
          <dt>Posted in</dt>
          <dd>
            <button
              type="button"
              className="link cut"
              title="Show in the feed"
              onClick={() => {
                setView('feed')
                setFilter({ conversation: conversationId(link, place) })
              }}
            >
              <VisibleText text={place} />
            </button>
          </dd>
        </>
      )}
      <dt>First seen</dt>
      <dd className="mono">{exactTime(card.firstAt)}</dd>
      <dt>Id</dt>
      <dd>
        <span className="mono cut" title={visibleString(card.id)}>
          <VisibleText text={card.id} />
        </span>
        <CopyButton text={card.id} what="Id" />
      </dd>
    </dl>
  )
}

/** The column as a select: the third way to move a task, besides dragging and keys. */
function ColumnRow({ task }: { readonly task: ShownTask }): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const board = useApp((state) => state.board)
  const cannot = task.source.cannot?.move
  const ids = columnsOf({ board }).map((column) => column.id)
  const options = ids.includes(task.column) ? ids : [...ids, task.column]
  return (
    <>
      <dt>
        <label htmlFor={id}>Column</label>
      </dt>
      <dd className="move">
        <select
          id={id}
          className="in"
          value={task.column}
          disabled={cannot !== undefined}
          onChange={(event) => void store.getState().moveTask(cardKey(task.link.id, task.card.id), event.currentTarget.value)}
        >
          {options.map((column) => (
            <option key={column} value={column}>
              {visibleString(columnTitle(column))}
            </option>
          ))}
        </select>
        {cannot === undefined ? (
          <span className="keys">
            <kbd>h</kbd> <kbd>l</kbd>
          </span>
        ) : (
          <span className="small dim">{cannot}</span>
        )}
      </dd>
    </>
  )
}
