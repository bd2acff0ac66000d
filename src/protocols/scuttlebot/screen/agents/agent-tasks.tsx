import type { Link } from '../../../../core/link.ts'
import { columnTitle } from '../../../../core/task-columns.ts'
import { useNow } from '../../../../renderer/features/state/clock.ts'
import { networkOf } from '../networks.ts'
import { useIrc } from '../use-irc.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { age, count } from '../../../../renderer/ui/time.ts'
import { LineText } from '../../../../renderer/ui/line-text.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** Maximum number of cards listed per column. */
const shown = 6

interface AgentTasksProps {
  readonly link: Link
  readonly nick: string
}

/** Tasks that an agent has on a network, each leading to its card on the board. */
export function AgentTasks({ link, nick }: AgentTasksProps): React.JSX.Element | null {
  const version = useApp((state) => networkOf(state, link.id)?.board.version)
  const setView = useApp((state) => state.setView)
  const selectTask = useApp((state) => state.selectTask)
  const now = useNow()
  const page = useIrc(link.id, 'board', { filter: { owner: nick }, sort: 'newest', limit: shown }, String(version))
  if (page === undefined) return null
  if (!page.ok) return <FieldFault fault={page.fault} />
  const { columns, total } = page.value
  if (total === 0) return null
  const cards = columns.flatMap((column) => column.cards)
  return (
    <>
      <h3>
        Tasks <span className="end dim">{count(total)}</span>
      </h3>
      <ul className="hist tasks">
        {cards.map((card) => (
          <li key={card.task}>
            <span className="dim cut">
              <VisibleText text={columnTitle(card.column)} />
            </span>
            <button
              type="button"
              className="plain link cut"
              title="Show on the board"
              onClick={() => {
                selectTask({ link: link.id, task: card.task })
                setView('board')
              }}
            >
              <LineText text={(card.title ?? card.task).slice(0, 200)} />
            </button>
            <span className="age">{age(card.lastAt, now)}</span>
          </li>
        ))}
      </ul>
      {total > cards.length && <p className="small dim">{count(total - cards.length)} more on the board.</p>}
    </>
  )
}
