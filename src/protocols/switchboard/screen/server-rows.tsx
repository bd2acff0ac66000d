import { useNow } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { CallRow, ClientRow } from '../pure/view.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { age, clockTime, count } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'

const viaWords = { stdio: 'stdio', sse: 'SSE', http: 'HTTP' } as const

interface ClientRowsProps {
  readonly link: string
  readonly clients: readonly ClientRow[]
  /** Another Patchbay's clients are only shown. */
  readonly isOurs: boolean
}

/** Every session: agent, program, connection time and number of calls. */
export function ClientRows({ link, clients, isOurs }: ClientRowsProps): React.JSX.Element {
  const disconnect = useSwitchboardAct('disconnect')
  const now = useNow()
  return (
    <section className="part" aria-label="Connected clients">
      <header>
        <h2>Connected clients</h2>
        <span className="n">{clients.length}</span>
      </header>
      {clients.length === 0 && <p className="pane-about small dim">No clients connected. Invite an agent to connect its client.</p>}
      {clients.map((client) => (
        <div key={client.session} className="tr client">
          <Glyph shape={client.agent === undefined ? 'off' : 'up'} />
          {client.agent === undefined ? (
            <span className="dim cut">not registered</span>
          ) : (
            <AgentName source={link} name={client.agent} className="ink" />
          )}
          <span className="cut mid" title={visibleString(client.program ?? '')}>
            <VisibleText text={client.program ?? ''} />
          </span>
          <span className="dim">{viaWords[client.via]}</span>
          <span className="dim r">{count(client.calls)} calls</span>
          <span className="age" title={client.lastCallAt === undefined ? 'since it connected' : 'since its last call'}>
            {age(client.lastCallAt ?? client.since, now)}
          </span>
          {isOurs && (
            <button
              type="button"
              className="btn small"
              disabled={disconnect.isBusy}
              aria-label={`Disconnect ${visibleString(client.agent ?? client.program ?? client.session)}`}
              onClick={() => void disconnect.run({ session: client.session })}
            >
              Disconnect
            </button>
          )}
        </div>
      ))}
      {disconnect.fault !== undefined && (
        <div className="box-fault">
          <FieldFault fault={disconnect.fault} />
        </div>
      )}
    </section>
  )
}

interface CallRowsProps {
  readonly link: string
  readonly calls: readonly CallRow[]
  readonly total: number
}

/** Tool calls, newest first, live. */
export function CallRows({ link, calls, total }: CallRowsProps): React.JSX.Element {
  return (
    <section className="part" aria-label="Tool calls">
      <header>
        <h2>Tool calls</h2>
        <span className="n">{calls.length < total ? `newest ${count(calls.length)} of ${count(total)}` : count(total)}</span>
      </header>
      {calls.length === 0 && <p className="pane-about small dim">Calls from agents appear here.</p>}
      <ol>
        {calls.map((call, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two calls of one session may be of the same millisecond
          <li key={`${call.at} ${call.session} ${call.tool} ${at}`} className="tr call">
            <span className="t">{clockTime(call.at)}</span>
            <Glyph shape={call.outcome === undefined ? 'half' : call.outcome === 'ok' ? 'done' : 'no'} />
            {call.agent === undefined ? <span className="dim cut">not registered</span> : <AgentName source={link} name={call.agent} />}
            <code className="cut" title={visibleString(call.tool)}>
              <VisibleText text={call.tool} />
            </code>
            <span className="cut mid" title={visibleString(call.text ?? '')}>
              {call.outcome === undefined ? 'running' : <VisibleText text={call.text ?? ''} />}
            </span>
            <span className="age">{call.ms === undefined ? '' : `${count(Math.round(call.ms))}\u00a0ms`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
