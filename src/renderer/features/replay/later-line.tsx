import { counted, clockTime } from '../../ui/time.ts'
import { showsAll } from '../feed/feed-filter.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useApp, useStoreApi } from '../state/store.ts'
import './replay.css'

/** Where the feed of a moment ends: that messages came later, in the whole feed how many, and the way to the next. */
export function LaterLine(): React.JSX.Element | null {
  const past = useApp((state) => state.past)
  const workspace = useApp((state) => state.workspace)
  const later = useApp((state) => Math.max(0, (state.present?.messages ?? 0) - (state.past?.messages ?? 0)))
  const isEnd = useApp((state) => !state.feed.hasAfter)
  return past === undefined || workspace === undefined || later === 0 || !isEnd ? null : (
    <Later at={past.asOf} workspace={workspace} later={later} />
  )
}

function Later({ at, workspace, later }: { readonly at: number; readonly workspace: string; readonly later: number }): React.JSX.Element {
  const store = useStoreApi()
  const isPlaying = useApp((state) => state.replay.isPlaying)
  const isKeyOfIt = useApp((state) => state.replay.stepTo === 'event')
  const isWhole = useApp(({ filter }) => showsAll(filter))
  const answer = useAnswer('past.step', isPlaying ? undefined : { workspace, at, to: 'event', by: 1 }, String(at))
  const next = answer?.ok === true ? answer.value.at : undefined
  return (
    <div className="rule later">
      <span>{isWhole ? `${counted(later, 'later message')} ${later === 1 ? 'is' : 'are'}` : 'Later messages are'} not shown</span>
      {next !== undefined && (
        <button type="button" className="link" onClick={() => void store.getState().stepMoment(1, 'event')}>
          next, {clockTime(next)} {isKeyOfIt && <kbd>]</kbd>}
        </button>
      )}
    </div>
  )
}
