import { useState } from 'react'
import { notLive } from '../../../renderer/features/state/connection-words.ts'
import { useIsLive } from '../../../renderer/features/state/use-is-live.ts'
import { useNow } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { Fault } from '../../../core/fault.ts'
import type { ServerView } from '../pure/view.ts'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { copyText } from '../../../renderer/ui/copy-text.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { age, count } from '../../../renderer/ui/time.ts'
import { OpenInspector } from './open-inspector.tsx'
import { KeeperNote } from './keeper-note.tsx'
import { useServerState } from './list-sections.tsx'
import { PaneHead } from './pane-head.tsx'
import { CallRows, ClientRows } from './server-rows.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

/** The MCP server: address, token, connected clients and their calls. */
export function ServerPane({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const { view, link } = switchboard
  const { server, keeper } = view
  const on = useSwitchboardAct('serverOn')
  const off = useSwitchboardAct('serverOff')
  const state = useServerState(server)
  const isLive = useIsLive()
  const isOurs = keeper.is !== 'other'
  const isBusy = on.isBusy || off.isBusy || server.state === 'starting'
  const fault = on.fault ?? off.fault ?? server.reason
  const isOn = server.state === 'on' || server.state === 'starting'
  return (
    <>
      <PaneHead title="MCP server">
        <span className="sub agent">
          <Glyph shape={state.shape} /> {state.word}
        </span>
        <span className="end" />
        <OpenInspector label="Connect a client" />
        {isOurs && isOn && (
          <button type="button" className="btn" disabled={isBusy || !isLive} onClick={() => void off.run({})}>
            Stop
          </button>
        )}
      </PaneHead>
      <KeeperNote view={view} />
      {fault !== undefined && (
        <div className="server-note">
          <FieldFault fault={fault} />
        </div>
      )}
      <div className="scroll">
        {!isLive ? (
          <div className="empty">
            <h2>MCP server status unknown</h2>
            <p>{notLive}</p>
          </div>
        ) : isOn ? (
          <>
            <Address server={server} isOurs={isOurs} />
            <ClientRows link={link.id} clients={server.clients} isOurs={isOurs} />
            <CallRows link={link.id} calls={server.calls} total={server.callCount} />
          </>
        ) : (
          <div className="empty">
            <h2>{server.state === 'failed' ? 'The MCP server did not start' : 'The MCP server is off'}</h2>
            <p>
              It lets agents in any IDE or command line register, send each other work and read messages. It listens on this computer only.
            </p>
            {isOurs && (
              <div className="acts">
                <button type="button" className="btn primary" disabled={isBusy} onClick={() => void on.run({})}>
                  {isBusy ? 'Turning on…' : 'Turn on MCP server'}
                </button>
              </div>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function Address({ server, isOurs }: { readonly server: ServerView; readonly isOurs: boolean }): React.JSX.Element {
  const now = useNow()
  const base = `http://${server.address ?? ''}`
  return (
    <section className="part" aria-label="Address">
      <header>
        <h2>Address</h2>
      </header>
      <dl className="kv address">
        {(
          [
            ['Streamable HTTP', `${base}/mcp`],
            ['SSE', `${base}/sse`],
          ] as const
        ).map(([label, url]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="mono cut">{url}</span>
              <CopyButton text={url} what={label} />
            </dd>
          </div>
        ))}
        {isOurs && (
          <div>
            <dt>Token</dt>
            <dd>
              <span className="mono" aria-label="hidden">
                ••••••••
              </span>
              <TokenButton />
              <span className="dim cut">changes each time the server starts</span>
            </dd>
          </div>
        )}
        {server.startedAt !== undefined && (
          <div>
            <dt>Running</dt>
            <dd>
              {age(server.startedAt, now)}, {count(server.callCount)} calls
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** Copies the token to the clipboard; it is never displayed. */
function TokenButton(): React.JSX.Element {
  const token = useSwitchboardAct('token')
  const toast = useApp((state) => state.toast)
  const [fault, setFault] = useState<Fault>()
  const copy = async (): Promise<void> => {
    const answer = await token.run({})
    const copied = answer.ok ? await copyText(answer.value.token) : undefined
    setFault(copied?.ok === false ? { ...copied.fault, message: 'The clipboard is not writable, so the token was not copied.' } : undefined)
    if (copied?.ok === true) toast({ text: 'Token copied' })
  }
  const shown = token.fault ?? fault
  return (
    <>
      <button type="button" className="btn ghost" disabled={token.isBusy} onClick={() => void copy()}>
        Copy
      </button>
      {shown !== undefined && <FieldFault fault={shown} />}
    </>
  )
}
