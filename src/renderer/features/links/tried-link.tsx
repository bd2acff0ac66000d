import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { TestSteps } from './test-steps.tsx'
import type { TriedLink } from './use-test-all.ts'

/** The result of *Test all* below a link: one line if all worked, otherwise every step. */
export function Tried({ test: { isBusy, steps, fault } }: { readonly test: TriedLink }): React.JSX.Element {
  const worked = steps.filter(({ state }) => state === 'ok')
  const took = Math.round(steps.reduce((sum, { ms = 0 }) => sum + ms, 0))
  return (
    <div className="lk-more" role="status" aria-label="Test">
      {isBusy ? (
        <span className="dim">Testing…</span>
      ) : fault !== undefined ? (
        <FieldFault fault={fault} />
      ) : steps.some(({ state }) => state === 'failed') ? (
        <TestSteps steps={steps} />
      ) : (
        <span className="mid agent">
          <Glyph shape="done" /> Test: {counted(worked.length, 'step')} worked, {took}&nbsp;ms
        </span>
      )}
    </div>
  )
}
