import { useState } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import { canAnswer, canOnlyRefuse } from '../../../../core/invite/client-names.ts'
import { reportingClients } from '../../../../core/invite/clients.ts'
import { wayTitles, type InviteChoice } from '../../../../core/invite/invite.ts'
import { clientTitles, inviteClients, inviteWays } from '../../../../core/invite/client-names.ts'
import { FieldFault } from '../../../ui/field-fault.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VisibleText } from '../../../ui/visible-text.tsx'
import { FormDialog } from '../../common/form-dialog.tsx'
import { inviteOverlay } from '../../overlays.ts'
import { useApp } from '../../state/store.ts'
import { useCloseOverlay } from '../../state/use-close-overlay.ts'
import { useExactAnswer } from '../../state/use-answer.ts'
import { InviteDiff } from './invite-diff.tsx'
import './invite.css'

const first: InviteChoice = { client: 'claude-code', agent: '', way: 'mcp', reports: false, asks: false, isRemoval: false }

/** Stands for the name until one is entered. */
const exampleName = 'agent-name'
const [exampleServer, exampleChannel] = ['127.0.0.1:6667', '#general']

/** What is missing in a choice, so that its changes can be shown before anything is entered. */
function example({ way, server = '', channel = '' }: InviteChoice): Partial<InviteChoice> {
  if (way !== 'irc') return { agent: exampleName }
  return { agent: exampleName, server: server === '' ? exampleServer : server, channel: channel === '' ? exampleChannel : channel }
}

/** Sets a coding agent up for this project, or takes that out again: the choice, and the diff of every file before anything is changed. */
export function InviteDialog(): React.JSX.Element | null {
  const overlay = useApp(inviteOverlay.of)
  const workspace = useApp((state) => state.workspace)
  if (overlay === undefined || workspace === undefined) return null
  const { remove } = overlay
  const start = remove === undefined ? first : { ...first, client: remove.client, agent: remove.agent, way: remove.way, isRemoval: true }
  return <Form key={`${start.client} ${start.agent}`} workspace={workspace} start={start} />
}

function Form({ workspace, start }: { readonly workspace: string; readonly start: InviteChoice }): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const close = useCloseOverlay()
  const [choice, setChoice] = useState(start)
  const [applied, setApplied] = useState<Fault>()
  const [isBusy, setBusy] = useState(false)
  const change = (patch: Partial<InviteChoice>): void => {
    setApplied(undefined)
    setChoice((before) => ({ ...before, ...patch }))
  }
  const isExample = choice.agent === ''
  const answer = useExactAnswer('invites.plan', { workspace, choice: isExample ? { ...choice, ...example(choice) } : choice })
  const plan = answer?.ok === true ? answer.value : undefined
  const fault = applied ?? (answer?.ok === false ? answer.fault : undefined)
  const at = (field: string): Fault | undefined => (fault?.field === field ? fault : undefined)
  const wayFault = at('way')
  const title = clientTitles[choice.client]
  const apply = async (): Promise<void> => {
    if (plan === undefined || isExample) return
    const isAsked = plan.changes.some((one) => one.isOutside)
    setBusy(true)
    // Questions about files outside the project open only when no other dialog is there.
    if (isAsked) close()
    const done = await client.call('invites.apply', { workspace, choice, digest: plan.digest })
    setBusy(false)
    if (done.ok) {
      close()
      toast({ text: choice.isRemoval ? `${title} is no longer invited` : `${title} is invited as ${choice.agent}` })
    } else if (isAsked) toast({ text: done.fault.message, isFault: true })
    else setApplied(done.fault)
  }
  return (
    <FormDialog
      className="dlg invite steady"
      title={choice.isRemoval ? `Remove the invitation of ${choice.agent}` : 'Invite an agent'}
      about={
        choice.isRemoval
          ? 'Only what Patchbay added is removed.'
          : 'Sets a coding agent up for this project. Nothing is changed before you apply.'
      }
      verb={isBusy ? 'Applying…' : 'Apply'}
      isBusy={isBusy}
      canSubmit={!isExample && plan !== undefined && plan.changes.length > 0}
      fault={fault}
      fields={['agent', 'way', 'server', 'channel']}
      onSubmit={() => void apply()}
      onClose={close}
    >
      {!choice.isRemoval && (
        <>
          <SelectField
            label="Client"
            options={inviteClients.map((one) => [one, clientTitles[one]])}
            value={choice.client}
            onChange={(chosen) => change({ client: inviteClients.find((one) => one === chosen) ?? choice.client })}
          />
          <TextField
            label="Agent name"
            value={choice.agent}
            fault={at('agent')}
            hasFocus
            isMono
            onChange={(agent) => change({ agent: agent.trim() })}
          />
          <SelectField
            label="Talks by"
            options={inviteWays.map((one) => [one, wayTitles[one]])}
            value={choice.way}
            onChange={(chosen) => change({ way: inviteWays.find((one) => one === chosen) ?? choice.way })}
          />
          {wayFault !== undefined && <FieldFault fault={wayFault} />}
          {choice.way === 'irc' && (
            <div className="cols2">
              <TextField
                label="Server"
                value={choice.server ?? ''}
                placeholder={exampleServer}
                fault={at('server')}
                isMono
                onChange={(server) => change({ server })}
              />
              <TextField
                label="Channel"
                value={choice.channel ?? ''}
                placeholder={exampleChannel}
                fault={at('channel')}
                isMono
                onChange={(channel) => change({ channel })}
              />
            </div>
          )}
          {reportingClients.includes(choice.client) && (
            <Tick label="Tell me when it needs input" isOn={choice.reports} onChange={(reports) => change({ reports })} />
          )}
          {canAnswer(choice.client) && (
            <Tick label="Show its permission requests here" isOn={choice.asks} onChange={(asks) => change({ asks })} />
          )}
          {canOnlyRefuse(choice.client) && (
            <Tick label="Refuse its tools while halted" isOn={choice.asks} onChange={(asks) => change({ asks })} />
          )}
        </>
      )}
      {isExample && plan !== undefined && (
        <p className="small mid">
          Below is every change, with <code>{exampleName}</code> in place of the name. Enter a name to apply them.
        </p>
      )}
      {plan?.notes.map((note) => (
        <p className="small mid" key={note}>
          <VisibleText text={note} />
        </p>
      ))}
      {plan !== undefined && plan.changes.length === 0 && (
        <p className="small mid">
          {choice.isRemoval ? 'There is nothing to remove: nothing here was added by Patchbay.' : 'Everything is there already.'}
        </p>
      )}
      {plan?.changes.map((one) => (
        <InviteDiff key={one.file} change={one} />
      ))}
    </FormDialog>
  )
}

interface TickProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Tick({ label, isOn, onChange }: TickProps): React.JSX.Element {
  return (
    <div className="field">
      <span />
      <label className="tick">
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
    </div>
  )
}
