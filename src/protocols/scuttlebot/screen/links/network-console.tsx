import { useId, useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import type { Link } from '../../../../core/link.ts'
import { ircMethods } from '../../pure/api.ts'
import type { ConsoleLine } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { LineLog } from '../../../../renderer/ui/line-log.tsx'
import { visibleString } from '../../../../renderer/ui/visible-text.tsx'
import { ConfirmDialog } from '../../../../renderer/features/links/confirm-dialog.tsx'
import { useConsole } from './use-console.ts'
import { Signs } from '../../../../renderer/ui/signs.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import '../networks.css'

/** The raw lines of a network's connection in both directions, and a field for sending one. */
export function NetworkConsole({ link }: { readonly link: Link }): React.JSX.Element {
  const [pages, loadEarlier] = useConsole(link.id)
  return (
    <section className="console" aria-label={`Raw lines of ${visibleString(link.name)}`}>
      <LineLog pages={pages} empty="No traffic on this connection yet." mark={wayMark} onEarlier={() => void loadEarlier()} />
      <RawLine link={link} />
    </section>
  )
}

function wayMark({ way }: ConsoleLine): React.JSX.Element {
  return (
    <span className={`way way-${way}`}>
      <span aria-hidden="true">
        <Signs text={way === 'in' ? '←' : '→'} />
      </span>
      <span className="sr">{way === 'in' ? 'received' : 'sent'}</span>
    </span>
  )
}

/** Sends a raw line after the operator has confirmed it. */
function RawLine({ link }: { readonly link: Link }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const [line, setLine] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const id = useId()
  const send = async (): Promise<void> => {
    const sent = await callLink(client, link.id, ircMethods, 'consoleSend', { line })
    setAsking(false)
    setFault(sent.ok ? undefined : sent.fault)
    if (!sent.ok) return
    setLine('')
    toast({ text: 'Line sent', detail: link.name })
  }
  return (
    <form
      className="raw-line"
      onSubmit={(event) => {
        event.preventDefault()
        if (line.trim() !== '') setAsking(true)
      }}
    >
      <input
        className="in mono"
        aria-label="Line to send"
        aria-describedby={`${id}-hint`}
        placeholder="WHO #general"
        maxLength={510}
        spellCheck={false}
        autoComplete="off"
        value={line}
        onChange={(event) => {
          setLine(event.currentTarget.value)
          setFault(undefined)
        }}
      />
      <button type="submit" className="btn small">
        Send…
      </button>
      <span className="small dim" id={`${id}-hint`}>
        Sent to the server unchanged. Patchbay does not interpret it.
      </span>
      {fault !== undefined && <FieldFault fault={fault} />}
      {isAsking && (
        <ConfirmDialog
          title={`Send this line to ${link.place}?`}
          exact={line}
          about="Sent as you, exactly as shown. It can change channels, modes and your nick, and cannot be undone."
          verb="Send line"
          isDanger
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
