import type { Agent } from '../../../core/agent.ts'
import { quotedName } from '../../../core/quoted-name.ts'
import { useNow } from '../state/clock.ts'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { Bar } from '../../ui/bar.tsx'
import { StatusGlyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { waitsOverlay } from '../overlays.ts'
import { AgentLint } from './agent-lint.tsx'
import { canWriteTo, writeTo } from './about-agent.ts'
import { AgentDay } from './agent-day.tsx'
import { AgentDebts } from './agent-debts.tsx'
import { AgentNames } from './agent-names.tsx'
import { KeyRow } from '../../ui/key-row.tsx'
import { shownAgent, shownSection } from './agent-order.ts'
import { TaskName } from './task-name.tsx'
import { SentCount } from './sent-count.tsx'
import { RecentMessages } from './recent-messages.tsx'
import { knownHow, statusTone, statusWord } from './status-text.ts'
import { LookAlike } from '../common/look-alike.tsx'
import { whyNoMessages } from '../state/draft.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** The right pane of Agents: everything known about one agent, and how it is known. */
export function AgentPane(): React.JSX.Element {
  const agent = useApp(shownAgent)
  const section = useApp(shownSection)
  const screens = useApp((state) => state.screens)
  const parts = [...screens].flatMap(([id, { agentParts }]) => (agentParts?.Pane === undefined ? [] : [[id, agentParts.Pane] as const]))
  const store = useStoreApi()
  const canWrite = useApp((state) => canWriteTo(state, agent))
  const whyNot = useApp((state) => whyNoMessages(state, agent?.names[0]?.source))
  const isPast = useApp((state) => state.past !== undefined)
  return (
    <>
      <header className="head">
        <h1>{section?.paneTitle ?? 'Agent'}</h1>
        <CloseDrawer />
      </header>
      {section !== undefined ? (
        <section.Pane />
      ) : agent === undefined ? (
        <div className="insp">
          <p className="small dim">Select an agent to see its status, names, tasks and latest messages.</p>
        </div>
      ) : (
        <>
          <div className="insp scroll">
            <Summary agent={agent} />
            <Profile agent={agent} />
            <AgentDebts key={`debts of ${agent.id}`} agent={agent.id} />
            {parts.map(([id, Part]) => (
              <Part key={id} agent={agent} />
            ))}
            <AgentDay key={`day of ${agent.id}`} agent={agent} />
            <AgentLint agent={agent} />
            <AgentNames key={agent.id} agent={agent} />
            {agent.instructions !== undefined && (
              <>
                <h3>
                  Instructions <Definition agent={agent} />
                </h3>
                <DefinitionFault agent={agent.id} />
                <pre className="raw">
                  <VisibleText text={agent.instructions} />
                </pre>
              </>
            )}
            <RecentMessages agent={agent} />
          </div>
          {!agent.isOperator && !isPast && (
            <footer className="foot-acts">
              {canWrite ? (
                <button type="button" className="btn primary" onClick={() => writeTo(store.getState(), agent)}>
                  Message <kbd>r</kbd>
                </button>
              ) : (
                <span className="small dim why-not">{whyNot}</span>
              )}
            </footer>
          )}
        </>
      )}
    </>
  )
}

/** What an agent reported may be a sentence. */
function endsSentence(text: string): boolean {
  return /[.!?…]$/.test(text)
}

function Summary({ agent }: { readonly agent: Agent }): React.JSX.Element {
  const jumpTo = useApp((state) => state.jumpTo)
  const setOverlay = useApp((state) => state.setOverlay)
  const now = useNow()
  const { status } = agent
  const { event, since } = status
  const isTold = !agent.isOperator || status.word !== '?'
  const how = isTold ? knownHow(status) : 'This is you'
  return (
    <>
      <h2 className="agent">
        <Bar hue={agent.isOperator ? 0 : agent.hue} />
        <span className="cut">
          <VisibleText text={quotedName(agent.name)} />
        </span>
        <LookAlike name={agent.name} />
      </h2>
      {isTold && (
        <p className="small mid state">
          <StatusGlyph word={status.word} evidence={status.evidence} />
          {status.on === undefined ? (
            <span className={statusTone(status)}>{statusWord(status)}</span>
          ) : (
            <button type="button" className="link" onClick={() => setOverlay(waitsOverlay({ agent: agent.id }))}>
              <VisibleText text={statusWord(status)} />
            </button>
          )}
          {since !== undefined && (
            <span className="age end">
              {status.evidence === 'inferred' && '~'}
              {age(since, now)}
            </span>
          )}
        </p>
      )}
      <p className="small dim">
        <LineText text={how} />
        {endsSentence(how) ? '' : '.'}{' '}
        {event !== undefined && (
          <>
            <button type="button" className="link" onClick={() => void jumpTo(event)}>
              Show in feed
            </button>
            {'. '}
          </>
        )}
        {agent.lastSeen === undefined
          ? agent.isOperator
            ? 'You have not written yet.'
            : 'No messages yet.'
          : `Last wrote ${age(agent.lastSeen, now)} ago.`}
      </p>
    </>
  )
}

function Profile({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const rows = [
    ['Role', agent.role],
    ['Hands to', agent.handoffTo?.join(', ')],
  ] as const
  return (
    <>
      <h3>Profile</h3>
      <dl className="kv">
        {agent.task !== undefined && agent.task !== '' && (
          <KeyRow label="Task">
            <TaskName agent={agent} task={agent.task} />
          </KeyRow>
        )}
        {rows.map(
          ([label, value]) =>
            value !== undefined &&
            value !== '' && (
              <KeyRow key={label} label={label}>
                <VisibleText text={value} />
              </KeyRow>
            ),
        )}
        <KeyRow label="Messages">
          <SentCount agent={agent} of="ever" /> (<SentCount agent={agent} of="today" /> today)
        </KeyRow>
        {agent.definedIn !== undefined && agent.instructions === undefined && (
          <KeyRow label="Defined in">
            <Definition agent={agent} />
          </KeyRow>
        )}
      </dl>
      {agent.instructions === undefined && <DefinitionFault agent={agent.id} />}
    </>
  )
}

/** The file that defines the agent, as a link that opens it. */
function Definition({ agent }: { readonly agent: Agent }): React.JSX.Element | null {
  const openDefinition = useApp((state) => state.openDefinition)
  const { definedIn } = agent
  return definedIn === undefined ? null : (
    <span className="defined">
      <button
        type="button"
        className="link mono meta cut"
        title={`Open ${visibleString(definedIn)}  o`}
        onClick={() => void openDefinition(agent.id)}
      >
        <VisibleText text={definedIn} />
      </button>
      <kbd>o</kbd>
    </span>
  )
}

function DefinitionFault({ agent }: { readonly agent: string }): React.JSX.Element | null {
  const fault = useApp((state) => (state.definitionFault?.agent === agent ? state.definitionFault.fault : undefined))
  const setView = useApp((state) => state.setView)
  if (fault === undefined) return null
  return (
    <div className="defined-fault">
      <FieldFault fault={fault} />
      {fault.field === 'editor' && (
        <button type="button" className="btn small" onClick={() => setView('settings')}>
          Open Settings
        </button>
      )}
    </div>
  )
}
