import type { Fault } from '../../core/fault.ts'
import { Glyph } from './glyph.tsx'
import { VisibleText } from './visible-text.tsx'

interface FieldFaultProps {
  readonly fault: Fault
  readonly id?: string
  /** Applies the corrected value; without it no link is shown. */
  onFix?(value: string): void
  /** Shows what does not fit, from a place in the field's text on; without it no link is shown. */
  onShow?(at: number): void
}

/** A fault next to the thing that caused it: words, the raw reason, and the correction as a link. */
export function FieldFault({ fault, id, onFix, onShow }: FieldFaultProps): React.JSX.Element {
  const { fix, at } = fault
  return (
    <div className="fault small" role="alert" id={id}>
      <Glyph shape="no" />
      <span>
        <VisibleText text={fault.message} />
        {fix !== undefined && onFix !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => onFix(fix)}>
              Use “<VisibleText text={fix} />”
            </button>
          </>
        )}
        {at !== undefined && onShow !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => onShow(at)}>
              Select what does not fit
            </button>
          </>
        )}
        {fault.detail !== undefined && (
          <>
            {' '}
            <span className="mono meta">
              <VisibleText text={fault.detail} />
            </span>
          </>
        )}
      </span>
    </div>
  )
}
