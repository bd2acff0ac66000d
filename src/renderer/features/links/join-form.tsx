import { useId, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { ircMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'

interface JoinFormProps {
  readonly link: string
  readonly onDone: () => void
}

/** Joins one more channel, with a key where it has one. */
export function JoinForm({ link, onDone }: JoinFormProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [fault, setFault] = useState<Fault>()
  const id = useId()
  const join = async (): Promise<void> => {
    const channel = name.trim()
    if (channel === '') return setFault({ code: 'invalid', message: 'Name a channel.', field: 'channel' })
    if (!/^[#&]/.test(channel))
      return setFault({ code: 'invalid', message: 'A channel begins with #.', field: 'channel', fix: `#${channel}` })
    const joined = await callLink(client, link, ircMethods, 'join', { channel, ...(key !== '' && { key }) })
    if (joined.ok) onDone()
    else setFault(joined.fault)
  }
  return (
    <form
      className="join"
      aria-label="Join a channel"
      onSubmit={(event) => {
        event.preventDefault()
        void join()
      }}
    >
      <input
        className="in mono"
        aria-label="Channel"
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : id}
        placeholder="#channel"
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the operator has just asked for this field
        autoFocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
        }}
      />
      <input
        className="in mono"
        type="password"
        aria-label="Key"
        placeholder="key, if it has one"
        maxLength={128}
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <button type="submit" className="btn small">
        Join
      </button>
      {fault !== undefined && <FieldFault id={id} fault={fault} onFix={setName} />}
    </form>
  )
}
