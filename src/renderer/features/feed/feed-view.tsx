import { Composer } from '../composer/composer.tsx'
import { OperatorQuestion } from '../composer/operator-question.tsx'
import { FeedHead } from './feed-head.tsx'
import { FeedRows } from './feed-rows.tsx'
import { RebuildProgress } from '../common/rebuild-progress.tsx'
import { LaterLine } from '../replay/later-line.tsx'
import './feed.css'
import { LinkTrouble } from './link-trouble.tsx'
import { LiveRegion } from './live-region.tsx'
import { Outgoing } from './outgoing.tsx'
import { useApp } from '../state/store.ts'

/** The rows of the filter, messages being sent, and the composer. */
export function FeedView(): React.JSX.Element {
  const progress = useApp((state) => state.state?.links.find((link) => link.status.progress !== undefined)?.status.progress)
  const isPast = useApp((state) => state.past !== undefined)
  const rebuilding = useApp((state) => state.state?.rebuilding)
  return (
    <>
      <FeedHead />
      {progress !== undefined && (
        <div className="load" role="progressbar" aria-label="Reading" aria-valuenow={progress.done} aria-valuemax={progress.total}>
          <i style={{ width: `${(100 * progress.done) / Math.max(1, progress.total)}%` }} />
        </div>
      )}
      {rebuilding !== undefined && (
        <RebuildProgress label="Rebuilding the lists from the journal" progress={rebuilding}>
          Counts are incomplete until this is done.
        </RebuildProgress>
      )}
      <LinkTrouble />
      <FeedRows />
      <LiveRegion />
      <LaterLine />
      {!isPast && (
        <>
          <Outgoing />
          <OperatorQuestion />
          <Composer />
        </>
      )}
    </>
  )
}
