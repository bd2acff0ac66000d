import { Users } from 'lucide-react'
import { projectOf } from '../teams.ts'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import type { PlaceProps } from '../../../../renderer/features/screen.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** In the head of a project's conversation: the number of members, which opens the project, and of answers being written. */
export function ProjectHead({ link, place }: PlaceProps): React.JSX.Element | null {
  const members = useApp((state) => {
    const project = projectOf(state, link, place)
    return project && project.members.length + project.more
  })
  const writing = useApp((state) => projectOf(state, link, place)?.writing ?? 0)
  const showPlace = useApp((state) => state.showPlace)
  if (members === undefined) return null
  return (
    <>
      <button type="button" className="btn ghost" title="Members, tasks and limits" onClick={showPlace}>
        <Users className="i" aria-hidden="true" />
        {count(members)}
        <span className="wide">{members === 1 ? 'member' : 'members'}</span>
        <span className="sr">: show the project</span>
      </button>
      {writing > 0 && (
        <span className="sub agent">
          <Glyph shape="working" /> {count(writing)} writing
        </span>
      )}
    </>
  )
}
