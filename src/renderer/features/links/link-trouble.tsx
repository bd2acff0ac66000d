import type { Fault } from '../../../core/fault.ts'
import type { LinkStatus } from '../../../core/link.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { age, progressText } from '../../ui/time.ts'
import { VisibleText, visibleString } from '../../ui/visible-text.tsx'

interface LinkProgressProps {
  readonly name: string
  readonly progress: NonNullable<LinkStatus['progress']>
  readonly onCancel: () => void
}

/** A long operation of a link: progress bar, count, and Cancel. */
export function LinkProgress({ name, progress, onCancel }: LinkProgressProps): React.JSX.Element {
  const { done, total, cancellable } = progress
  return (
    <div className="lk-more">
      <div className="busy">
        <div
          className="load"
          role="progressbar"
          aria-label={`Reading ${visibleString(name)}`}
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={total}
        >
          <i style={{ width: `${total > 0 ? Math.min((100 * done) / total, 100) : 0}%` }} />
        </div>
        <span>{progressText(progress)}</span>
        {cancellable && (
          <button type="button" className="btn small" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </div>
  )
}

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
