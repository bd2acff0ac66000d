import type { TestStep } from '../../../core/link.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import '../common/ledger.css'

const shapes = { ok: 'done', failed: 'no', skipped: 'na' } as const
const words = { ok: 'worked', failed: 'failed', skipped: 'not tested' } as const

/** The results of *Test*, step by step: mark, name, time, answer. */
export function TestSteps({ steps }: { readonly steps: readonly TestStep[] }): React.JSX.Element {
  return (
    <ol className="ledger test">
      {steps.map((step) => (
        <li key={step.name} className={step.state === 'skipped' ? 'na' : undefined}>
          <Glyph shape={shapes[step.state]} />
          <span className={step.state === 'failed' ? 'med lost cut' : 'cut'} title={step.name}>
            {step.name} <span className="sr">{words[step.state]}</span>
          </span>
          <span className="t">{step.ms === undefined ? '' : `${Math.round(step.ms)}\u00a0ms`}</span>
          <span className={step.state === 'failed' ? 'how lost' : 'how'}>
            <VisibleText text={step.text} />
          </span>
        </li>
      ))}
    </ol>
  )
}
