import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Link } from '../../../core/link.ts'
import { ircMethods } from '../../../protocols/scuttlebot/pure/api.ts'
import { callLink } from '../../app/call-link.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useConsole } from './use-console.ts'

/** Pixels from the end within which new lines scroll into view. */
const endSlack = 24

/** The lines of a network's connection as they are, both ways, and a field for one of the operator's own. */
export function NetworkConsole({ link }: { readonly link: Link }): React.JSX.Element {
  const [{ lines, hasBefore, fault }, loadEarlier] = useConsole(link.id)
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const last = lines.at(-1)?.seq
  useLayoutEffect(() => {
    const element = list.current
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- new lines are what it waits for
  }, [last])
  return (
    <section className="console" aria-label={`Raw lines of ${visibleString(link.name)}`}>
      {hasBefore && (
        <button type="button" className="link small mid" onClick={() => void loadEarlier()}>
          Show earlier lines
        </button>
      )}
      <ol
        ref={list}
        className="raw"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        aria-label="Lines, oldest first"
        onScroll={({ currentTarget: element }) => {
          isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= endSlack
        }}
      >
        {lines.map((line) => (
          <li key={line.seq} className={`way-${line.way}`}>
            <time>{clockTime(line.at)}</time>
            <span className="way">
              <span aria-hidden="true">{line.way === 'in' ? '←' : '→'}</span>
              <span className="sr">{line.way === 'in' ? 'received' : 'sent'}</span>
            </span>
            <span>
              <VisibleText text={line.text} />
            </span>
          </li>
        ))}
        {lines.length === 0 && fault === undefined && <li className="dim">Nothing has been said on this connection yet.</li>}
      </ol>
      {fault !== undefined && <FieldFault fault={fault} />}
      <RawLine link={link} />
    </section>
  )
}

/** Sends a line as it is, after the operator has seen it with what that means. */
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
        Goes to the server as it stands: Patchbay does not understand it.
      </span>
      {fault !== undefined && <FieldFault fault={fault} />}
      {isAsking && (
        <ConfirmDialog
          title={`Send this line to ${link.place}?`}
          exact={line}
          about="It goes out as you, exactly so. It can change channels, modes and your name there, and nothing takes it back."
          verb="Send line"
          isDanger
          onConfirm={() => void send()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
