import { useEffect, useId, useRef } from 'react'
import { recipientsOf } from '../state/draft.ts'
import { NameField } from '../../ui/name-field.tsx'
import './composer.css'
import { AlsoSent } from './also-sent.tsx'
import { KindForm } from './kind-form.tsx'
import { KindSelect } from './kind-select.tsx'
import { LinkSelect } from './link-select.tsx'
import { MessageText } from './message-text.tsx'
import { ObserversField } from './observers-field.tsx'
import { PlaceSelect } from './place-select.tsx'
import { Reach } from './reach.tsx'
import { ReplyLine } from './reply-line.tsx'
import { SenderChip } from './sender-chip.tsx'
import { Strangers } from './strangers.tsx'
import { useComposed } from './use-composed.ts'
import { WireBar } from './wire-bar.tsx'
import { WireWarnings } from './wire-text.tsx'
import { useApp, useStoreApi } from '../state/store.ts'

/** The form for a message: recipients, observers, text, and the exact bytes that would be written. */
export function Composer(): React.JSX.Element {
  const message = useComposed()
  const { draft, source, compose, recipients, options, where, textField, wire, fault } = message
  const { address, editDraft, send } = useStoreApi().getState()
  const text = useRef<HTMLTextAreaElement>(null)
  useAskedFocus(text)
  const faultId = `${useId()}-fault`
  const submit = async (): Promise<void> => {
    const sent = await send()
    if (!sent.ok && sent.fault.field === 'to') recipientField(text)?.focus()
    else text.current?.focus()
  }
  return (
    <form
      className={`composer ${fault === undefined ? '' : 'bad'} ${message.isHeld ? 'held' : ''}`}
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
          describedBy={faultId}
          onChange={address}
        />
        {source !== undefined && <Reach source={source} to={recipients} where={where} />}
        <Strangers />
        <ObserversField options={options} isWrong={fault?.field === 'observers'} describedBy={faultId} />
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
        describedBy={faultId}
        value={draft.text}
        mentions={compose?.mentions === true ? { source, where } : undefined}
        onChange={(next) => editDraft({ text: next })}
      />
      <KindForm fault={fault} />
      <WireWarnings wire={fault === undefined ? wire : undefined} />
      <WireBar
        message={message}
        faultId={faultId}
        onShow={(at) => {
          text.current?.focus()
          text.current?.setSelectionRange(at, draft.text.length)
        }}
      />
      {source !== undefined && draft.also?.map((one, index) => <AlsoSent key={index} source={source} draft={one} />)}
    </form>
  )
}

/** Moves the focus into the form when something asked for it: to the recipients while there are none, otherwise to the text. */
function useAskedFocus(text: React.RefObject<HTMLTextAreaElement | null>): void {
  const store = useStoreApi()
  const asked = useApp((state) => state.composerFocus)
  useEffect(() => {
    if (asked === 0) return
    // Used once: returning to the feed later must not move the focus, so that single-letter keys keep working.
    store.setState({ composerFocus: 0 })
    if (recipientsOf(store.getState()).length === 0) recipientField(text)?.focus()
    else text.current?.focus()
  }, [asked, store, text])
}

function recipientField({ current }: React.RefObject<HTMLTextAreaElement | null>): HTMLInputElement | null | undefined {
  return current?.form?.querySelector<HTMLInputElement>('input[role=combobox]')
}
