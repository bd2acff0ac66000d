import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'

/** Asks once per workspace what agents call the operator. */
export function OperatorQuestion(): React.JSX.Element | null {
  const info = useApp((state) => state.state?.info)
  return info === undefined || info.operatorAsked || info.demo ? null : <Question key={info.id} name={info.operator} />
}

function Question({ name }: { readonly name: string }): React.JSX.Element {
  const setOperator = useApp((state) => state.setOperator)
  const [value, setValue] = useState(name)
  const [fault, setFault] = useState<Fault>()
  const save = async (): Promise<void> => {
    const saved = await setOperator(value.trim())
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <form
      className="operator-question"
      aria-label="Your name"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label>
        What do agents call you here?{' '}
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
      {fault !== undefined && <FieldFault fault={fault} onFix={setValue} />}
    </form>
  )
}
