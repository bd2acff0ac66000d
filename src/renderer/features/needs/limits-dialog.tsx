import { useState } from 'react'
import type { DeskLimits } from '../../../core/debt.ts'
import { stuckLimitsSchema, stuckMinutesSchema, type StuckLimits } from '../../../core/stuck.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldsDialog, type DialogField } from '../common/fields-dialog.tsx'
import { limitsOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { useCloseOverlay } from '../state/use-close-overlay.ts'
import { useAnswer } from '../state/use-answer.ts'

type Kind = Exclude<keyof DeskLimits, 'unclaimed' | 'stuck'>
/** What can be limited: a kind of debt and who owes it. */
const rows = [
  ['answer', 'agent', 'Question to an agent'],
  ['answer', 'operator', 'Question to you'],
  ['review', 'agent', 'Review by an agent'],
  ['review', 'operator', 'Review by you'],
  ['task', 'agent', 'Task of an agent'],
  ['task', 'operator', 'Task of yours'],
  ['paste', 'operator', 'Paste'],
  ['decide', 'operator', 'Decision on a plan'],
  ['approve', 'operator', 'Approval'],
  ['terminal', 'operator', 'Question in a terminal'],
] as const satisfies readonly (readonly [Kind, 'agent' | 'operator', string])[]
const unclaimed = 'unclaimed'
/** When agents count as stuck; all of these are always limited. */
const stuckRows = [
  ['deadlock', 'Deadlock: unchanged for'],
  ['starvation', 'Passed over: after this many times its limit'],
  ['loop', 'Loop: repeats within'],
  ['storm', 'Echo storm: repeats within'],
  ['gone', 'Lost: gone for'],
  ['silent', 'Lost: silent for'],
] as const satisfies readonly (readonly [keyof StuckLimits, string])[]
const mostMinutes = 7 * 24 * 60

/** How long each kind of debt may take, in minutes. */
export function LimitsDialog(): React.JSX.Element | null {
  const isOpen = useApp(limitsOverlay.of) !== undefined
  const workspace = useApp((state) => state.workspace)
  const close = useCloseOverlay()
  const answer = useAnswer('desk.limits', workspace === undefined ? undefined : { workspace })
  if (!isOpen || workspace === undefined || answer === undefined) return null
  return (
    <Form
      key={answer.ok ? 'read' : 'fault'}
      workspace={workspace}
      limits={answer.ok ? answer.value : undefined}
      readFault={answer.ok ? undefined : answer.fault}
      onClose={close}
    />
  )
}

interface FormProps {
  readonly workspace: string
  readonly limits: DeskLimits | undefined
  readonly readFault: Fault | undefined
  onClose(): void
}

function Form({ workspace, limits, readFault, onClose }: FormProps): React.JSX.Element {
  const client = useApp((state) => state.client)
  const toast = useApp((state) => state.toast)
  const [fault, setFault] = useState<Fault | undefined>(readFault)
  const [isBusy, setBusy] = useState(false)
  const fields: DialogField[] = [
    ...rows.map(([kind, who, label]) => field(`${kind} ${who}`, label, limits?.[kind][who])),
    {
      ...field(unclaimed, 'Task that nobody took', limits?.unclaimed),
      check: (text) => (text === '' ? undefined : checkMinutes(stuckMinutesSchema, text)),
    },
    ...stuckRows.map(([name, label]) => stuckField(name, label, limits?.stuck[name])),
  ]
  const save = async (filled: Readonly<Partial<Record<string, string>>>): Promise<void> => {
    if (limits === undefined) return
    setBusy(true)
    const saved = await client.call('desk.setLimits', { workspace, limits: limitsFrom(limits, filled) })
    setBusy(false)
    if (!saved.ok) return setFault(saved.fault)
    onClose()
    toast({ text: 'Limits saved' })
  }
  return (
    <FieldsDialog
      className="dlg desk-limits"
      title="Limits"
      about="Minutes until something is overdue, and until agents count as stuck. Empty: no limit. A time stated in a message takes precedence."
      verb={isBusy ? 'Saving…' : 'Save'}
      isBusy={isBusy}
      fault={fault}
      fields={limits === undefined ? [] : fields}
      onSubmit={(_values, filled) => void save(filled)}
      onClose={onClose}
    />
  )
}

function field(name: string, label: string, value: number | undefined): DialogField {
  return {
    name,
    label,
    value: value === undefined ? '' : String(value),
    isMono: true,
    placeholder: 'no limit',
    check: (text) =>
      text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= mostMinutes)
        ? undefined
        : { code: 'invalid', message: `Enter whole minutes from 1 to ${mostMinutes}, or nothing.` },
  }
}

function stuckField(name: keyof StuckLimits, label: string, value: number | undefined): DialogField {
  const schema = stuckLimitsSchema.shape[name]
  return {
    name: `stuck ${name}`,
    label,
    value: value === undefined ? '' : String(value),
    isMono: true,
    check: (text) => checkMinutes(schema, text, name === 'starvation' ? 'Enter a number from 1 to 100.' : undefined),
  }
}

/** Minutes and parts of one. */
function checkMinutes(schema: typeof stuckMinutesSchema, text: string, words?: string): Fault | undefined {
  if (/^\d+(\.\d+)?$/.test(text) && schema.safeParse(Number(text)).success) return undefined
  return { code: 'invalid', message: words ?? `Enter minutes, up to ${mostMinutes}. 0.5 is half a minute.` }
}

/** The limits as they were entered; what the form does not show stays. */
function limitsFrom(before: DeskLimits, filled: Readonly<Partial<Record<string, string>>>): DeskLimits {
  const minutes = (name: string): number | undefined => (filled[name] === undefined ? undefined : Number(filled[name]))
  const next: Record<string, unknown> = { ...before }
  for (const [kind] of rows) {
    const own = { ...before[kind] }
    for (const [other, who] of rows) {
      if (other !== kind) continue
      const value = minutes(`${kind} ${who}`)
      if (value === undefined) delete own[who]
      else own[who] = value
    }
    next[kind] = own
  }
  const value = minutes(unclaimed)
  if (value === undefined) delete next[unclaimed]
  else next[unclaimed] = value
  const stuck = stuckRows.map(([name]) => [name, minutes(`stuck ${name}`) ?? before.stuck[name]] as const)
  return { ...next, stuck: Object.fromEntries(stuck) } as DeskLimits
}
