import type { Link } from '../../../../core/link.ts'
import { Lamp } from '../../../../renderer/features/common/lamp.tsx'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import '../networks.css'

/** Networks whose tasks may be out of date, each with the reason. Known tasks stay on the board. */
export function NetworkTrouble({ links }: { readonly links: readonly Link[] }): React.JSX.Element | null {
  const unread = useApp((state) => state.board.unread)
  const pages = useApp((state) => state.board.pages)
  const setView = useApp((state) => state.setView)
  const troubled = links.filter(
    (link) =>
      pages.has(link.id) && (unread.has(link.id) || !link.enabled || link.status.lamp === 'down' || link.status.lamp === 'connecting'),
  )
  if (troubled.length === 0) return null
  return (
    <ul className="net-trouble" aria-label="Networks that are out of date">
      {troubled.map((link) => {
        const { status } = link
        const reason = unread.get(link.id)?.message ?? (link.enabled ? (status.reason?.message ?? status.text) : 'off')
        return (
          <li key={link.id}>
            <Lamp lamp={status.lamp} />
            <span className="cut">
              <b className="med">
                <VisibleText text={link.name} />
              </b>
              {': '}
              <VisibleText text={reason} />
            </span>
            <button type="button" className="btn small ghost end" onClick={() => setView('links', link.id)}>
              Show link
            </button>
          </li>
        )
      })}
    </ul>
  )
}
