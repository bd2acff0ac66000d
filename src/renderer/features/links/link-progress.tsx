import type { LinkStatus } from '../../../core/link.ts'
import { progressText } from '../../ui/time.ts'
import { visibleString } from '../../ui/visible-text.tsx'

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
