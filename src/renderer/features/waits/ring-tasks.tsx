import type { DebtRow } from '../../../core/debt.ts'
import { fail, ok } from '../../../core/fault.ts'
import { age, count, counted } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'
import { Bar } from '../../ui/bar.tsx'
import { hueOfAgent, nameOf } from '../needs/named-agent.tsx'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useAsked } from '../state/use-asked.ts'
import type { LookedRing } from './use-looked-ring.ts'

/** Agents of a ring whose tasks are read, tasks read of each, and tasks that are listed. */
const mostAgents = 12
const mostRead = 50
const mostShown = 4

/** Tasks of agents in the ring that stand still with it; its own waits are in the list of waits. */
export function RingTasks({ looked: { ring, inRing } }: { readonly looked: LookedRing }): React.JSX.Element | null {
  const client = useApp((state) => state.client)
  const workspace = useApp((state) => state.workspace)
  const revision = useApp((state) => String(state.state?.desk.revision))
  const agents = ring.agents.slice(0, mostAgents)
  const read = useAsked(JSON.stringify([workspace, revision, agents]), async () => {
    if (workspace === undefined) return fail('not-found', 'Open a workspace first.')
    const pages = await Promise.all(agents.map((agent) => client.call('desk.page', { workspace, list: 'tasks', agent, limit: mostRead })))
    return ok(pages.flatMap((page) => (page.ok ? page.value.rows : [])))
  })
  const own = new Set(inRing.flatMap(({ row }) => row?.keys ?? []))
  const members = new Set(ring.agents)
  const tasks = new Map(
    (read?.ok === true ? read.value : [])
      .filter(({ debt, debtor }) => debt.state === 'open' && debtor !== undefined && members.has(debtor) && !own.has(debt.key))
      .map((row) => [row.debt.key, row]),
  )
  if (tasks.size === 0) return null
  return (
    <section className="w-held" aria-label="Tasks that it holds">
      <p className="w-note">It holds {counted(tasks.size, 'task')}:</p>
      <ul>
        {[...tasks.values()].slice(0, mostShown).map((row) => (
          <Task key={row.debt.key} row={row} />
        ))}
      </ul>
      {tasks.size > mostShown && <p className="w-note dim">and {count(tasks.size - mostShown)} more</p>}
    </section>
  )
}

function Task({ row: { debt, debtor } }: { readonly row: DebtRow }): React.JSX.Element {
  const now = useNow()
  const name = useApp((state) => nameOf(state, debtor ?? '', debt.source))
  const hue = useApp((state) => hueOfAgent(state, debtor ?? '', debt.source))
  const jumpTo = useApp((state) => state.jumpTo)
  const close = useCloseOverlay()
  const show = (): void => {
    close()
    void jumpTo(debt.ask)
  }
  return (
    <li>
      <span title={visibleString(name)}>
        <Bar hue={hue} />
        <span className="sr">
          <VisibleText text={name} />:{' '}
        </span>
      </span>
      <button type="button" className="link cut" title={visibleString(debt.text)} onClick={show}>
        <LineText text={debt.text} />
      </button>
      <span className="age">{age(debt.openedAt, now)}</span>
    </li>
  )
}
