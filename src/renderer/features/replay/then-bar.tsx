import { Lock } from 'lucide-react'
import { replyNow } from './replay-commands.ts'
import { momentOf } from './state/replay.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import './replay.css'

/**
 * Below a view of the past: why its acts are closed, and the way to do something. In the feed it takes the place of the composer.
 * `isBeside`: below the feed next to Flow.
 */
export function ThenBar({ isBeside = false }: { readonly isBeside?: boolean }): React.JSX.Element | null {
  const store = useStoreApi()
  const isPast = useApp((state) => momentOf(state) !== undefined)
  const isFeed = useApp((state) => isBeside || state.view === 'feed')
  if (!isPast) return null
  return (
    <div className="then" role="group" aria-label="Closed in the past">
      <Lock className="i" aria-hidden="true" />
      <span className="cut">{isFeed ? 'Nothing is sent into the past.' : 'Nothing is done in the past.'}</span>
      <span className="end" />
      {isFeed ? (
        <button type="button" className="btn small" onClick={() => void replyNow(store.getState())}>
          Reply now <kbd>r</kbd>
        </button>
      ) : (
        <button type="button" className="btn small" onClick={() => store.getState().backToNow()}>
          Back to now <kbd>Esc</kbd>
        </button>
      )}
    </div>
  )
}
