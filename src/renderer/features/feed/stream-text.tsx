import type { Event, StreamBody } from '../../../core/event.ts'
import { liveKey } from '../../app/state/live.ts'
import { useApp } from '../../app/store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Doubt } from './message-body.tsx'

/** An answer as it is written: what has come of it so far, and that more will come or why not. */
export function StreamText({ event, body }: { readonly event: Event; readonly body: StreamBody }): React.JSX.Element {
  const text = useApp((state) => state.live.get(liveKey(event.source, body.id))) ?? body.text
  return (
    <>
      <p className="streaming">
        <VisibleText text={text} />
        {body.state !== 'cut' && <span className="caret" aria-hidden="true" />}
      </p>
      {body.state === 'cut' ? (
        <Doubt text={body.reason ?? 'no more of this answer came'} />
      ) : (
        <span className="meta">
          <Glyph shape="working" /> {text === '' ? 'typing' : 'writing'}
        </span>
      )}
    </>
  )
}
