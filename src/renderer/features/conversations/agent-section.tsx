import { useMemo, useState } from 'react'
import type { Agent } from '../../../core/agent.ts'
import { useNow } from '../../app/clock.ts'
import { useApp } from '../../app/store.ts'
import { Bar } from '../../ui/agent-name.tsx'
import { StatusGlyph } from '../../ui/glyph.tsx'
import { age, count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { saidWords } from '../agents/status-text.ts'
import { ListItem } from './list-item.tsx'
import { useStillOrder } from './use-still-order.ts'

const none: readonly Agent[] = []
const shownAtFirst = 100
const rank = { 'needs you': 0, waiting: 1, working: 2, idle: 3, lost: 4, ended: 5, '?': 6 } as const

/** Who takes part, what each is doing, and how old that knowledge is. A click shows an agent's messages. */
export function AgentSection({ words, isStill }: { readonly words: string; readonly isStill: boolean }): React.JSX.Element {
  const agents = useApp((state) => state.state?.agents ?? none)
  const shownAgent = useApp((state) => (state.view === 'feed' ? state.filter.agent : undefined))
  const setFilter = useApp((state) => state.setFilter)
  const now = useNow()
  const left = useApp((state) => state.state?.more?.agents ?? 0)
  const [isAll, setAll] = useState(false)
  const others = useMemo(() => agents.filter((agent) => !agent.isOperator).toSorted(byStatus), [agents])
  const ordered = useStillOrder(others, keyOf, isStill)
  const found = words === '' ? ordered : ordered.filter((agent) => agent.name.toLowerCase().includes(words))
  const shown = isAll ? found : found.slice(0, shownAtFirst)
  return (
    <section aria-label="Agents">
      <h2 className="sect">
        Agents <span className="n">{count(others.length)}</span>
      </h2>
      {others.length === 0 && <p className="list-hint">Names appear here when they write.</p>}
      <ul>
        {shown.map((agent) => (
          <ListItem
            key={agent.id}
            isOn={shownAgent === agent.id}
            title={`${visibleString(agent.name)}: ${visibleString(saidWords(agent.status))}`}
            onOpen={() => setFilter({ agent: agent.id })}
          >
            <StatusGlyph word={agent.status.word} evidence={agent.status.evidence} />
            <span className="agent name">
              <Bar hue={agent.hue} />
              <span className="cut">
                <VisibleText text={agent.name} />
              </span>
            </span>
            <span className={`word ${agent.status.word === 'lost' ? 'lost' : ''}`}>
              <StatusWord agent={agent} />
            </span>
            <span className="age">{statusAge(agent, now)}</span>
          </ListItem>
        ))}
      </ul>
      {found.length > shown.length && (
        <button type="button" className="li more" onClick={() => setAll(true)}>
          Show all {count(found.length)}
        </button>
      )}
      {left > 0 && <p className="list-hint">{count(left)} older ones are not listed. Search finds their messages.</p>}
    </section>
  )
}

/** Where nobody said what an agent does, what is known instead: that it wrote. */
function StatusWord({ agent }: { readonly agent: Agent }): React.JSX.Element {
  if (agent.status.word !== '?') return <>{agent.status.word}</>
  if (agent.status.was !== undefined) return <>unknown</>
  return (
    <>
      <span className="sr">status unknown{agent.lastSeen !== undefined && ', '}</span>
      {agent.lastSeen !== undefined && 'wrote'}
    </>
  )
}

/** How old the status is, `~` before what is inferred; of an unknown one, when the agent last wrote. Empty where there is nothing to tell. */
export function statusAge(agent: Agent, now: number): string {
  const { word, evidence, since, was } = agent.status
  if (word === '?' && was === undefined) return agent.lastSeen === undefined ? '' : age(agent.lastSeen, now)
  if (since === undefined) return '–'
  return `${evidence === 'inferred' ? '~' : ''}${age(since, now)}`
}

function byStatus(a: Agent, b: Agent): number {
  return rank[a.status.word] - rank[b.status.word] || a.name.localeCompare(b.name, 'en')
}

function keyOf(agent: Agent): string {
  return agent.id
}
