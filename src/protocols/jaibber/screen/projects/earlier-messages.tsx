import { useEffect, useRef, useState } from 'react'
import { shownProject, type ShownProject } from '../teams.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import './projects.css'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** Over the oldest row of a project's conversation: the way to what was said before anything that is known here. */
export function EarlierMessages(): React.JSX.Element | null {
  const key = useApp((state) => JSON.stringify(shownProject(state) ?? null))
  const project = JSON.parse(key) as ShownProject | null
  return project === null ? null : <Earlier key={key} shown={project} />
}

function Earlier({ shown }: { readonly shown: ShownProject }): React.JSX.Element | null {
  const load = useTeamAct(shown.link, 'older')
  const hasBefore = useApp((state) => state.feed.hasBefore)
  const loadOlder = useApp((state) => state.loadOlder)
  const [isEnd, setEnd] = useState(false)
  /** What was found is on its way: the list takes it in when it is stored. */
  const isFound = useRef(false)
  useEffect(() => {
    if (!hasBefore || !isFound.current) return
    isFound.current = false
    void loadOlder()
  }, [hasBefore, loadOlder])
  const run = async (): Promise<void> => {
    isFound.current = true
    const loaded = await load.run({ project: shown.id })
    if (!loaded.ok || loaded.value.found === 0) isFound.current = false
    if (loaded.ok) setEnd(!loaded.value.hasMore)
  }
  if (hasBefore) return null
  if (isEnd) return <p className="earlier small dim">Nothing earlier is kept.</p>
  return (
    <div className="earlier">
      <button type="button" className="btn small ghost" aria-busy={load.isBusy} disabled={load.isBusy} onClick={() => void run()}>
        {load.isBusy ? 'Loading…' : 'Load earlier messages'}
      </button>
      {load.fault !== undefined && <FieldFault fault={load.fault} />}
    </div>
  )
}
