import { useMemo } from 'react'
import type { Agent } from '../../../core/agent.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { useNow } from '../state/clock.ts'
import { useScreenSize } from '../../ui/use-width.ts'
import { Bar } from '../../ui/bar.tsx'
import { StatusGlyph } from '../../ui/glyph.tsx'
import { age, count } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { saidWords, statusWord, awaitedName } from '../agents/status-text.ts'
import { byNeed, restWords, shownAtFirst, summary } from './agents-by-need.ts'
import { SectionHead } from './section-head.tsx'
import { Splitter } from './splitter.tsx'
import { useRoving } from './use-roving.ts'
import { useStillOrder } from './use-still-order.ts'
import { LookAlike } from '../common/look-alike.tsx'
import { useApp } from '../state/store.ts'
import { useTextScale } from '../state/use-text-scale.ts'

const none: readonly Agent[] = []
const sectionId = 'section:agents'
const allId = 'all:agents'

/** The agents, what each is doing, and how old that information is. Clicking one shows its messages. */
export function AgentSection({ words, isStill }: { readonly words: string; readonly isStill: boolean }): React.JSX.Element {
  const agents = useApp((state) => state.state?.agents ?? none)
  const shownAgent = useApp((state) => (state.view === 'feed' ? state.filter.agent : undefined))
  const height = useApp((state) => state.settings.agentsHeight)
  const isShort = useScreenSize(useTextScale()).isShort
  const isUnfolded = useApp((state) => state.listOpen.get(sectionId)) ?? !isShort
  const isAll = useApp((state) => state.listOpen.get(allId) === true)
  const left = useApp((state) => state.state?.more?.agents ?? 0)
  const { setFilter, setListOpen } = useApp((state) => state)
  const now = useNow()
  const others = useMemo(() => agents.filter((agent) => !agent.isOperator).toSorted(byNeed), [agents])
  const ordered = useStillOrder(others, keyOf, isStill)
  const found = words === '' ? ordered : ordered.filter((agent) => agent.name.toLowerCase().includes(words))
  const most = isAll || words !== '' ? found.length : shownAtFirst(found)
  const shown = found.filter((agent, at) => at < most || agent.id === shownAgent)
  const rest = found.filter((agent) => !shown.includes(agent))
  const isOpen = words !== '' || isUnfolded
  const roving = useRoving(
    shown.map((agent) => agent.id),
    shownAgent,
  )
  return (
    <>
      {isOpen && <Splitter />}
      <section
        className={`sec agents ${isOpen ? '' : 'shut'}`}
        aria-label="Agents"
        data-pane="agents"
        style={isOpen && height > 0 ? { flexBasis: `${height}%`, maxHeight: `${height}%` } : undefined}
      >
        <SectionHead id={sectionId} title="Agents" value={others.length} isOpen={isOpen}>
          <span className="sum">
            {summary(others).map(({ word, count: value }) => (
              <span key={word} className="agent">
                <StatusGlyph word={word} evidence="declared" />
                {value}
                <span className="sr"> {word}</span>
              </span>
            ))}
          </span>
        </SectionHead>
        {isOpen && (
          // The rows take the focus, one at a time.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
          <div className="sec-l scroll" onFocus={roving.onFocus} onKeyDown={roving.onKeyDown}>
            {others.length === 0 && <p className="list-hint">Agents appear here after their first message.</p>}
            <ul aria-label="Agents">
              {shown.map((agent) => (
                <li key={agent.id}>
                  <AgentRow
                    agent={agent}
                    now={now}
                    isOn={shownAgent === agent.id}
                    tabIndex={roving.tabIndex(agent.id)}
                    onOpen={() => setFilter({ agent: agent.id })}
                  />
                </li>
              ))}
            </ul>
            {rest.length > 0 && (
              <button type="button" className="li quiet" onClick={() => setListOpen([allId], true)}>
                {restWords(rest)}
              </button>
            )}
            {isAll && words === '' && shownAtFirst(found) < found.length && (
              <button type="button" className="li quiet" onClick={() => setListOpen([allId], false)}>
                Show fewer
              </button>
            )}
            {left > 0 && <p className="list-hint">{count(left)} older ones are not listed. Use search to find their messages.</p>}
          </div>
        )}
      </section>
    </>
  )
}

const wordTones: Readonly<Partial<Record<Agent['status']['word'], string>>> = { lost: 'lost', 'needs you': 'needs', waiting: 'awaits' }

interface AgentRowProps {
  readonly agent: Agent
  readonly now: number
  readonly isOn: boolean
  readonly tabIndex: 0 | -1
  onOpen(): void
}

function AgentRow({ agent, now, isOn, tabIndex, onOpen }: AgentRowProps): React.JSX.Element {
  const { word, evidence } = agent.status
  return (
    <button
      type="button"
      className={`li ${isOn ? 'on' : ''}`}
      data-row={agent.id}
      data-pane-focus={tabIndex === 0 ? '' : undefined}
      aria-current={isOn ? 'true' : undefined}
      tabIndex={tabIndex}
      title={visibleString(`${agent.name}: ${toldWords(agent.status)}`)}
      onClick={onOpen}
    >
      <StatusGlyph word={word} evidence={evidence} />
      <span className="agent name">
        <Bar hue={agent.hue} />
        <span className="cut">
          <VisibleText text={quotedName(agent.name)} />
        </span>
        <LookAlike name={agent.name} />
      </span>
      <span className={`word ${wordTones[word] ?? ''}`}>
        <StatusWord agent={agent} />
      </span>
      <span className="age">{statusAge(agent, now)}</span>
    </button>
  )
}

/** The status in full, and what was reported. */
function toldWords(status: Agent['status']): string {
  const [word, said] = [statusWord(status), saidWords(status)]
  return status.on === undefined || said === word ? said : `${word} (${said})`
}

/** Whom it waits for, if it waits; where no status was reported, what is known instead: that it wrote. */
function StatusWord({ agent }: { readonly agent: Agent }): React.JSX.Element {
  const { word, on } = agent.status
  if (on !== undefined)
    return (
      <>
        <span>{word}</span>{' '}
        <span className="cut">
          for <VisibleText text={awaitedName(agent.status)} />
        </span>
      </>
    )
  if (word !== '?') return <VisibleText text={statusWord(agent.status)} />
  if (agent.status.was !== undefined) return <>unknown</>
  return (
    <>
      <span className="sr">status unknown{agent.lastSeen !== undefined && ', '}</span>
      {agent.lastSeen !== undefined && 'wrote'}
    </>
  )
}

/** Age of the status, with `~` if it is inferred; for an unknown status, when the agent last wrote. Empty if nothing is known. */
export function statusAge(agent: Agent, now: number): string {
  const { word, evidence, since, was } = agent.status
  if (word === '?' && was === undefined) return agent.lastSeen === undefined ? '' : age(agent.lastSeen, now)
  if (since === undefined) return '–'
  return `${evidence === 'inferred' ? '~' : ''}${age(since, now)}`
}

function keyOf(agent: Agent): string {
  return agent.id
}
