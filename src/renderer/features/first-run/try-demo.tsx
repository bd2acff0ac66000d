import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { useApp } from '../state/store.ts'

/** Opens the temporary demo workspace with scripted agents, from any empty view but its own; a fault is shown next to it. */
export function TryDemo(): React.JSX.Element | null {
  const startDemo = useApp((state) => state.startDemo)
  const isDemo = useApp(({ state, isSimulated }) => state?.info.demo === true || isSimulated)
  const [fault, setFault] = useState<Fault>()
  const start = async (): Promise<void> => {
    const started = await startDemo()
    setFault(started.ok ? undefined : started.fault)
  }
  if (isDemo) return null
  return (
    <>
      <button type="button" className="btn" onClick={() => void start()}>
        Try the demo
      </button>
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}
