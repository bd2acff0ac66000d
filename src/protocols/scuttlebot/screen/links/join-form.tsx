import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import { ircMethods } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { JoinLine } from '../../../../renderer/features/links/join-line.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

interface JoinFormProps {
  readonly link: string
  readonly onDone: () => void
}

/** Joins a channel, with its key if it has one. */
export function JoinForm({ link, onDone }: JoinFormProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const [name, setName] = useState('')
  const [key, setKey] = useState('')
  const [fault, setFault] = useState<Fault>()
  const join = async (): Promise<void> => {
    const channel = name.trim()
    if (channel === '') return setFault({ code: 'invalid', message: 'Enter a channel name.', field: 'channel' })
    if (!/^[#&]/.test(channel))
      return setFault({ code: 'invalid', message: 'Channel names start with #.', field: 'channel', fix: `#${channel}` })
    const joined = await callLink(client, link, ircMethods, 'join', { channel, ...(key !== '' && { key }) })
    if (joined.ok) onDone()
    else setFault(joined.fault)
  }
  return (
    <JoinLine
      label="Join a channel"
      field="Channel"
      placeholder="#channel"
      most={64}
      value={name}
      fault={fault}
      onChange={setName}
      onJoin={() => void join()}
      onDone={onDone}
    >
      <input
        className="in mono"
        type="password"
        aria-label="Key"
        placeholder="Key (optional)"
        maxLength={128}
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </JoinLine>
  )
}
