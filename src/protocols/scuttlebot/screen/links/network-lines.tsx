import { Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import { networkOf } from '../networks.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { visibleString, VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { ChannelMenu } from './channel-menu.tsx'
import { JoinForm } from './join-form.tsx'
import { NetworkConsole } from './network-console.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** An IRC network under its row: our identity, its protection, its channels, and the raw lines of the connection. */
export function NetworkLines({ link }: { readonly link: Link }): React.JSX.Element | null {
  const view = useApp((state) => networkOf(state, link.id))
  const [isJoining, setJoining] = useState(false)
  const [hasConsole, setConsole] = useState(false)
  const [fault, setFault] = useState<Fault>()
  if (view === undefined || !link.enabled) return null
  const says = [`type ${view.type}`, ...view.connection, `history: ${view.backfill}`].join(' · ')
  return (
    <div className="net">
      <p className="net-says cut" title={visibleString(says)}>
        <VisibleText text={says} />
      </p>
      <div className="chans">
        {view.channels.map((channel) => (
          <ChannelMenu key={channel.name} link={link} channel={channel} onFault={setFault} />
        ))}
        <button type="button" className="btn ghost small" aria-expanded={isJoining} onClick={() => setJoining(!isJoining)}>
          <Plus className="i" aria-hidden="true" /> join
        </button>
        <span className="end" />
        <button
          type="button"
          className={`btn ghost small ${hasConsole ? 'on' : ''}`}
          aria-expanded={hasConsole}
          onClick={() => setConsole(!hasConsole)}
        >
          <SquareTerminal className="i" aria-hidden="true" /> Raw lines
        </button>
      </div>
      {isJoining && <JoinForm link={link.id} onDone={() => setJoining(false)} />}
      {fault !== undefined && <FieldFault fault={fault} />}
      {hasConsole && <NetworkConsole key={link.id} link={link} />}
    </div>
  )
}
