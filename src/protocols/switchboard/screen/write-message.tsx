import { useRef, useState } from 'react'
import type { ComposedMessage, MessageDraft } from './slices.ts'
import { useSwitchboardAct, useShownSwitchboard } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import type { Target } from '../pure/api.ts'
import { actions } from '../pure/message.ts'
import type { Action } from '../pure/message.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { MetadataFields } from './metadata-fields.tsx'
import type { Pair } from './metadata-fields.tsx'
import { TargetField } from './target-field.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { WritePreview } from './write-preview.tsx'
import { keyCaps } from '../../../renderer/ui/keys.ts'
import { KeyCap } from '../../../renderer/ui/key-caps.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCloseOverlay } from '../../../renderer/features/state/use-close-overlay.ts'
import { useTyped } from '../../../renderer/features/state/use-typed.ts'
import { writeMessageOverlay } from './overlays.ts'
import { useSwitchboard } from './slices.ts'

/** The purpose of each action. */
const actionHints: { readonly [action in Action]: string } = {
  delegate_task: 'Assigns work. Includes the persona of the recipient’s role.',
  request_review: 'Requests a review.',
  submit_result: 'Delivers requested work.',
  status_update: 'Reports progress; no reply expected.',
  execute: 'Runs a command in a registered terminal. Leads only.',
}

const noTarget = fail('invalid', 'Choose a recipient.', { field: 'target' }).fault
const noText = fail('invalid', 'Enter a message.', { field: 'payload' }).fault

/** The operator's message to an agent, a team or a role, with a preview of the exact files. */
export function WriteMessage(): React.JSX.Element | null {
  const draft = useApp((state) => writeMessageOverlay.of(state)?.draft)
  const switchboard = useShownSwitchboard()
  return draft === undefined || switchboard === undefined ? null : <WriteDialog draft={draft} switchboard={switchboard} />
}

interface WriteDialogProps {
  readonly draft: MessageDraft
  readonly switchboard: ShownSwitchboard
}

function WriteDialog({ draft, switchboard }: WriteDialogProps): React.JSX.Element {
  const close = useCloseOverlay()
  const toast = useApp((state) => state.toast)
  const newKey = useSwitchboard((state) => state.newKey)
  const loadMessages = useSwitchboard((state) => state.loadMessages)
  const send = useSwitchboardAct('send')
  const [action, setAction] = useState<Action>(draft.action ?? 'delegate_task')
  const [target, setTarget] = useState<Target>(draft.target ?? { kind: 'agent', name: '' })
  const [{ payload }, type] = useTyped(`message ${JSON.stringify(draft)}`, { payload: draft.payload ?? '' })
  const [pairs, setPairs] = useState<readonly Pair[]>(draft.metadata ?? [])
  /** The same content is the same message, however many times it is sent. */
  const tried = useRef({ content: '', key: '' })
  const metadata = pairs.filter((pair) => pair.label.trim() !== '')
  const message: ComposedMessage = {
    action,
    target: { ...target, name: target.name.trim() },
    payload,
    replyTo: draft.replyTo,
    metadata: metadata.length === 0 ? undefined : [...metadata],
  }
  const run = async (): Promise<void> => {
    if (!isReady) {
      setMissing(message.target.name === '' ? noTarget : noText)
      return
    }
    setMissing(undefined)
    const content = JSON.stringify(message)
    if (tried.current.content !== content) tried.current = { content, key: newKey() }
    const done = await send.run({ ...message, key: tried.current.key })
    if (!done.ok || done.value.failed.length > 0) {
      setFailed(done.ok ? done.value : undefined)
      return
    }
    close()
    toast({ text: done.value.sent.length === 1 ? 'Sent' : `Sent to ${done.value.sent.length}`, detail: visibleString(message.target.name) })
    await loadMessages()
  }
  const [failed, setFailed] = useState<Extract<Awaited<ReturnType<typeof send.run>>, { ok: true }>['value']>()
  const [missing, setMissing] = useState<Fault>()
  const fault = missing ?? send.fault
  const targetFault = fault !== undefined && ['recipient', 'target', 'team', 'role_filter'].includes(fault.field ?? '') ? fault : undefined
  const textFault = fault?.field === 'payload' ? fault : undefined
  const isReady = message.target.name !== '' && payload !== ''
  return (
    <FormDialog
      className="dlg write steady"
      title={<VisibleText text={draft.title ?? 'New message'} />}
      about={
        <>
          From <VisibleText text={switchboard.view.operator} />, through <VisibleText text={switchboard.link.name} />
        </>
      }
      verb={
        <>
          {send.isBusy ? 'Sending…' : 'Send'} <KeyCap text={keyCaps('$mod+Enter').join(' ')} />
        </>
      }
      isBusy={send.isBusy}
      onSubmit={() => void run()}
      onClose={close}
    >
      <TargetField switchboard={switchboard} target={target} fault={targetFault} hasFocus={target.name === ''} onChange={setTarget} />
      <SelectField
        label="Action"
        options={actions.map((one) => [one, one])}
        value={action}
        hint={actionHints[action]}
        onChange={(chosen) => setAction(actions.find((one) => one === chosen) ?? action)}
      />
      <TextField
        label="Text"
        isLong
        rows={6}
        value={payload}
        fault={textFault}
        hasFocus={target.name !== ''}
        onChange={(text) => type({ payload: text })}
      />
      <MetadataFields pairs={pairs} onChange={setPairs} />
      {fault !== undefined && targetFault === undefined && textFault === undefined && <FieldFault fault={fault} />}
      {failed?.failed.map((one) => (
        <div key={one.recipient} className="small">
          <FieldFault fault={{ ...one.fault, message: `${visibleString(one.recipient)}: ${one.fault.message}` }} />
        </div>
      ))}
      {failed !== undefined && failed.sent.length > 0 && (
        <p className="small mid">Sent to {counted(failed.sent.length, 'other')}. Send again to reach the rest.</p>
      )}
      {isReady && <WritePreview message={message} />}
    </FormDialog>
  )
}
