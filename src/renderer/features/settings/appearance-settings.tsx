import { useState } from 'react'
import type { Settings } from '../../../api/contract.ts'
import type { Fault } from '../../../core/fault.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Segments } from './segments.tsx'
import { useApp } from '../state/store.ts'

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const
const densities = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const

const texts = [
  ['inter', 'Inter'],
  ['system', 'System'],
] as const

/** Theme, density, face and text size. */
export function AppearanceSettings(): React.JSX.Element {
  const settings = useApp((state) => state.settings)
  const setSettings = useApp((state) => state.setSettings)
  const [fault, setFault] = useState<Fault>()
  const change = async (patch: Partial<Settings>): Promise<void> => {
    const saved = await setSettings(patch)
    setFault(saved.ok ? undefined : saved.fault)
  }
  return (
    <>
      <Segments label="Theme" options={themes} value={settings.theme} onChange={(theme) => void change({ theme })} />
      <Segments label="Density" options={densities} value={settings.density} onChange={(density) => void change({ density })} />
      <Segments label="Font" options={texts} value={settings.text} onChange={(text) => void change({ text })} />
      <div className="set">
        <label htmlFor="text-size">Text size</label>
        <div className="value">
          <span className="line">
            <input
              id="text-size"
              type="range"
              min={80}
              max={200}
              step={10}
              aria-valuetext={`${settings.textSize} percent`}
              value={settings.textSize}
              onChange={(event) => void change({ textSize: event.currentTarget.valueAsNumber })}
            />
            <output htmlFor="text-size">{settings.textSize}&nbsp;%</output>
            {settings.textSize !== 100 && (
              <button type="button" className="btn small" onClick={() => void change({ textSize: 100 })}>
                Reset
              </button>
            )}
          </span>
          {fault && <FieldFault fault={fault} />}
        </div>
      </div>
    </>
  )
}
