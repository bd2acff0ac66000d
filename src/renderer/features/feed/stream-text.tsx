import type { Event, StreamBody } from '../../../core/event.ts'
import { useNow } from '../state/clock.ts'
import { shownTime } from './feed-items.ts'
import { useLiveText } from '../state/use-live-text.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { duration, sizeText } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Doubts } from '../../ui/doubts.tsx'
import { Quote } from './quote.tsx'
import { useClip } from './use-clip.tsx'
import './stream.css'
import { useApp } from '../state/store.ts'

const unknownRest = { severity: 'info', text: 'not connected: the agent may still be writing' } as const

/**
 * An answer as it is written: the text so far, whether more will come or why not, and who else may be writing it. A long one shows its beginning and its size, so the row keeps its height.
 */
export function StreamText({ event, body }: { readonly event: Event; readonly body: StreamBody }): React.JSX.Element {
  const live = useLiveText(event.source, body.id)
  const text = body.state === 'cut' ? body.text : (live ?? body.text)
  const isFollowed = useApp(({ state }) => state?.links.find((one) => one.id === event.source)?.status.lamp !== 'down')
  const isGrowing = body.state !== 'cut' && isFollowed
  const { shown, more } = useClip(text, true)
  return (
    <>
      {body.replyTo !== undefined && <Quote source={event.source} wireId={body.replyTo} />}
      {text !== '' && (
        <p className="streaming">
          <VisibleText text={shown} />
          {isGrowing && <span className="caret" aria-hidden="true" />}
        </p>
      )}
      {more}
      {isGrowing ? (
        <Progress text={text} since={body.since ?? shownTime(event)} />
      ) : (
        <Doubts doubts={[body.state === 'cut' ? `cut: ${body.reason ?? 'the rest of this answer never arrived'}` : unknownRest]} />
      )}
      <Doubts doubts={body.doubts} />
    </>
  )
}

/** State, size and age of an answer that is being written. */
function Progress({ text, since }: { readonly text: string; readonly since: number }): React.JSX.Element {
  const now = useNow()
  const size = text === '' ? [] : [sizeText(new TextEncoder().encode(text).length)]
  return (
    <span className="foot">
      <Glyph shape="working" /> {[text === '' ? 'typing' : 'writing', ...size, duration(now - since)].join(' · ')}
    </span>
  )
}
