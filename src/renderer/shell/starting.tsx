import type { Fault } from '../../core/fault.ts'
import { Glyph } from '../ui/glyph.tsx'
import { sizeText } from '../ui/time.ts'
import { useLongWait } from '../ui/use-long-wait.ts'
import { VisibleText } from '../ui/visible-text.tsx'
import { useApp } from '../features/state/store.ts'

/** How far the journal of an earlier release is written again. Sizes in bytes. */
function Migrating({ done, total }: { readonly done: number; readonly total: number }): React.JSX.Element {
  const cancel = useApp((state) => state.cancelStart)
  // The new file may be a little larger than the journal, and is not in use before the last step.
  const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, total)))
  return (
    <main className="empty begin">
      <h1 className="sr">Patchbay</h1>
      <h2>Updating the journal</h2>
      <p className="why">
        This version of Patchbay stores its journal in a new format. The journal is written to a new file and stays as it is until that is
        complete; then it is kept under another name.
      </p>
      <div
        className="load"
        role="progressbar"
        aria-label="Updating the journal"
        aria-valuenow={percent}
        aria-valuemax={100}
        aria-valuetext={`${percent} %`}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className="mono meta">{`${percent} % of ${sizeText(total)}`}</p>
      <div className="acts">
        <button type="button" className="btn" onClick={() => void cancel()}>
          Cancel
        </button>
      </div>
    </main>
  )
}

/** The engine ended before it could show anything else. */
function NotStarted({ fault }: { readonly fault: Fault }): React.JSX.Element {
  const isCancelled = fault.code === 'cancelled'
  return (
    <main className="empty begin" role="alert">
      <h1 className="sr">Patchbay</h1>
      <h2>{isCancelled ? 'Patchbay was not started' : 'Patchbay cannot start'}</h2>
      <p className="why">
        {!isCancelled && <Glyph shape="no" />}
        <span>
          <VisibleText text={fault.message} />
        </span>
      </p>
      {fault.detail !== undefined && <Detail text={fault.detail} />}
    </main>
  )
}

function Detail({ text }: { readonly text: string }): React.JSX.Element {
  return (
    <pre className="raw">
      <VisibleText text={text} />
    </pre>
  )
}

/** Before the engine has answered: nothing at first, then a word; if it cannot be reached, why, and a retry. */
export function Starting(): React.JSX.Element {
  const phase = useApp((state) => state.phase)
  const fault = useApp((state) => state.startFault)
  const starting = useApp((state) => state.starting)
  const connection = useApp((state) => state.connection)
  const start = useApp((state) => state.start)
  const isLong = useLongWait()
  if (starting.fault !== undefined) return <NotStarted fault={starting.fault} />
  const isClosed = connection.state === 'closed'
  if (starting.task !== undefined && !isClosed) return <Migrating {...starting.task} />
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
      {fault?.detail !== undefined && <Detail text={fault.detail} />}
      <div className="acts">
        <button type="button" className="btn" onClick={() => void start()}>
          Try again
        </button>
      </div>
    </main>
  )
}
