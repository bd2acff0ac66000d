import { Users } from 'lucide-react'
import { projectOf, shownProject } from '../teams.ts'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { count } from '../../../../renderer/ui/time.ts'
import type { AppState } from '../../../../renderer/features/screen.ts'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** In the head of a project's conversation: how many are there, which leads to who they are, and how many answers are being written. */
export function ProjectHead(): React.JSX.Element | null {
  const members = useApp((state) => {
    const project = projectIn(state)
    return project && project.members.length + project.more
  })
  const writing = useApp((state) => projectIn(state)?.writing ?? 0)
  const showProject = useApp((state) => state.showProject)
  if (members === undefined) return null
  return (
    <>
      <button type="button" className="btn ghost" title="Who is there, tasks, limits" onClick={showProject}>
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

function projectIn(state: AppState): ReturnType<typeof projectOf> {
  const shown = shownProject(state)
  return shown && projectOf(state, shown.link, shown.id)
}
