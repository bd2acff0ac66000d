import type { Link } from '../../../core/link.ts'
import { Lamp } from '../common/lamp.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

interface SilentLinkProps {
  /** What is not responding: `The Switchboard`. */
  readonly what: string
  readonly link: Link
}

/** Replaces a screen whose link shows nothing: the reason, and a button to the link. */
export function SilentLink({ what, link }: SilentLinkProps): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  return (
    <div className="empty">
      <h2>{what} is not responding</h2>
      <p className="why">
        <Lamp lamp={link.status.lamp} />
        <span>{link.enabled ? <VisibleText text={link.status.text} /> : 'Its link is turned off.'}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', link.id)}>
          Open the link
        </button>
      </div>
    </div>
  )
}
