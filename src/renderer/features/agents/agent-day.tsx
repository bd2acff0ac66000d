import { useState } from 'react'
import type { Agent } from '../../../core/agent.ts'
import { agentDay } from '../../../core/agent-day.ts'
import { kindLine } from '../../../core/debt.ts'
import type { FlowDebt, FlowFrame } from '../../../core/flow.ts'
import { agentSpan, saidIn } from '../../../core/flow/agent-lane.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { KeyRow } from '../../ui/key-row.tsx'
import { count, dayStart, duration } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { AgentStrip } from '../flow/agent-strip.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** How often the day is read again, ms. */
const againMs = 15_000
/** Tasks that are listed at first. */
const fewTasks = 8

/** What an agent did today: its lane, how fast it answers, what it left open, and its tasks. Each number opens the list of what it counts. */
export function AgentDay({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const [opened, setOpened] = useState<DayList>()
  const now = useNow(againMs)
  const to = Math.ceil((now + 1) / againMs) * againMs
  const from = dayStart(now)
  const begin = Math.min(from, to - agentSpan)
  const answer = useAnswer('flow.window', workspace === undefined ? undefined : { workspace, from: begin, to, limit: 1 })
  const frame = answer?.ok === true ? answer.value.frame : undefined
  if (frame === undefined) return null
  const day = agentDay(frame.debts, agent.id, from, to)
  const tasks = frame.tasks.filter((task) => task.agent === agent.id && (task.until ?? to) >= from)
  if (day.answered.length + day.failed.length + day.open.length + tasks.length + saidIn(frame, agent.id) === 0) return null
  const number = (list: DayList, label: string, text = count(day[list].length)): React.ReactNode =>
    day[list].length === 0 ? (
      '0'
    ) : (
      <button
        type="button"
        className="link"
        aria-expanded={opened === list}
        aria-label={`${count(day[list].length)} ${label}`}
        onClick={() => setOpened(opened === list ? undefined : list)}
      >
        {text}
      </button>
    )
  const rows = (...lists: readonly DayList[]): React.ReactNode =>
    opened !== undefined && lists.includes(opened) && <DebtRows debts={day[opened]} until={Math.min(now, to)} label={listWords[opened]} />
  return (
    <section aria-label="Today">
      <h3>
        Today
        {frame.moreDebts > 0 && <span className="end dim">without the {count(frame.moreDebts)} oldest debts</span>}
      </h3>
      <AgentStrip agent={agent.id} frame={frame} from={begin} to={to} now={now} />
      <dl className="kv">
        <KeyRow label="Answered">
          {number('answered', 'answered')}
          {day.half !== undefined && day.most !== undefined && (
            <span className="dim">{`, half within ${duration(day.half)}, nine of ten within ${duration(day.most)}`}</span>
          )}
          {rows('answered')}
        </KeyRow>
        {day.failed.length > 0 && (
          <KeyRow label="Failed">
            {number('failed', 'failed')}
            {rows('failed')}
          </KeyRow>
        )}
        <KeyRow label="Left open">
          {number('open', 'left open')}
          {day.overdue.length > 0 && (
            <span className="lost">
              {' '}
              <Glyph shape="over" /> {number('overdue', 'overdue', `${count(day.overdue.length)} overdue`)}
            </span>
          )}
          {rows('open', 'overdue')}
        </KeyRow>
      </dl>
      {tasks.length > 0 && <TaskRows tasks={tasks} from={from} now={now} />}
    </section>
  )
}

type DayList = 'answered' | 'failed' | 'open' | 'overdue'
const listWords: Readonly<Record<DayList, string>> = { answered: 'Answered', failed: 'Failed', open: 'Left open', overdue: 'Overdue' }

/** Debts of the day, the newest first; each leads to the message that asked. */
function DebtRows({
  debts,
  until,
  label,
}: {
  readonly debts: readonly FlowDebt[]
  readonly until: number
  readonly label: string
}): React.JSX.Element {
  const jumpTo = useApp((state) => state.jumpTo)
  return (
    <ul className="agent-tasks" aria-label={label}>
      {debts.toReversed().map((debt) => (
        <li key={debt.key} className="small">
          <button type="button" className="link cut" title={visibleString(kindLine(debt))} onClick={() => void jumpTo(debt.ask)}>
            <LineText text={kindLine(debt)} />
          </button>
          <span className="dim end">{duration(Math.max(0, (debt.until ?? until) - debt.since))}</span>
        </li>
      ))}
    </ul>
  )
}

/** The newest tasks first, and the others on demand. */
function TaskRows({
  tasks,
  from,
  now,
}: {
  readonly tasks: FlowFrame['tasks']
  readonly from: number
  readonly now: number
}): React.JSX.Element {
  const [isWhole, setWhole] = useState(false)
  const rows = tasks.toReversed().slice(0, isWhole ? tasks.length : fewTasks)
  return (
    <ul className="agent-tasks" aria-label="Tasks of today">
      {rows.map(({ key, title, changes, until }) => {
        const [first] = changes
        const last = changes.at(-1)
        return (
          <li key={key} className="small">
            <span className="cut" title={visibleString(title)}>
              <LineText text={title} />
            </span>{' '}
            <span className="dim end">
              {last?.state}
              {first !== undefined && `, ${duration((until ?? now) - Math.max(first.at, from))}`}
            </span>
          </li>
        )
      })}
      {rows.length < tasks.length && (
        <li className="small">
          <button type="button" className="link" onClick={() => setWhole(true)}>
            Show all {count(tasks.length)}
          </button>
        </li>
      )}
    </ul>
  )
}
