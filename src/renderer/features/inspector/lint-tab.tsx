import type { Event } from '../../../core/event.ts'
import { useApp } from '../../app/store.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useAnswer } from './use-answer.ts'

/** What the protocol's lint says of this message, with rule, line and how to mend it. */
export function LintTab({ event }: { readonly event: Event }): React.JSX.Element {
  const lint = useApp((state) => state.lint)
  const { value, fault } = useAnswer(event.id, () => lint(event.id))
  if (fault !== undefined) return <FieldFault fault={fault} />
  if (value === undefined) return <p className="small dim" aria-busy="true" />
  if (value.findings.length === 0) {
    return (
      <p className="small mid agent">
        <Glyph shape="done" /> {counted(value.rules, 'rule')}, no findings
      </p>
    )
  }
  return (
    <ul className="findings">
      {value.findings.map((finding) => (
        <li key={`${finding.rule} ${finding.line} ${finding.message}`}>
          <Glyph shape={finding.severity === 'error' ? 'no' : finding.severity === 'warning' ? 'over' : 'idle'} />
          <div>
            <p>
              <VisibleText text={finding.message} />
            </p>
            <p className="dim">
              <span className="mono meta">{finding.rule}</span> {finding.severity}, line {finding.line}
            </p>
            {finding.fix !== undefined && (
              <pre className="raw" aria-label="Better">
                <VisibleText text={finding.fix} />
              </pre>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
