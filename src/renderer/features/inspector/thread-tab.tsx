import type { Event } from '../../../core/event.ts'
import { AgentName } from '../common/agent-name.tsx'
import { Doubts } from '../../ui/doubts.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { clockTime } from '../../ui/time.ts'
import { LineText } from '../../ui/line-text.tsx'
import type { Thread } from './use-thread.ts'
import { useStoreApi } from '../state/store.ts'

const textShown = 600

/** The messages of a thread, oldest first; clicking one shows it in the feed. */
export function ThreadTab({ event, thread }: { readonly event: Event; readonly thread: Thread }): React.JSX.Element {
  const { value, fault } = thread
  if (fault !== undefined) return <FieldFault fault={fault} />
  if (value === undefined) return <p className="small dim" aria-busy="true" />
  return (
    <>
      {value.total > value.events.length && (
        <p className="small dim">
          {value.events.length.toLocaleString('en-US')} of {value.total.toLocaleString('en-US')}, around the selected one
        </p>
      )}
      <ol className="thread">
        {value.events.map((one) => (
          <ThreadRow key={one.id} event={one} isOn={one.id === event.id} />
        ))}
      </ol>
    </>
  )
}

function ThreadRow({ event, isOn }: { readonly event: Event; readonly isOn: boolean }): React.JSX.Element | null {
  const store = useStoreApi()
  if (event.body.kind !== 'message') return null
  const { text, from, doubts } = event.body
  return (
    <li className={isOn ? 'on' : ''}>
      <button
        type="button"
        className="plain"
        aria-current={isOn ? 'true' : undefined}
        onClick={() => void store.getState().jumpTo(event.id)}
      >
        <span className="top">
          <AgentName source={event.source} name={from} />
          <time className="t">{clockTime(event.claimedAt ?? event.at)}</time>
        </span>
        <span className="said">
          <Doubts doubts={doubts} /> <LineText text={text.slice(0, textShown)} />
          {text.length > textShown && '…'}
        </span>
      </button>
    </li>
  )
}
