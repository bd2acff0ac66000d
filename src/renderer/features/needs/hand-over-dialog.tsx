import { useId, useState } from 'react'
import type { Client } from '../../../api/client.ts'
import { ok, type Fault, type Result } from '../../../core/fault.ts'
import { LineText } from '../../ui/line-text.tsx'
import { NameField } from '../../ui/name-field.tsx'
import type { NameOption } from '../../ui/name-options.tsx'
import { RawText } from '../../ui/raw-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { FormDialog } from '../common/form-dialog.tsx'
import { useExactTexts, type Prepared } from '../composer/use-exact-texts.ts'
import { useNameOptions } from '../composer/use-name-options.ts'
import './needs.css'
import { handOverOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Asks who shall do something instead, or decide about it. The text of one debt is then shown in the composer, the texts of several here. */
export function HandOverDialog(): React.JSX.Element | null {
  const asked = useApp(handOverOverlay.of)
  return asked === undefined ? null : (
    <Ask
      key={asked.key}
      debt={asked.key}
      text={asked.text}
      verb={asked.verb}
      intent={asked.intent ?? 'handover'}
      keys={asked.keys ?? [asked.key]}
    />
  )
}

interface AskProps {
  readonly debt: string
  readonly text: string
  readonly verb: string
  readonly intent: 'handover' | 'escalate'
  readonly keys: readonly string[]
}

function Ask({ debt, text, verb, intent, keys }: AskProps): React.JSX.Element {
  const workspace = useApp((state) => state.workspace)
  const close = useCloseOverlay()
  const draftDebt = useApp((state) => state.draftDebt)
  const client = useApp((state) => state.client)
  const answer = useAnswer('desk.get', workspace === undefined ? undefined : { workspace, key: debt })
  const row = answer?.ok === true ? answer.value.row : undefined
  const known = useNameOptions(row?.debt.source)
  const options = known.filter(({ agent, name }) => agent?.isOperator !== true && name !== row?.debt.debtor)
  const [chosen, setNames] = useState<readonly string[]>()
  const names = chosen ?? (intent === 'escalate' ? leadIn(options, row?.debt.creditor) : nobody)
  const [fault, setFault] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  /** The messages of several debts, to be read before they are sent. */
  const [drafts, setDrafts] = useState<readonly Prepared[]>()
  const texts = useExactTexts(drafts ?? none)
  const id = useId()
  const run = async (): Promise<void> => {
    const [to] = names
    // To escalate, some networks have a group for those in charge; the others say that somebody has to be named.
    if (to === undefined && intent === 'handover') return setFault({ code: 'invalid', message: 'Choose who should do it.' })
    setBusy(true)
    if (keys.length > 1) {
      const all = await several(client, { workspace: workspace ?? '', ...(to !== undefined && { to }) }, keys)
      setBusy(false)
      if (!all.ok) return setFault(all.fault)
      return setDrafts(all.value)
    }
    const made = await draftDebt(debt, intent, to)
    setBusy(false)
    if (made.ok) close()
    else setFault(made.fault)
  }
  const send = async (): Promise<void> => {
    if (await texts.send()) close()
  }
  return (
    <FormDialog
      className={`dlg hand-over ${keys.length > 1 ? 'steady' : ''}`}
      title={verb}
      about={
        <>
          “<LineText text={text.slice(0, 160)} />”
          <br />
          {keys.length > 1 ? 'You see the texts before they are sent.' : 'You see the text before it is sent.'}
        </>
      }
      verb={drafts !== undefined ? `Send ${drafts.length}` : keys.length > 1 ? 'Show the texts' : 'Write it'}
      isBusy={isBusy || texts.isBusy}
      canSubmit={drafts === undefined || texts.isReady}
      fault={fault ?? texts.fault ?? (answer?.ok === false ? answer.fault : undefined)}
      onSubmit={() => void (drafts === undefined ? run() : send())}
      onClose={close}
    >
      <div className="field">
        <label htmlFor={id}>To</label>
        <NameField
          label="To"
          names={names}
          options={options}
          isSingle
          hasFocus
          placeholder="Name of an agent"
          onChange={(next) => {
            setNames(next)
            setDrafts(undefined)
            setFault(undefined)
          }}
        />
      </div>
      {drafts?.map(({ draft }, at) => {
        const [shown, sent] = [texts.shown[at], texts.sent[at]]
        return (
          // Two can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at}>
            <p className="small dim">
              To <VisibleText text={draft.to.join(', ')} />
              {sent !== undefined && (sent.ok ? ', sent' : ', not sent')}
            </p>
            {shown?.ok === true && <RawText label="Text that will be written" text={shown.value.wire.trim()} />}
          </div>
        )
      })}
    </FormDialog>
  )
}

const none: readonly Prepared[] = []
const nobody: readonly string[] = []

/** Who decides: the lead, if there is one and somebody else asked. */
function leadIn(options: readonly NameOption[], creditor: string | undefined): readonly string[] {
  const leads = options.flatMap(({ agent, name }) => (agent?.role === 'lead' && name !== creditor ? [name] : []))
  return leads.length === 1 ? leads : nobody
}

/** The messages that hand over several debts, with those that belong to them. */
async function several(
  client: Pick<Client, 'call'>,
  about: { readonly workspace: string; readonly to?: string },
  keys: readonly string[],
): Promise<Result<readonly Prepared[]>> {
  const all: Prepared[] = []
  for (const key of keys) {
    const made = await client.call('desk.draft', { ...about, key, intent: 'handover' })
    if (!made.ok) return made
    const { source, draft, also } = made.value
    all.push({ source, draft }, ...also.map((each) => ({ source, draft: each.draft })))
  }
  return ok(all)
}
