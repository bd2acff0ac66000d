import type { AgentDebts } from '../../../api/desk.ts'
import type { Agent } from '../../../core/agent.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { count } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'
import { PartLink } from './part-link.tsx'

interface DebtCountProps {
  readonly agent: Agent
  /** Undefined: nothing. */
  readonly owing: AgentDebts | undefined
}

/** How much an agent owes, and whether some of it is overdue; it leads there. */
export function OwesCount({ agent, owing }: DebtCountProps): React.JSX.Element {
  if (owing === undefined || owing.owes === 0) return <span className="dim">–</span>
  const over = owing.overdue > 0 ? `, ${count(owing.overdue)} overdue` : ''
  return (
    <>
      {over !== '' && <Glyph shape="over" />}{' '}
      <PartLink agent={agent.id} part="owes" label={`${count(owing.owes)} owed by ${visibleString(agent.name)}${over}`}>
        {count(owing.owes)}
      </PartLink>
    </>
  )
}

/** How much others owe an agent; it leads there. */
export function OwedCount({ agent, owing }: DebtCountProps): React.JSX.Element {
  if (owing === undefined || owing.owed === 0) return <span className="dim">–</span>
  return (
    <PartLink agent={agent.id} part="owed" label={`${count(owing.owed)} owed to ${visibleString(agent.name)}`}>
      {count(owing.owed)}
    </PartLink>
  )
}
