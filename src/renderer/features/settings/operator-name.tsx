import { useId, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import type { Workspace } from '../../../core/workspace.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useApp } from '../state/store.ts'

/** The operator's name in one workspace, which agents use to address the operator. A refused name stays in the field. */
export function OperatorName({ workspace }: { readonly workspace: Workspace }): React.JSX.Element {
  const rename = useApp((state) => state.setOperator)
  const toast = useApp((state) => state.toast)
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<Fault>()
  const id = useId()
  const value = draft ?? workspace.operator
  const save = async (name: string): Promise<void> => {
    const saved = await rename(name.trim(), workspace.id)
    if (!saved.ok) return setFault(saved.fault)
    setFault(undefined)
    setDraft(undefined)
    toast({ text: `You are now ${saved.value.operator}`, detail: workspace.name })
  }
  return (
    <form
      className={fault ? 'field bad' : 'field'}
      onSubmit={(event) => {
        event.preventDefault()
        void save(value)
      }}
    >
      <label htmlFor={id}>Your name</label>
      <input
        id={id}
        className="in"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        spellCheck={false}
        autoComplete="off"
        maxLength={128}
        value={value}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {value.trim() !== workspace.operator && (
        <button type="submit" className="btn small">
          Rename
        </button>
      )}
      {fault && (
        <FieldFault
          id={`${id}-fault`}
          fault={fault}
          onFix={(fix) => {
            setDraft(fix)
            void save(fix)
          }}
        />
      )}
    </form>
  )
}
