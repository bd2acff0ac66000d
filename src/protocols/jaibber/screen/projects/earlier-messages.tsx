import { useEffect, useRef, useState } from 'react'
import type { PlaceProps } from '../../../../renderer/features/screen.ts'
import { useTeamAct } from '../use-team.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import './projects.css'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** Above the oldest row of a project's conversation: loads messages older than any known here. */
export function EarlierMessages({ link, place }: PlaceProps): React.JSX.Element | null {
  const load = useTeamAct(link, 'older')
  const hasBefore = useApp((state) => state.feed.hasBefore)
  const loadOlder = useApp((state) => state.loadOlder)
  const [isEnd, setEnd] = useState(false)
  /** Messages were found: the list shows them once they are stored. */
  const isFound = useRef(false)
  useEffect(() => {
    if (!hasBefore || !isFound.current) return
    isFound.current = false
    void loadOlder()
  }, [hasBefore, loadOlder])
  const run = async (): Promise<void> => {
    isFound.current = true
    const loaded = await load.run({ project: place })
    if (!loaded.ok || loaded.value.found === 0) isFound.current = false
    if (loaded.ok) setEnd(!loaded.value.hasMore)
  }
  if (hasBefore) return null
  if (isEnd) return <p className="earlier small dim">No earlier messages.</p>
  return (
    <div className="earlier">
      <button type="button" className="btn small ghost" aria-busy={load.isBusy} disabled={load.isBusy} onClick={() => void run()}>
        {load.isBusy ? 'Loading…' : 'Load earlier messages'}
      </button>
      {load.fault !== undefined && <FieldFault fault={load.fault} />}
    </div>
  )
}
