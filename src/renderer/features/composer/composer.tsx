import { X } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { WirePreview } from '../../../core/command.ts'
import type { Fault } from '../../../core/fault.ts'
import { composeOf, draftOf, recipientsOf, sourceOf, textFieldOf, whereOf } from '../state/draft.ts'
import { notLive } from '../state/connection-words.ts'
import { useIsLive } from '../state/use-is-live.ts'
import { AgentName } from '../common/agent-name.tsx'
import { FieldFault } from '../../ui/field-fault.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { count, sizeText } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './composer.css'
import { AlsoSent } from './also-sent.tsx'
import { KindForm } from './kind-form.tsx'
import { KindSelect } from './kind-select.tsx'
import { LinkSelect } from './link-select.tsx'
import { MessageText } from './message-text.tsx'
import { PlaceSelect } from './place-select.tsx'
import { Reach } from './reach.tsx'
import { Remedy } from './remedy.tsx'
import { SenderChip } from './sender-chip.tsx'
import { Strangers } from './strangers.tsx'
import { joinOptions, useNameOptions, useOtherNames } from './use-name-options.ts'
import { useMembers } from './use-members.ts'
import { usePreview } from './use-preview.ts'
import { WireText, WireWarnings } from './wire-text.tsx'
import { keyCaps } from '../../ui/keys.ts'
import { sendingHeld } from '../halt/state/in-force.ts'
import { KeyCap } from '../../ui/key-caps.tsx'
import type { ComposerDraft } from '../state/slices.ts'
import { useApp, useStoreApi } from '../state/store.ts'

/** The form for a message: recipients, observers, text, and the exact bytes that would be written. */
export function Composer(): React.JSX.Element {
  const store = useStoreApi()
  const id = useId()
  const draft = useApp(draftOf)
  const recipients = useRecipients()
  const source = useApp(sourceOf)
  const compose = useApp(composeOf)
  const where = useApp(whereOf)
  const textField = useTextField()
  const known = useNameOptions(source)
  const members = useMembers(source, where)
  const others = useOtherNames(source)
  const options = useMemo(() => joinOptions(members ?? known, others), [members, known, others])
  const { wire, fault: previewFault } = usePreview()
  const text = useRef<HTMLTextAreaElement>(null)
  const focus = useApp((state) => state.composerFocus)
  const [hasObservers, setObservers] = useState(false)
  const fault = draft.fault ?? previewFault
  const also = draft.also ?? []
  const { address, editDraft, send } = store.getState()

  useEffect(() => {
    if (focus === 0) return
    // Used once: returning to the feed later must not move the focus, so that single-letter keys keep working.
    store.setState({ composerFocus: 0 })
    const form = text.current?.form
    const to = form?.querySelector<HTMLInputElement>('input[role=combobox]')
    if (recipientsOf(store.getState()).length === 0) to?.focus()
    else text.current?.focus()
  }, [focus, store])

  const isLive = useIsLive()
  const held = useApp(sendingHeld)
  const submit = async (): Promise<void> => {
    const sent = await send()
    if (!sent.ok && sent.fault.field === 'to') text.current?.form?.querySelector<HTMLInputElement>('input[role=combobox]')?.focus()
    else text.current?.focus()
  }

  return (
    <form
      className={`composer ${fault === undefined ? '' : 'bad'} ${held === undefined ? '' : 'held'}`}
      aria-label="New message"
      data-pane="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {draft.replyTo !== undefined && <ReplyLine event={draft.replyTo} />}
      <div className="line">
        <span className="line-label" aria-hidden="true">
          To
        </span>
        <NameField
          label="To"
          names={recipients}
          options={options}
          isSingle={compose?.targets !== 'many'}
          placeholder={compose?.where === undefined ? 'agent' : 'everyone there'}
          isWrong={fault?.field === 'to'}
          describedBy={`${id}-fault`}
          onChange={address}
        />
        {source !== undefined && <Reach source={source} to={recipients} where={where} />}
        <Strangers />
        {compose !== undefined && compose.observers !== true ? null : hasObservers || draft.observers.length > 0 ? (
          <>
            <span className="line-label" aria-hidden="true">
              cc
            </span>
            <NameField
              label="Observers"
              names={draft.observers}
              options={options}
              placeholder="who else should see it"
              hasFocus={hasObservers}
              isWrong={fault?.field === 'observers'}
              describedBy={`${id}-fault`}
              onChange={(observers) => editDraft({ observers })}
            />
          </>
        ) : (
          <button type="button" className="btn ghost small" title="Add observers" onClick={() => setObservers(true)}>
            cc
          </button>
        )}
        <span className="end" />
        {(compose === undefined || compose.anySender === true) && <SenderChip draft={draft} isWrong={fault?.field === 'from'} />}
        <KindSelect />
        <PlaceSelect isWrong={fault?.field === 'where'} />
        <LinkSelect />
      </div>
      <MessageText
        ref={text}
        label={textField?.label ?? 'Message'}
        placeholder={textField?.placeholder}
        isHidden={textField === undefined}
        isWrong={fault?.field === 'text'}
        describedBy={`${id}-fault`}
        value={draft.text}
        mentions={compose?.mentions === true ? { source, where } : undefined}
        onChange={(next) => editDraft({ text: next })}
      />
      <KindForm fault={fault} />
      <WireWarnings wire={fault === undefined ? wire : undefined} />
      <div className={`wire ${fault === undefined ? '' : 'bad'}`}>
        {fault === undefined ? (
          <WireText wire={wire} />
        ) : (
          <FieldFault
            id={`${id}-fault`}
            fault={fault}
            onFix={(fix) => editDraft(fixOf(fault, fix, draft))}
            onShow={(at) => {
              text.current?.focus()
              text.current?.setSelectionRange(at, draft.text.length)
            }}
          />
        )}
        {fault !== undefined && source !== undefined && (
          <Remedy source={source} where={where} to={recipients} text={draft.text} fault={fault} />
        )}
        <div className="side">
          {isLive && wire !== undefined && fault === undefined && <span>{fillText(wire)}</span>}
          {(!isLive || held !== undefined) && (
            <span className="lost" role="status">
              {isLive ? held : notLive}
            </span>
          )}
          <button type="submit" className="btn small primary" disabled={!isLive || held !== undefined} aria-busy={draft.sending === true}>
            {also.length === 0 ? 'Send' : `Send ${count(also.length + 1)} messages`} <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
          </button>
        </div>
      </div>
      {source !== undefined && also.map((one, index) => <AlsoSent key={index} source={source} draft={one} />)}
    </form>
  )
}

/** The size of the message; with its limit only when that is near, or small. */
function fillText({ bytes, limit }: Pick<WirePreview, 'bytes' | 'limit'>): string {
  return limit > 1_024 && bytes * 4 < limit ? sizeText(bytes) : `${count(bytes)} of ${count(limit)}\u00a0B`
}

function ReplyLine({ event }: { readonly event: NonNullable<ComposerDraft['replyTo']> }): React.JSX.Element | null {
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

/** The text field as a value that keeps its identity while unchanged. */
function useTextField(): ReturnType<typeof textFieldOf> {
  const key = useApp((state) => JSON.stringify(textFieldOf(state) ?? null))
  return useMemo(() => (JSON.parse(key) as ReturnType<typeof textFieldOf> | null) ?? undefined, [key])
}

/** The recipients as a value that keeps its identity while unchanged. */
function useRecipients(): readonly string[] {
  const key = useApp((state) => JSON.stringify(recipientsOf(state)))
  return useMemo(() => JSON.parse(key) as string[], [key])
}

function fixOf(fault: Fault, fix: string, draft: ComposerDraft): Partial<ComposerDraft> {
  if (fault.field === 'to') return { to: [fix] }
  if (fault.field === 'from') return { from: fix }
  if (fault.field === 'observers') return { observers: [...draft.observers.slice(0, -1), fix] }
  return { text: fix }
}
