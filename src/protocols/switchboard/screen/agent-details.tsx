import { useState } from 'react'
import { useNow } from '../../../renderer/features/state/clock.ts'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { RosterRow } from '../pure/view.ts'
import { AgentName } from '../../../renderer/features/common/agent-name.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { ConfirmDialog } from '../../../renderer/features/links/confirm-dialog.tsx'
import { holdGlyphs, holdWords } from './roster-words.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useSwitchboard } from './slices.ts'

interface AgentDetailsProps {
  readonly switchboard: ShownSwitchboard
  readonly row: RosterRow
}

/** An agent's registration, and which session holds the name. */
export function AgentDetails({ switchboard, row }: AgentDetailsProps): React.JSX.Element {
  const openInbox = useSwitchboard((state) => state.openInbox)
  const writeMessage = useSwitchboard((state) => state.writeMessage)
  const toast = useApp((state) => state.toast)
  const release = useSwitchboardAct('release')
  const unregister = useSwitchboardAct('unregister')
  const [isRemoving, setRemoving] = useState(false)
  const now = useNow()
  const { link, view } = switchboard
  const box = view.mailboxes.find((one) => one.name.toLowerCase() === row.name.toLowerCase())
  const teams = view.teams.filter((team) => team.members.some((name) => name.toLowerCase() === row.name.toLowerCase()))
  const isKept = row.isKept === true
  const fault = release.fault ?? unregister.fault
  const free = async (): Promise<void> => {
    const done = await release.run({ name: row.name })
    if (done.ok) toast({ text: 'Name released', detail: row.name })
  }
  return (
    <>
      <h3 className="agent-title">
        <AgentName source={link.id} name={row.name} className="ink" />
      </h3>
      <p className="state small">
        <Glyph shape={holdGlyphs[row.hold]} /> {holdWords(row, now)}
      </p>
      <h3>Registration</h3>
      <dl className="kv">
        {(
          [
            ['Kind', row.kind === 'terminal' ? 'terminal' : 'chat agent'],
            ['Role', row.role],
            ['Interface', row.interface],
            ['Purpose', row.purpose],
            ['Process', row.pid === undefined ? undefined : String(row.pid)],
            ['Status', row.status],
            ['Status text', row.statusMessage],
            ['Capabilities', row.capabilities.length === 0 ? undefined : row.capabilities.join(', ')],
            ['Teams', teams.length === 0 ? undefined : teams.map((team) => team.name).join(', ')],
          ] as const
        ).map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} className="pair">
                <dt>{label}</dt>
                <dd className="wrap">
                  <VisibleText text={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {row.isForeign && <p className="small dim note">Written to state.json by another program. Identity not verified.</p>}
      <div className="acts">
        <button type="button" className="btn" onClick={() => writeMessage({ target: { kind: 'agent', name: row.name } })}>
          Message
        </button>
        {box !== undefined && (
          <button type="button" className="btn ghost" onClick={() => openInbox({ kind: 'mailbox', name: box.name })}>
            Mailbox
          </button>
        )}
        {row.kind === 'terminal' && switchboard.place.kind !== 'terminal' && (
          <button type="button" className="btn ghost" onClick={() => openInbox({ kind: 'terminal', name: row.name })}>
            Terminal
          </button>
        )}
      </div>
      <h3>Name</h3>
      <p className="small mid">
        {row.hold === 'live'
          ? 'In use by a session. No other client can register this name.'
          : isKept
            ? 'Not in use, but reserved for its agent, which has the secret. Requests from other clients are shown to you.'
            : 'Not in use. Any client can register this name.'}
      </p>
      <div className="acts">
        {(row.hold !== 'free' || isKept) && (
          <button type="button" className="btn" disabled={release.isBusy} onClick={() => void free()}>
            Release name
          </button>
        )}
        <button type="button" className="btn ghost" disabled={unregister.isBusy} onClick={() => setRemoving(true)}>
          Remove…
        </button>
      </div>
      {fault !== undefined && <FieldFault fault={fault} />}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${row.name} from the roster?`}
          exact={`Removes ${row.name} from state.json. Its mailbox and messages are kept.`}
          verb="Remove"
          isDanger
          onConfirm={() => {
            setRemoving(false)
            void unregister.run({ name: row.name })
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
