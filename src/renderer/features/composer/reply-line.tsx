import { X } from 'lucide-react'
import { AgentName } from '../common/agent-name.tsx'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import type { ComposerDraft } from '../state/compose-slice.ts'
import { useApp } from '../state/store.ts'

/** The message that is replied to, with a button that makes the reply a message of its own. */
export function ReplyLine({ event }: { readonly event: NonNullable<ComposerDraft['replyTo']> }): React.JSX.Element | null {
  const cancel = useApp((state) => state.cancelReply)
  if (event.body.kind !== 'message') return null
  return (
    <div className="line reply-line">
      <span>Reply to</span> <AgentName source={event.source} name={event.body.from} />
      <span className="cut" title={visibleString(event.body.text.slice(0, 500))}>
        <VisibleText text={event.body.text.slice(0, 200)} />
      </span>
      <span className="end" />
      <button type="button" className="btn ghost icon mini" title="No reply" aria-label="Cancel the reply" onClick={cancel}>
        <X className="i" aria-hidden="true" />
      </button>
    </div>
  )
}
