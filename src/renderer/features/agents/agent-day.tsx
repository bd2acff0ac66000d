import type { Agent } from '../../../core/agent.ts'
import { agentDay } from '../../../core/agent-day.ts'
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
/** Tasks that are listed; the newest first. */
const mostTasks = 8

/** What an agent did today: its lane, how fast it answers, what it left open, and its tasks. */
export function AgentDay({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const workspace = useApp((state) => state.workspace)
  const now = useNow(againMs)
  const to = Math.ceil((now + 1) / againMs) * againMs
  const from = dayStart(now)
  const begin = Math.min(from, to - agentSpan)
  const answer = useAnswer('flow.window', workspace === undefined ? undefined : { workspace, from: begin, to, limit: 1 })
  const frame = answer?.ok === true ? answer.value.frame : undefined
  if (frame === undefined) return null
  const day = agentDay(frame.debts, agent.id, from, to)
  const tasks = frame.tasks.filter((task) => task.agent === agent.id && (task.until ?? to) >= from)
  if (day.answered + day.failed + day.open + tasks.length + saidIn(frame, agent.id) === 0) return null
  return (
    <section aria-label="Today">
      <h3>
        Today
        {frame.moreDebts > 0 && <span className="end dim">without the {count(frame.moreDebts)} oldest debts</span>}
      </h3>
      <AgentStrip agent={agent.id} frame={frame} from={begin} to={to} now={now} />
      <dl className="kv">
        <KeyRow label="Answered">
          {count(day.answered)}
          {day.half !== undefined && day.most !== undefined && (
            <span className="dim">{`, half within ${duration(day.half)}, nine of ten within ${duration(day.most)}`}</span>
          )}
        </KeyRow>
        {day.failed > 0 && <KeyRow label="Failed">{count(day.failed)}</KeyRow>}
        <KeyRow label="Left open">
          {count(day.open)}
          {day.overdue > 0 && (
            <span className="lost">
              {' '}
              <Glyph shape="over" /> {count(day.overdue)} overdue
            </span>
          )}
        </KeyRow>
      </dl>
      {tasks.length > 0 && (
        <ul className="agent-tasks" aria-label="Tasks of today">
          {tasks
            .slice(-mostTasks)
            .toReversed()
            .map(({ key, title, changes, until }) => {
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
          {tasks.length > mostTasks && <li className="small dim">{count(tasks.length - mostTasks)} more on the Board</li>}
        </ul>
      )}
    </section>
  )
}
