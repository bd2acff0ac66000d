import type { Link } from '../../../core/link.ts'
import { useNow } from '../state/clock.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { age, clockTime } from '../../ui/time.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'

/** The first link on screen that cannot be read: what failed, the raw reason, and how to retry. Its earlier rows stay. */
export function LinkTrouble(): React.JSX.Element | null {
  const link = useApp((state) =>
    state.state?.links.find(
      (one) => one.enabled && one.status.lamp === 'down' && (state.filter.source === undefined || state.filter.source === one.id),
    ),
  )
  return link === undefined ? null : <Trouble link={link} />
}

function Trouble({ link }: { readonly link: Link }): React.JSX.Element {
  const act = useApp((state) => state.actOnLink)
  const setView = useApp((state) => state.setView)
  const fault = useApp((state) => (state.linkFault?.link === link.id ? state.linkFault.fault : undefined))
  const now = useNow()
  const isPast = useApp((state) => state.past !== undefined)
  const { reason, text, since, retryAt } = link.status
  return (
    <div className="err trouble" role="alert">
      <Glyph shape="no" />
      <div>
        <b className="med">
          <VisibleText text={link.name} />: <VisibleText text={reason?.message ?? text} />
        </b>
        <p className="small mid">Not read since {clockTime(since)}. Earlier messages are kept.</p>
      </div>
      {reason?.detail !== undefined && (
        <pre className="raw">
          <VisibleText text={reason.detail} />
        </pre>
      )}
      <div className="acts">
        {!isPast && (
          <button type="button" className="btn small" onClick={() => void act(link.id, 'retry')}>
            Try again
          </button>
        )}
        <button type="button" className="btn small ghost" onClick={() => setView('links', link.id)}>
          Show link
        </button>
        {retryAt !== undefined && retryAt > now && <span className="end small dim">retrying in {age(now, retryAt)}</span>}
        {fault !== undefined && <FieldFault fault={fault} />}
      </div>
    </div>
  )
}
