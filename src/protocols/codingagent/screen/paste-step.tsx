import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { keyCaps } from '../../../renderer/ui/keys.ts'
import type { OpenSession } from './slices.ts'
import { pasteObstacle, replyKey } from './reply-state.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { clockTime, counted } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { Offer } from './clipboard-offer.tsx'
import { Peek } from '../../../renderer/features/common/peek.tsx'
import { ReplyField } from './reply-field.tsx'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'
import { useCodingAgent } from './slices.ts'
import './sessions.css'

/** Step 2: the reply arrives by key, drop or field; other text is refused here and kept. */
export function PasteStep({ open }: { readonly open: OpenSession }): React.JSX.Element {
  const round = useCodingAgent((state) => state.session.round)
  const busy = useCodingAgent((state) => state.session.busy)
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'paste' ? state.session.fault.fault : undefined))
  const held = useCodingAgent((state) => state.held)
  const isBegun = useCodingAgent((state) => state.typed.has(replyKey(state, open.row?.id)))
  const fetchReply = useCodingAgent((state) => state.fetchReply)
  const takeReply = useCodingAgent((state) => state.takeReply)
  const takeFile = useCodingAgent((state) => state.takeFile)
  const discardReply = useCodingAgent((state) => state.discardReply)
  const canPaste = useCodingAgent((state) => pasteObstacle(state) === undefined)
  const [isOver, setOver] = useState(false)
  const isNewest = open.row?.sequence === open.sequence
  const reply = round?.sequence === open.sequence ? round.reply : undefined
  const waits = isNewest && canPaste && round?.state === 'open'
  const copiedAt = open.row?.rounds.at(-1)?.copiedAt
  const drop = (event: React.DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    const text = event.dataTransfer.getData('text/plain')
    if (file !== undefined) void takeFile(file)
    else if (text !== '') void takeReply(text)
  }
  return (
    // Dropping is optional: the button and the field do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={isOver ? 'step over' : 'step'}
      aria-label="Step 2, paste"
      onDragOver={(event) => {
        if (!canPaste) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      <header>
        <span className={waits && copiedAt !== undefined ? 'num now' : 'num'} aria-hidden="true">
          2
        </span>
        <h2>Paste reply</h2>
        {reply !== undefined && <Glyph shape="done" />}
        <span className="end" />
        {reply !== undefined && isNewest && round?.state === 'replied' && (
          <button
            type="button"
            className="btn small ghost"
            title="Nothing was applied; the round waits for another reply"
            disabled={!canPaste || busy !== undefined}
            onClick={() => void discardReply()}
          >
            Discard
          </button>
        )}
        {canPaste && (
          <button
            type="button"
            className={`btn small ${waits && copiedAt !== undefined ? 'primary' : ''}`}
            disabled={busy !== undefined}
            onClick={() => void fetchReply()}
          >
            <ClipboardPaste className="i" aria-hidden="true" /> {reply !== undefined && isNewest ? 'Paste again' : 'Paste'}{' '}
            <KeyCap text={keyCaps('$mod+Shift+v').join(' ')} />
          </button>
        )}
      </header>
      {fault !== undefined && <FieldFault fault={fault} />}
      <Offer />
      {held !== undefined || (isBegun && canPaste) ? (
        <ReplyField key={`${open.row?.id ?? ''} ${held?.text ?? ''}`} />
      ) : reply === undefined ? (
        <Waiting open={open} waits={waits} />
      ) : (
        <>
          <p className="lead">
            {counted(reply.characters, 'character')} · {round?.plan === undefined ? '' : `${counted(round.plan.rows.length, 'command')} · `}
            {reply.from === 'clipboard' ? 'from the clipboard' : <VisibleText text={reply.from} />} {clockTime(reply.at)}
          </p>
          <Peek title={`Reply ${open.sequence}`} text={reply.text} />
        </>
      )}
    </section>
  )
}

/** Nothing was pasted yet: what to do, or why pasting is not possible. */
function Waiting({ open, waits }: { readonly open: OpenSession; readonly waits: boolean }): React.JSX.Element {
  const holdReply = useCodingAgent((state) => state.holdReply)
  // A note above the steps says that this round is read-only.
  const obstacle = useCodingAgent((state) => (open.view?.readOnly === undefined ? pasteObstacle(state)?.message : undefined))
  const isActive = open.view?.active === open.row?.id
  if (!waits) return <p className="lead wrap">{obstacle ?? 'This round has no reply.'}</p>
  return (
    <>
      <p className="lead">no reply yet</p>
      <div className="dropzone">
        <p>
          Send the outbox to any chat LLM, copy its full reply and paste it here. You can also drop a text file here
          {isActive && (
            <>
              {' '}
              or save one to <code>inbox/</code>
            </>
          )}
          . Nothing is applied until you have seen what it would do.
        </p>
        <button type="button" className="link" onClick={() => holdReply({ text: '', warnings: [] })}>
          Use a text field
        </button>
      </div>
    </>
  )
}
