import { useEffect, useState } from 'react'
import { Glyph } from '../ui/glyph.tsx'
import { VisibleText } from '../ui/visible-text.tsx'
import { useApp } from '../features/state/store.ts'

/** Before the core has answered: nothing at first, then a word; if it cannot be reached, why, and a retry. */
export function Starting(): React.JSX.Element {
  const phase = useApp((state) => state.phase)
  const fault = useApp((state) => state.startFault)
  const connection = useApp((state) => state.connection)
  const start = useApp((state) => state.start)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300)
    return () => clearTimeout(timer)
  }, [])
  const isClosed = connection.state === 'closed'
  if (phase === 'starting' && !isClosed) {
    return (
      <main className="empty begin" aria-busy="true">
        {isLong && <p role="status">Connecting to Patchbay…</p>}
      </main>
    )
  }
  const words = connection.detail ?? fault?.message ?? 'The connection to Patchbay was lost.'
  return (
    <main className="empty begin" role="alert">
      <h1 className="sr">Patchbay</h1>
      <h2>This page cannot reach Patchbay</h2>
      <p className="why">
        <Glyph shape="no" />
        <span>
          <VisibleText text={words} />
        </span>
      </p>
      {fault?.detail !== undefined && (
        <pre className="raw">
          <VisibleText text={fault.detail} />
        </pre>
      )}
      <div className="acts">
        <button type="button" className="btn" onClick={() => void start()}>
          Try again
        </button>
      </div>
    </main>
  )
}
