import { unsureMs } from '../../../core/command.ts'
import type { Command } from '../../../core/command.ts'
import { useNow } from '../state/clock.ts'
import { placeName } from '../state/draft.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { clockTime } from '../../ui/time.ts'
import { useLongWait } from '../../ui/use-long-wait.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Signs } from '../../ui/signs.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

const none: readonly Command[] = []
/** A message confirmed within this time is never shown as being sent, ms. */
const quietMs = 400
/** After this time without confirmation the row says so, ms. */
const confirmMs = 5_000

/** The operator's messages that are not in the feed (yet): being sent, refused, or not found after a crash. */
export function Outgoing(): React.JSX.Element | null {
  const commands = useApp((state) => state.state?.commands ?? none)
  const open = commands.filter((command) => command.state !== 'confirmed' && command.state !== 'discarded')
  return open.length === 0 ? null : (
    <ul className="outgoing" aria-label="Unconfirmed messages">
      {open.map((command) => (
        <OutgoingRow key={command.id} command={command} />
      ))}
    </ul>
  )
}

function OutgoingRow({ command }: { readonly command: Command }): React.JSX.Element | null {
  const store = useStoreApi()
  const fault = useApp((state) => state.commandFaults.get(command.id))
  const where = useApp((state) => command.draft.where && placeName(state, command.source, command.draft.where))
  const now = useNow()
  const isOpen = command.state === 'accepted' || command.state === 'sent'
  const isUnsure = command.state === 'sent' && Math.abs(now - command.at) > unsureMs
  const isLong = useLongWait(quietMs)
  const isQuiet = isOpen && !isLong
  if (isQuiet) return null
  const { retry, editCommand, discard } = store.getState()
  return (
    <li className="row">
      <time className="t">{clockTime(command.at)}</time>
      <span className="chip" aria-hidden="true" />
      <span className="who">
        <i className="bar you" aria-hidden="true" />
        <b>you</b>
        <span className="to">
          <Signs text="→" /> <VisibleText text={[where, ...command.draft.to].filter((name) => name !== undefined).join(', ')} />
        </span>
      </span>
      <div className="body">
        <p className="cut">
          <VisibleText text={[command.draft.label, command.draft.text].filter(Boolean).join(' ')} />
        </p>
        {isOpen ? (
          <p className="small dim" role="status">
            {command.state === 'accepted' ? 'sending…' : now - command.at > confirmMs ? 'sent, delivery not confirmed yet' : 'sent'}
          </p>
        ) : (
          <>
            <p className="fault small" role="alert">
              <Glyph shape="no" />
              <span>
                <VisibleText text={command.fault?.message ?? 'Delivery was not confirmed.'} />
              </span>
            </p>
            {command.fault?.detail !== undefined && (
              <p className="mono meta dim">
                <VisibleText text={command.fault.detail} />
              </p>
            )}
          </>
        )}
        {(!isOpen || isUnsure) && (
          <div className="acts">
            <button type="button" className="btn small" onClick={() => void retry(command.id)}>
              Send again
            </button>
            <button type="button" className="btn small ghost" onClick={() => void editCommand(command.id)}>
              Edit
            </button>
            <button type="button" className="btn small ghost" onClick={() => void discard(command.id)}>
              Discard
            </button>
          </div>
        )}
        {fault !== undefined && <FieldFault fault={fault} />}
      </div>
    </li>
  )
}
