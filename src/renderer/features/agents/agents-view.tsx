import { useEffect, useRef, useState } from 'react'
import type { Agent, NameGuess } from '../../../core/agent.ts'
import type { AgentsOnly } from '../state/slices.ts'
import { useNow } from '../state/clock.ts'
import { age, count } from '../../ui/time.ts'
import { AgentRow } from './agent-row.tsx'
import { AgentsColumns } from './agents-columns.tsx'
import { agentSections, countedAgents, leastClean, orderAgents, shownAgent, type AgentsOrder } from './agent-order.ts'
import { whereOf } from './about-agent.ts'
import { InvitedRows } from './invite/invited-rows.tsx'
import { inviteOverlay } from '../overlays.ts'
import { ChoiceMenu } from '../../ui/choice-menu.tsx'
import { useSteady } from '../common/use-steady.ts'
import { useInList } from '../needs/use-in-list.ts'
import { BrokenRules } from './broken-rules.tsx'
import { GuessRow } from './guess-row.tsx'
import './agents.css'
import { BeginActs } from '../first-run/begin-acts.tsx'
import { useApp } from '../state/store.ts'
import { useConformance } from './use-conformance.ts'
import { useOwing } from './use-owing.ts'
import { AsOf } from '../replay/as-of.tsx'
import { Reading } from '../common/reading.tsx'
import { SearchButton } from '../common/search-button.tsx'

const noAgents: readonly Agent[] = []
const noGuesses: readonly NameGuess[] = []
const idOf = ({ id }: Agent): string => id
const orderWords: Readonly<Record<AgentsOrder, string>> = { needs: 'Needs first', rules: 'Least clean first' }

/** Rows drawn at first, and more with each press: a page takes seconds to draw as many agents as can be listed. */
const portion = 200

/** Every agent seen: status and evidence, all names, number and time of messages. Names that may belong to one of them are listed below. */
export function AgentsView(): React.JSX.Element {
  const agents = useApp((state) => state.state?.agents ?? noAgents)
  const guesses = useApp((state) => state.state?.guesses ?? noGuesses)
  const shownId = useApp((state) => shownAgent(state)?.id)
  const chosen = useApp((state) => state.detail.get('agents'))
  const settleDetail = useApp((state) => state.settleDetail)
  const agentsShown = useApp((state) => state.agentsShown)
  // Whoever comes first must not take the place of the agent in the right pane.
  useEffect(() => {
    if (shownId !== undefined && shownId !== chosen) settleDetail('agents', shownId)
  }, [shownId, chosen, settleDetail])
  const hasRuntimes = useApp((state) => agents.some((agent) => whereOf(state, agent) !== ''))
  const sections = agentSections(useApp((state) => state.screens))
  const { reports, unchecked } = useConformance(agents)
  const owing = useOwing()
  const setOverlay = useApp((state) => state.setOverlay)
  const isPast = useApp((state) => state.past !== undefined)
  const [wanted, setWanted] = useState<AgentsOrder>('needs')
  /** The first row of those that the last press of *Show more* brought; 0: it was not pressed. */
  const [first, setFirst] = useState(0)
  // What messages broke until a moment in the past is not counted.
  const order = isPast ? 'needs' : wanted
  const now = useNow()
  const { isIn, handlers } = useInList()
  // Who is gone was joined with another by the operator: no empty row stays for it.
  const only = useApp((state) => state.agentsOnly)
  const counted = countedAgents(agents, only)
  const ordered = order === 'needs' ? orderAgents(counted) : leastClean(counted, reports)
  const rows = useSteady(ordered, idOf, isIn && !isPast).flatMap(({ item, isGone }) => (isGone ? [] : [item]))
  // The agent on the right is always among them.
  const drawn = rows.slice(0, Math.max((Math.ceil(first / portion) + 1) * portion, rows.findIndex(({ id }) => id === shownId) + 1))
  const isAll = drawn.length === rows.length
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed may be gone, or far behind the rows that came.
    if (first > 0) table.current?.querySelectorAll('.tr.ag:not(.th)')[first]?.querySelector('button')?.focus({ preventScroll: true })
  }, [first])
  const shownIds = rows.map(idOf).join('\n')
  useEffect(() => agentsShown(shownIds === '' ? [] : shownIds.split('\n')), [agentsShown, shownIds])
  useEffect(() => () => agentsShown([]), [agentsShown])
  const peak = Math.max(1, ...agents.flatMap((agent) => agent.activity))
  return (
    <>
      <header className="head agents-head">
        <h1>Agents</h1>
        <AsOf />
        {agents.length > 0 && <CountedOnly agents={agents} />}
        <span className="end" />
        {!isPast && agents.length > 0 && (
          <ChoiceMenu
            label="Order of the agents"
            buttonLabel={`Order: ${orderWords[order]}`}
            options={[
              ['needs', orderWords.needs],
              ['rules', orderWords.rules],
            ]}
            value={order}
            onChange={setWanted}
          >
            <span className="wide">{orderWords[order]}</span>
            <span className="narrow">Order</span>
          </ChoiceMenu>
        )}
        {sections.map(({ protocol, Button }) => Button && <Button key={protocol} />)}
        {!isPast && (
          <button type="button" className="btn" onClick={() => setOverlay(inviteOverlay({}))}>
            Invite
          </button>
        )}
        <SearchButton />
      </header>
      <div className="scroll tbl">
        {agents.length === 0 ? (
          <NoAgents />
        ) : (
          <div
            ref={table}
            role="table"
            aria-label="Agents"
            className={order === 'rules' ? 'by-rules' : hasRuntimes ? 'runtimes' : undefined}
            {...handlers}
          >
            <AgentsColumns order={order} />
            {drawn.map((agent) => (
              <AgentRow
                key={agent.id}
                agent={agent}
                isOn={agent.id === shownId}
                order={order}
                peak={peak}
                owing={owing.get(agent.id)}
                clean={reports.get(agent.id)}
                isUnchecked={unchecked.has(agent.id)}
                seen={agent.lastSeen === undefined ? '–' : age(agent.lastSeen, now)}
              />
            ))}
          </div>
        )}
        {!isAll && (
          <button type="button" className="btn small ghost more-rows" onClick={() => setFirst(drawn.length)}>
            Show more, {count(rows.length - drawn.length)} left
          </button>
        )}
        {sections.map(({ protocol, Rows }) => (
          <Rows key={protocol} />
        ))}
        <InvitedRows />
        <BrokenRules agents={agents} reports={reports.values()} />
        {guesses.length > 0 && (
          <section className="part top" aria-labelledby="agents-guesses">
            <header>
              <h2 id="agents-guesses">Possibly the same agent</h2>
              <span className="n">{guesses.length}</span>
              <span className="end dim cut">Names are joined only when you confirm.</span>
            </header>
            {guesses.map((guess) => (
              <GuessRow key={`${guess.source}|${guess.name}`} guess={guess} />
            ))}
          </section>
        )}
      </div>
    </>
  )
}

const onlyWords: Readonly<Record<AgentsOnly, string>> = { working: 'working', today: 'active today' }

/** How many agents were active today, which limits the table to them; while it is limited, to whom, and the way back to all. */
function CountedOnly({ agents }: { readonly agents: readonly Agent[] }): React.JSX.Element {
  const only = useApp((state) => state.agentsOnly)
  const showAgents = useApp((state) => state.showAgents)
  const shown = only ?? 'today'
  return (
    <button
      type="button"
      className="sub link"
      aria-pressed={only !== undefined}
      onClick={() => showAgents(only === undefined ? 'today' : undefined)}
    >
      {only !== undefined && 'only '}
      {count(countedAgents(agents, shown).length)} {onlyWords[shown]}
      {only !== undefined && ' · show all'}
    </button>
  )
}

/** In place of the table: nobody is known yet, or who is known is still being read. */
function NoAgents(): React.JSX.Element {
  const isKnown = useApp((state) => state.state !== undefined)
  const isPast = useApp((state) => state.past !== undefined)
  if (!isKnown) return <Reading />
  if (isPast)
    return (
      <div className="empty">
        <h2>No agents at that time</h2>
      </div>
    )
  return (
    <div className="empty">
      <h2>No agents yet</h2>
      <p>Agents appear here after their first message, or when a file describes them. Invite sets one up for this project.</p>
      <BeginActs />
    </div>
  )
}
