import type { Link } from '../../../../core/link.ts'
import { Lamp } from '../../../../renderer/features/common/lamp.tsx'
import { TryDemo } from '../../../../renderer/features/first-run/try-demo.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { VisibleText } from '../../../../renderer/ui/visible-text.tsx'

/** The Board while no network has a task. */
export function EmptyNetworks({ links }: { readonly links: readonly Link[] }): React.JSX.Element {
  return links.length === 0 ? <NoNetwork /> : <NoView links={links} />
}

/** The workspace has no IRC network. */
function NoNetwork(): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  return (
    <div className="empty">
      <h2>No tasks yet</h2>
      <p>What agents ask each other to do appears here, from every link. To create tasks yourself, add the IRC network of your agents.</p>
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', 'new:scuttlebot')}>
          Add a network
        </button>
        <TryDemo />
      </div>
    </div>
  )
}

/** Networks without a view: not connected since Patchbay started, or off. */
function NoView({ links }: { readonly links: readonly Link[] }): React.JSX.Element {
  const setView = useApp((state) => state.setView)
  const first = links[0]
  return (
    <div className="empty">
      <h2>No network is connected</h2>
      {links.map((link) => (
        <p key={link.id} className="why">
          <Lamp lamp={link.status.lamp} />
          <span>
            <VisibleText text={link.name} />:{' '}
            {link.enabled ? <VisibleText text={link.status.reason?.message ?? link.status.text} /> : 'off'}
          </span>
        </p>
      ))}
      <div className="acts">
        <button type="button" className="btn primary" onClick={() => setView('links', first?.id)}>
          Open link
        </button>
      </div>
    </div>
  )
}
