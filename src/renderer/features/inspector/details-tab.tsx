import type { Event, MessageBody } from '../../../core/event.ts'
import { drawDetails } from '../feed/draw-card.ts'
import { useNow } from '../state/clock.ts'
import { agentByName } from '../agents/directory.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Chip } from '../common/chip.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph, StatusGlyph } from '../../ui/glyph.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { age, counted, exactTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { useEventAnswer } from './use-event-answer.ts'
import { knownHow, statusWord } from '../agents/status-text.ts'
import { useApp, useStoreApi } from '../state/store.ts'

const rawShown = 2_000

/** Sender and recipients, origin, time, and the exact text. */
export function DetailsTab({ event }: { readonly event: Event }): React.JSX.Element {
  const { body } = event
  const store = useStoreApi()
  const screens = useApp((state) => state.screens)
  return (
    <>
      {body.kind === 'message' ? (
        <>
          <h3>Message</h3>
          <Parties event={event} body={body} />
          <Sender event={event} name={body.from} />
          {drawDetails(screens, event)}
        </>
      ) : (
        <h3>{body.kind === 'stream' && body.state === 'cut' ? 'Answer that was cut short' : kindWords[body.kind]}</h3>
      )}
      <h3>Origin</h3>
      <Origin event={event} />
      <h3>
        Raw
        <button type="button" className="link end" onClick={() => void store.getState().copyRaw(event.id)}>
          copy <kbd>y</kbd>
        </button>
      </h3>
      <RawText className="raw short" label="Raw text" text={event.raw.text} most={rawShown} />
      {body.kind === 'message' && <LintSummary event={event} />}
    </>
  )
}

const kindWords = {
  comment: 'Not a message',
  presence: 'Presence',
  profile: 'Agent profile',
  marker: 'Marker',
  receipt: 'Receipt',
  notice: 'Notice',
  stream: 'Answer in progress',
  fault: 'Not usable',
  lamp: 'Status of a link',
} as const

/** Who a message is from and to. */
export function Parties({ event, body }: { readonly event: Event; readonly body: MessageBody }): React.JSX.Element {
  return (
    <dl className="kv">
      <dt>From</dt>
      <dd>
        <Party event={event} name={body.from} />
      </dd>
      <dt>To</dt>
      <dd className="wrap">
        {body.to.length === 0 && <span className="dim">everyone there</span>}
        {body.to.map((name) => (
          <Party key={name} event={event} name={name} />
        ))}
      </dd>
      {body.observers.length > 0 && (
        <>
          <dt>Observers</dt>
          <dd className="wrap">
            {body.observers.map((name) => (
              <AgentName key={name} source={event.source} name={name} />
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

/** A name with the protocols its agent is known on; a name other than the agent's is shown in full. */
function Party({ event, name }: { readonly event: Event; readonly name: string }): React.JSX.Element {
  const agent = useApp((state) => agentByName(state, event.source, name))
  const isOther = agent !== undefined && (agent.isOperator || agent.name !== name)
  const protocols = [...new Set(agent?.names.map((known) => known.protocol) ?? [event.protocol])]
  return (
    <>
      <AgentName source={event.source} name={name} className="ink" />
      {isOther && (
        <span>
          <span className="dim">as</span> <VisibleText text={name} />
        </span>
      )}
      {protocols.map((protocol) => (
        <Chip key={protocol} protocol={protocol} />
      ))}
      {agent !== undefined && agent.names.length > 1 && <span className="dim">{agent.names.length} names</span>}
    </>
  )
}

/** The sender's status at the moment that is shown, as far as it was reported. */
function Sender({ event, name }: { readonly event: Event; readonly name: string }): React.JSX.Element | null {
  const status = useApp((state) => agentByName(state, event.source, name)?.status)
  const isPast = useApp((state) => state.past !== undefined)
  const now = useNow()
  if (status === undefined || status.word === '?') return null
  return (
    <>
      <h3>Sender {isPast ? 'then' : 'now'}</h3>
      <p className="state small">
        <StatusGlyph word={status.word} evidence={status.evidence} /> <span className="nowrap">{statusWord(status)}</span>
        <span className="dim" title={visibleString(knownHow(status))}>
          <LineText text={knownHow(status)} />
        </span>
        {status.since !== undefined && (
          <span className="age end">
            {status.evidence === 'inferred' && '~'}
            {age(status.since, now)}
          </span>
        )}
      </p>
    </>
  )
}

function Origin({ event }: { readonly event: Event }): React.JSX.Element {
  const store = useStoreApi()
  const link = useApp((state) => state.state?.links.find((one) => one.id === event.source))
  const fault = useApp((state) => (state.actFault?.event === event.id ? state.actFault.fault : undefined))
  const { anchor } = event.raw
  const place = anchor?.path === undefined ? anchor?.label : `${anchor.path}${anchor.line === undefined ? '' : `:${anchor.line}`}`
  return (
    <>
      <dl className="kv">
        {place !== undefined && (
          <>
            <dt>Source</dt>
            <dd>
              <button
                type="button"
                className="link mono cut"
                title={visibleString(place)}
                onClick={() => void store.getState().openSource(event.id)}
              >
                <VisibleText text={place} />
              </button>
              <kbd>o</kbd>
            </dd>
          </>
        )}
        <dt>Link</dt>
        <dd>
          <Chip protocol={event.protocol} /> <VisibleText text={link?.name ?? event.source} />
        </dd>
        {event.claimedAt !== undefined && (
          <>
            <dt>Claimed</dt>
            <dd className="mono">{exactTime(event.claimedAt)}</dd>
          </>
        )}
        <dt>Received</dt>
        <dd className="mono">{exactTime(event.at)}</dd>
        <dt>Number</dt>
        <dd>
          <span className="mono">{event.seq.toLocaleString('en-US')}</span> <span className="dim">on this link</span>
        </dd>
      </dl>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

function LintSummary({ event }: { readonly event: Event }): React.JSX.Element {
  const lint = useApp((state) => state.lint)
  const setTab = useApp((state) => state.setInspectorTab)
  const { value, fault } = useEventAnswer(event.id, () => lint(event.id))
  return (
    <>
      <h3>Lint</h3>
      {fault !== undefined && <FieldFault fault={fault} />}
      {value !== undefined && (
        <p className="small mid agent">
          <Glyph shape={value.findings.length === 0 ? 'done' : 'over'} /> {counted(value.rules, 'rule')},{' '}
          {value.findings.length === 0 ? (
            'no findings'
          ) : (
            <button type="button" className="link" onClick={() => setTab('lint')}>
              {counted(value.findings.length, 'finding')}
            </button>
          )}
        </p>
      )}
    </>
  )
}
