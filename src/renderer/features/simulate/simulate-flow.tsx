import { useEffect, useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import type { AppState } from '../screen.ts'
import { flowCommands } from '../flow/flow-commands.ts'
import { ToScript } from '../flow/flow-head.tsx'
import { FlowAt } from '../flow/flow-view.tsx'
import { bindCommands } from '../state/bind-commands.ts'
import { StoreContext, useStoreApi } from '../state/store.ts'
import { openSimulatedStore } from './simulated-store.ts'

/** How often the simulated workspace is looked at, ms. */
const lookMs = 500

/** Commands of Flow that change nothing. Space and `]` are keys of the simulation. */
const keys = flowCommands.filter(({ id }) => !['flow.pause', 'flow.after', 'flow.nudge'].includes(id))

/** Flow of the simulated workspace, as of the time there. What it showed last stays after the workspace was removed. */
export function SimulateFlow(): React.JSX.Element {
  const real = useStoreApi()
  const [{ store, look }] = useState(() => openSimulatedStore(real))
  const [now, setNow] = useState<number>()
  const [fault, setFault] = useState<Fault>()
  useEffect(() => {
    const isCovered = (): boolean => real.getState().overlay !== undefined || real.getState().haltDialog !== undefined
    const free = keys.map((command) => ({ ...command, when: (state: AppState) => !isCovered() && command.when?.(state) !== false }))
    return bindCommands(window, store, free)
  }, [real, store])
  useEffect(() => {
    const read = async (): Promise<void> => {
      const looked = await look()
      if (looked.ok) setNow(looked.value)
      setFault(looked.ok ? undefined : looked.fault)
    }
    void read()
    const timer = setInterval(() => void read(), lookMs)
    return () => clearInterval(timer)
  }, [look])
  return (
    <>
      {now === undefined && (
        <header className="head">
          <h1>Flow</h1>
          <span className="end" />
          <ToScript />
        </header>
      )}
      {fault !== undefined && (
        <div className="sim-fault">
          <FieldFault fault={fault} />
        </div>
      )}
      {now !== undefined && (
        <StoreContext value={store}>
          <FlowAt now={now} />
        </StoreContext>
      )}
    </>
  )
}
