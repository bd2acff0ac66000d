import { useEffect, useState } from 'react'
import { useApp } from '../../app/store.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { TryDemo } from '../first-run/try-demo.tsx'

/** Words while the first page is on its way; nothing in the first 300 ms. */
export function FeedLoading(): React.JSX.Element {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="feed empty" aria-busy="true">
      {isLong && <p role="status">Loading messages…</p>}
    </div>
  )
}

/** Why there are no rows, in place of the rows. */
export function FeedFailed(): React.JSX.Element {
  const fault = useApp((state) => state.feedFault)
  const reload = useApp((state) => state.reload)
  return (
    <div className="err" role="alert">
      <Glyph shape="no" />
      <div>
        <b className="med">Messages could not be loaded</b>
        <p className="small mid">
          <VisibleText text={fault?.message ?? ''} />
        </p>
      </div>
      {fault?.detail !== undefined && (
        <pre className="raw">
          <VisibleText text={fault.detail} />
        </pre>
      )}
      <div className="acts">
        <button type="button" className="btn small" onClick={reload}>
          Try again
        </button>
      </div>
    </div>
  )
}

/** What would appear here, and the ways to make it appear. */
export function FeedEmpty(): React.JSX.Element {
  const isWhole = useApp((state) => state.filter.conversation === undefined && state.filter.agent === undefined)
  const place = useApp((state) => state.state?.links[0]?.place)
  const isBroken = useApp((state) => {
    const followed = state.state?.links.filter((link) => link.enabled) ?? []
    return followed.length > 0 && followed.every((link) => link.status.lamp === 'down')
  })
  const isDemo = useApp((state) => state.state?.info.demo === true)
  const messageTo = useApp((state) => state.messageTo)
  return (
    <div className="feed">
      <div className="empty">
        <h2>{isBroken ? 'Nothing can be read' : isWhole ? 'No messages yet' : 'No messages here'}</h2>
        <p>
          {isWhole ? 'What agents write to ' : 'Messages appear here as soon as they are written'}
          {isWhole && <code>{place ?? '.workplace/chat.md'}</code>}
          {isWhole ? ` appears here as soon as it ${isBroken ? 'can be read again' : 'is written'}.` : '.'}
        </p>
        <div className="acts">
          {!isBroken && (
            <button type="button" className="btn primary" onClick={() => messageTo()}>
              Write the first message
            </button>
          )}
          {!isDemo && <TryDemo />}
        </div>
      </div>
    </div>
  )
}
