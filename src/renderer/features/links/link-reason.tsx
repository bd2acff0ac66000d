import type { Fault } from '../../../core/fault.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'

interface LinkReasonProps {
  readonly reason: Fault
  readonly retryAt: number | undefined
  readonly now: number
  readonly onRetry: () => void
}

/** Why a link does not work: words, the raw reason, actions, and the next automatic retry. */
export function LinkReason({ reason, retryAt, now, onRetry }: LinkReasonProps): React.JSX.Element {
  return (
    <div className="lk-more">
      <div className="err" role="alert">
        <Glyph shape="no" />
        <b className="med">
          <VisibleText text={reason.message} />
        </b>
        {reason.detail !== undefined && (
          <pre className="raw">
            <VisibleText text={reason.detail} />
          </pre>
        )}
        <div className="acts">
          <button type="button" className="btn small" onClick={onRetry}>
            Try again
          </button>
          {retryAt !== undefined && (
            <span className="end small dim">{retryAt > now ? `retrying in ${age(now, retryAt)}` : 'retrying now'}</span>
          )}
        </div>
      </div>
    </div>
  )
}
