import { useState } from 'react'
import type { Fault } from '../../../core/fault.ts'
import { spanShort } from '../../../core/span-words.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Segments } from './segments.tsx'
import { useApp } from '../state/store.ts'

const minutes = [1, 2, 5, 10, 30, 60] as const
const choices = minutes.map((each) => [String(each), spanShort(each * 60_000)] as const)

/** How long a permission request of an agent's terminal waits here before the terminal alone asks. */
export function TerminalWait(): React.JSX.Element {
  const wait = useApp((state) => state.settings.terminalWait)
  const setSettings = useApp((state) => state.setSettings)
  const [fault, setFault] = useState<Fault>()
  const change = async (terminalWait: number): Promise<void> => {
    const saved = await setSettings({ terminalWait })
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <>
      <Segments label="Permission requests wait" options={choices} value={String(wait)} onChange={(value) => void change(Number(value))} />
      {fault && <FieldFault fault={fault} />}
    </>
  )
}
