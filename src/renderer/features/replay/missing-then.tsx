import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp, useStoreApi } from '../state/store.ts'
import { missingThen } from './past-words.ts'
import './replay.css'

/** Above a view of the past: what is missing of the moment, why, and how to get it back. */
export function MissingThen(): React.JSX.Element | null {
  const store = useStoreApi()
  const past = useApp((state) => state.past)
  const dataDir = useApp((state) => state.info?.dataDir ?? '')
  const words = past === undefined ? [] : missingThen(past, dataDir)
  if (past === undefined || words.length === 0) return null
  return (
    <div className="missing-then" role="status" aria-label="Missing of this moment">
      {words.map((line) => (
        <p key={line}>
          <VisibleText text={line} />
        </p>
      ))}
      {past.notRecorded.some(({ what }) => what === 'archive') && (
        <button type="button" className="btn small" onClick={() => void store.getState().lookAt(past.asOf)}>
          Look again
        </button>
      )}
    </div>
  )
}
