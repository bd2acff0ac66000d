import type { Finding } from '../../../core/lint.ts'
import { tones } from '../../ui/doubts.tsx'
import { findingShapes } from './finding-shapes.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { counted } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

interface FindingListProps {
  readonly findings: readonly Finding[]
  /** Number of rules, where known. */
  readonly rules: number | undefined
}

/** Lint findings with rule, line and suggested fix. */
export function FindingList({ findings, rules }: FindingListProps): React.JSX.Element {
  if (findings.length === 0) {
    return (
      <p className="small mid agent">
        <Glyph shape="done" /> {rules === undefined ? '' : `${counted(rules, 'rule')}, `}no findings
      </p>
    )
  }
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.line} ${finding.message}`}>
          <span className={tones[finding.severity].className}>
            <Glyph shape={findingShapes[finding.severity]} />
          </span>
          <div>
            <p>
              <VisibleText text={finding.message} />
            </p>
            <p className="dim">
              <span className="mono meta">{finding.rule}</span> {finding.severity}, line {finding.line}
            </p>
            {finding.fix !== undefined && (
              <pre className="raw" aria-label="Suggested fix">
                <VisibleText text={finding.fix} />
              </pre>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
