import type { PasteSection } from '../../../renderer/features/screen.ts'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { count } from '../../../renderer/ui/time.ts'
import { VisibleText, visibleString } from '../../../renderer/ui/visible-text.tsx'
import type { HomeView } from '../pure/api.ts'
import { useCodingAgent } from './slices.ts'
import { useHomes } from './use-open-session.ts'
import './sessions.css'

/** Below a home's sessions: why there are none, how many are not shown, and which files are unreadable. */
export function HomeNotes({ section, isFiltered }: { readonly section: PasteSection; readonly isFiltered: boolean }): React.JSX.Element {
  const homes = useHomes()
  const fault = useCodingAgent((state) => (state.session.fault?.at === 'list' ? state.session.fault.fault : undefined))
  const home = homes.find(({ link }) => link.id === section.key)
  if (home === undefined) return <p className="list-hint">This workspace has no session home.</p>
  const { link, view } = home
  return (
    <>
      {view === undefined && <p className="list-hint">{link.enabled ? visibleString(link.status.text) : 'This link is off.'}</p>}
      {view !== undefined && view.sessions.length === 0 && view.damaged.length === 0 && <p className="list-hint">No sessions yet.</p>}
      {isFiltered && <p className="list-hint">No matching sessions.</p>}
      {(view?.more ?? 0) > 0 && <p className="list-hint">{count(view?.more ?? 0)} older sessions not shown.</p>}
      {view !== undefined && view.damaged.length > 0 && <DamagedFiles damaged={view.damaged} />}
      {fault !== undefined && <FieldFault fault={fault} />}
    </>
  )
}

function DamagedFiles({ damaged }: { readonly damaged: HomeView['damaged'] }): React.JSX.Element {
  return (
    <div role="group" aria-label="Damaged files">
      <h3 className="sect">
        Cannot be read <span className="n">{damaged.length}</span>
      </h3>
      <ul>
        {damaged.map((one) => (
          <li key={one.file} className="damaged">
            <span className="mono meta">
              <VisibleText text={one.file} />
            </span>
            <FieldFault fault={one.fault} />
          </li>
        ))}
      </ul>
    </div>
  )
}
