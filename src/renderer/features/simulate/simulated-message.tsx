import { ArrowLeft } from 'lucide-react'
import type { Event } from '../../../core/event.ts'
import { RawText } from '../../ui/raw-text.tsx'
import { exactTime } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { CloseDrawer } from '../common/close-drawer.tsx'
import { BundlePane } from '../flow/bundle-pane.tsx'
import { Parties } from '../inspector/details-tab.tsx'
import '../inspector/inspector.css'
import { useNow } from '../state/clock.ts'
import { useApp } from '../state/store.ts'

const rawShown = 2_000

/** What a mark of the simulated Flow stands for, to read only. It stands inside the store of the simulation; `onClose` leaves it. */
export function SimulatedMessage({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  const bundle = useApp((state) => state.flow.bundle)
  const event = useApp((state) => state.selected)
  const now = useNow()
  return (
    <>
      {bundle !== undefined ? (
        <BundlePane key={bundle[0]} ids={bundle} now={now} />
      ) : (
        <>
          <header className="head">
            <h1>Message</h1>
            <CloseDrawer />
          </header>
          <div className="insp">{event !== undefined && <Said event={event} />}</div>
        </>
      )}
      <footer className="foot-acts">
        <button type="button" className="btn" onClick={onClose}>
          <ArrowLeft className="i" aria-hidden="true" /> You should see
        </button>
      </footer>
    </>
  )
}

function Said({ event }: { readonly event: Event }): React.JSX.Element {
  const { body, raw } = event
  const link = useApp((state) => state.state?.links.find((one) => one.id === event.source)?.name ?? event.source)
  return (
    <>
      {body.kind === 'message' && <Parties event={event} body={body} />}
      <h3>Origin</h3>
      <dl className="kv">
        {raw.anchor !== undefined && (
          <>
            <dt>Source</dt>
            <dd className="mono cut">
              <VisibleText text={raw.anchor.label} />
            </dd>
          </>
        )}
        <dt>Link</dt>
        <dd>
          <Chip protocol={event.protocol} /> <VisibleText text={link} />
        </dd>
        <dt>Received</dt>
        <dd className="mono">{exactTime(event.at)}</dd>
      </dl>
      <h3>Raw</h3>
      <RawText className="raw short" label="Raw text" text={raw.text} most={rawShown} />
    </>
  )
}
