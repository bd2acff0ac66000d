import type { OpenSession } from './slices.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TryDemo } from '../../../renderer/features/first-run/try-demo.tsx'
import { SilentLink } from '../../../renderer/features/links/silent-link.tsx'
import { useApp } from '../../../renderer/features/state/store.ts'
import { newSessionOverlay } from './overlays.ts'
import './sessions.css'

/** The workspace has no session home. */
export function NoHome(): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  return (
    <div className="empty">
      <h2>No session home</h2>
      <p>A session home is a folder that stores what you copy to a chat LLM and its replies. Add one to work by copy and paste.</p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', 'new:codingagent')}>
          Add a session home
        </button>
        <TryDemo />
      </div>
    </div>
  )
}

/** A home without a session, or a link without a view. */
export function NoSession({ open }: { readonly open: OpenSession }): React.JSX.Element {
  const setOverlay = useApp((state) => state.setOverlay)
  const { link, view } = open
  if (view === undefined) return <SilentLink what="The session home" link={link} />
  return (
    <div className="empty">
      <h2>No sessions yet</h2>
      <p>Enter a task, copy the text into any chat LLM and paste its reply here. Review exactly what it would do, then apply it.</p>
      {view.readOnly !== undefined && <FieldFault fault={view.readOnly} />}
      <div className="acts">
        <button
          type="button"
          className="btn primary"
          disabled={view.readOnly !== undefined}
          onClick={() => setOverlay(newSessionOverlay({ link: link.id }))}
        >
          New session
        </button>
        <TryDemo />
      </div>
      <p className="small dim confined">
        <Glyph shape="na" />
        <span>
          <VisibleText text={view.confinement} />
        </span>
      </p>
    </div>
  )
}
