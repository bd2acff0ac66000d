import { useSwitchboardAct } from './use-open-switchboard.ts'
import { FieldsDialog, type DialogField } from '../../../renderer/features/common/fields-dialog.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

interface CompletePhaseProps {
  readonly workflow: string
  readonly current: number
  readonly phase: { readonly number: number; readonly name: string; readonly artifact: string }
  readonly targetAgent: string | undefined
  onClose(): void
}

type Filled = Readonly<Partial<Record<'artifacts' | 'skipReason' | 'notes', string>>>

/** Completes a phase: its artifacts, and a reason when earlier phases are skipped. */
export function CompletePhase({ workflow, current, phase, targetAgent, onClose }: CompletePhaseProps): React.JSX.Element {
  const toast = useApp((state) => state.toast)
  const complete = useSwitchboardAct('completePhase')
  const skips = phase.number > current
  const run = async ({ artifacts = '', ...more }: Filled): Promise<void> => {
    const done = await complete.run({
      workflow,
      phase: phase.number,
      artifacts: artifacts.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
      ...more,
      ...(targetAgent === undefined ? {} : { targetAgent }),
    })
    if (!done.ok) return
    onClose()
    toast({ text: `Phase ${phase.number} completed`, detail: visibleString(phase.name) })
  }
  const fields: readonly DialogField<keyof Filled>[] = [
    { name: 'artifacts', label: 'Artifacts', isLong: true, isMono: true, hint: 'Existing files in the workspace, one per line.' },
    ...(skips
      ? ([
          {
            name: 'skipReason',
            label: 'Reason',
            hint: `Phase ${current} is next. Why skip ${phase.number - current === 1 ? 'it' : 'the phases before this one'}?`,
          },
        ] as const)
      : []),
    { name: 'notes', label: 'Notes', isLong: true, hint: 'Saved with the phase and in reviews/.' },
  ]
  return (
    <FieldsDialog
      keptAs={`phase ${workflow} ${phase.number} ${targetAgent ?? ''}`}
      title={
        <>
          Complete phase {phase.number}, <VisibleText text={phase.name} />?
        </>
      }
      about={
        <>
          Requires <VisibleText text={phase.artifact} />.
        </>
      }
      verb={`Complete phase ${phase.number}`}
      isBusy={complete.isBusy}
      fault={complete.fault}
      fields={fields}
      onSubmit={(_values, filled) => void run(filled)}
      onClose={onClose}
    />
  )
}
