import { useId, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { NameField } from '../../ui/name-field.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { FormDialog } from '../common/form-dialog.tsx'
import { useNameOptions } from '../composer/use-name-options.ts'
import '../composer/composer.css'
import { handOverOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Asks who shall do something instead, or decide about it. The text is then shown in the composer; nothing is sent from here. */
export function HandOverDialog(): React.JSX.Element | null {
  const asked = useApp(handOverOverlay.of)
  return asked === undefined ? null : (
    <Ask key={asked.key} debt={asked.key} text={asked.text} verb={asked.verb} intent={asked.intent ?? 'handover'} />
  )
}

interface AskProps {
  readonly debt: string
  readonly text: string
  readonly verb: string
  readonly intent: 'handover' | 'escalate'
}

function Ask({ debt, text, verb, intent }: AskProps): React.JSX.Element {
  const workspace = useApp((state) => state.workspace)
  const setOverlay = useApp((state) => state.setOverlay)
  const draftDebt = useApp((state) => state.draftDebt)
  const known = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt })
  const row = known?.ok === true ? known.value.row : undefined
  const options = useNameOptions(row?.debt.source)
  const [names, setNames] = useState<readonly string[]>([])
  const [fault, setFault] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const close = (): void => setOverlay(undefined)
  const run = async (): Promise<void> => {
    const [to] = names
    // To escalate, some networks have a group for those in charge; the others say that somebody has to be named.
    if (to === undefined && intent === 'handover') return setFault({ code: 'invalid', message: 'Choose who shall do it.' })
    setBusy(true)
    const made = await draftDebt(debt, intent, to)
    setBusy(false)
    if (made.ok) close()
    else setFault(made.fault)
  }
  return (
    <FormDialog
      className="dlg"
      title={verb}
      about={
        <>
          “<VisibleText text={text.slice(0, 160)} />
          ”. You see the text before it is sent.
        </>
      }
      verb="Write it"
      isBusy={isBusy}
      fault={fault ?? (known?.ok === false ? known.fault : undefined)}
      onSubmit={() => void run()}
      onClose={close}
    >
      <div className="field">
        <label htmlFor={id}>To</label>
        <NameField
          label="To"
          names={names}
          options={options.filter(({ agent, name }) => agent?.isOperator !== true && name !== row?.debt.debtor)}
          isSingle
          hasFocus
          placeholder="Name of an agent"
          onChange={setNames}
        />
      </div>
    </FormDialog>
  )
}
