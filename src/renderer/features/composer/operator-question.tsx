import { X } from 'lucide-react'
import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { visibleString } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** Asks once per workspace what agents should call the operator. */
export function OperatorQuestion(): React.JSX.Element | null {
  const info = useApp((state) => state.state?.info)
  return info === undefined || info.operatorAsked || info.demo ? null : <Question key={info.id} name={info.operator} />
}

function Question({ name }: { readonly name: string }): React.JSX.Element {
  const setOperator = useApp((state) => state.setOperator)
  const [value, setValue] = useState(name)
  const [fault, setFault] = useState<Fault>()
  const save = async (wanted: string): Promise<void> => {
    const saved = await setOperator(wanted)
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <form
      className="operator-question"
      aria-label="Your name"
      onSubmit={(event) => {
        event.preventDefault()
        void save(value.trim())
      }}
    >
      <label>
        What should agents call you here?{' '}
        <input
          className="in"
          value={value}
          aria-invalid={fault !== undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className="btn small">
        Use this name
      </button>
      <button
        type="button"
        className="btn ghost icon"
        title={`Keep ${visibleString(name)}. You can change it in Settings`}
        aria-label="Keep this name"
        onClick={() => void save(name)}
      >
        <X className="i" aria-hidden="true" />
      </button>
      {fault !== undefined && <FieldFault fault={fault} onFix={setValue} />}
    </form>
  )
}
