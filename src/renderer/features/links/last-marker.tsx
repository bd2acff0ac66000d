import { RotateCcw } from 'lucide-react'
import type { Link } from '../../../core/link.ts'
import { useAnswer } from '../state/use-answer.ts'
import { clockTime } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** How long a restart counts as news, ms. */
const rowsLookedAt = 200
/** A busy link changes many times a second; checking this rarely is enough. */
const everyMs = 5_000

/** When the stream of a link was last interrupted or restarted, with a link to it in the feed. */
export function LastMarker({ link }: { readonly link: Link }): React.JSX.Element | null {
  const jumpTo = useApp((state) => state.jumpTo)
  const { id, workspace, status } = link
  const tick = Math.floor((status.lastActivity ?? 0) / everyMs)
  const page = useAnswer('feed.page', { workspace, filter: { source: id }, limit: rowsLookedAt }, `${status.since} ${tick}`)
  const marker = page?.ok
    ? page.value.events.findLast(({ body }) => body.kind === 'marker' && body.marker !== 'halted' && body.marker !== 'asked')
    : undefined
  if (marker?.body.kind !== 'marker') return null
  return (
    <div className="mark-r">
      <RotateCcw className="i" aria-hidden="true" />
      <time className="t" dateTime={new Date(marker.at).toISOString()}>
        {clockTime(marker.at)}
      </time>
      <span className="cut">
        <VisibleText text={marker.body.text} />
      </span>
      <button type="button" className="link" onClick={() => void jumpTo(marker.id)}>
        show
      </button>
    </div>
  )
}
