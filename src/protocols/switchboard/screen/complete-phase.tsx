import { useState } from 'react'
import { useSwitchboardAct } from './use-open-switchboard.ts'
import { FormDialog } from '../../../renderer/features/common/form-dialog.tsx'
import { visibleString, VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'

interface CompletePhaseProps {
  readonly workflow: string
  readonly current: number
  readonly phase: { readonly number: number; readonly name: string; readonly artifact: string }
  readonly targetAgent: string | undefined
  onClose(): void
}

/** Completes a phase: which files it brought, and, when others are jumped over, why. */
export function CompletePhase({ workflow, current, phase, targetAgent, onClose }: CompletePhaseProps): React.JSX.Element {
  const toast = useApp((state) => state.toast)
  const complete = useSwitchboardAct('completePhase')
  const [artifacts, setArtifacts] = useState('')
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const skips = phase.number > current
  const { fault } = complete
  const run = async (): Promise<void> => {
    const done = await complete.run({
      workflow,
      phase: phase.number,
      artifacts: artifacts.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
      ...(notes.trim() === '' ? {} : { notes: notes.trim() }),
      ...(reason.trim() === '' ? {} : { skipReason: reason.trim() }),
      ...(targetAgent === undefined ? {} : { targetAgent }),
    })
    if (!done.ok) return
    onClose()
    toast({ text: `Phase ${phase.number} completed`, detail: visibleString(phase.name) })
  }
  const faultAt = (field: string) => (fault?.field === field ? fault : undefined)
  return (
    <FormDialog
      title={
        <>
          Complete phase {phase.number}, <VisibleText text={phase.name} />?
        </>
      }
      about={
        <>
          It needs <VisibleText text={phase.artifact} />.
        </>
      }
      verb={`Complete phase ${phase.number}`}
      isBusy={complete.isBusy}
      fault={fault}
      fields={skips ? ['artifacts', 'skipReason'] : ['artifacts']}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <TextField
        label="Artifacts"
        isLong
        isMono
        hasFocus
        value={artifacts}
        fault={faultAt('artifacts')}
        hint="Files inside the workspace that exist, one a line."
        onChange={setArtifacts}
      />
      {skips && (
        <TextField
          label="Reason"
          value={reason}
          fault={faultAt('skipReason')}
          hint={`Phase ${current} is next. Say why ${phase.number - current === 1 ? 'it is' : 'they are'} jumped over.`}
          onChange={setReason}
        />
      )}
      <TextField label="Notes" isLong value={notes} hint="Kept with the phase and in reviews/." onChange={setNotes} />
    </FormDialog>
  )
}
