import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useApp } from '../state/store.ts'

/** Opens the temporary demo workspace with scripted agents, from any empty view; a fault is shown next to it. */
export function TryDemo(): React.JSX.Element {
  const startDemo = useApp((state) => state.startDemo)
  const [fault, setFault] = useState<Fault>()
  const start = async (): Promise<void> => {
    const started = await startDemo()
    setFault(started.ok ? undefined : started.fault)
  }
  return (
    <>
      <button type="button" className="btn" onClick={() => void start()}>
        Try the demo
      </button>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}
