import { Glyph } from '../../ui/glyph.tsx'
import type { GlyphShape } from '../../ui/glyph.tsx'
import { clockTime, exactTime } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import './ledger.css'

/** One step of a message. */
export interface LedgerLine {
  readonly step: string
  /** yes: proven · no: it would be known, so it has not happened · unknown: nothing here could tell · owed, mine: somebody, or the operator, owes it · late: it was expected by now */
  readonly state: 'yes' | 'no' | 'unknown' | 'owed' | 'mine' | 'late'
  readonly at?: number
  /** What proves it, or why nothing does. */
  readonly how: string
  /** The file that proves it. */
  readonly file?: string
}

const shapes: { readonly [state in LedgerLine['state']]: GlyphShape } = {
  yes: 'up',
  no: 'off',
  unknown: 'na',
  owed: 'waiting',
  mine: 'needs',
  late: 'over',
}
const tones: Partial<Record<LedgerLine['state'], string>> = { yes: 'ink', mine: 'needs', late: 'lost' }

/** How far a message got: each step, when it happened, and how that is known. */
export function Ledger({ lines }: { readonly lines: readonly LedgerLine[] }): React.JSX.Element {
  return (
    <ol className="ledger" aria-label="How far it got">
      {lines.map(({ step, state, at, how, file }) => (
        <li key={step}>
          <Glyph shape={shapes[state]} />
          <span className={tones[state] ?? 'dim'}>{step}</span>
          <span className="t" title={at === undefined ? undefined : exactTime(at)}>
            {at === undefined ? '' : clockTime(at)}
          </span>
          <span className={state === 'late' ? 'how lost' : 'how'} title={visibleString(how)}>
            <VisibleText text={how} />
          </span>
          {file !== undefined && (
            <span className="mono cut file" title={visibleString(file)}>
              <VisibleText text={file} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
