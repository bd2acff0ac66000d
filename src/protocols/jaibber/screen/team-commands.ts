import { SquarePlus, Users } from 'lucide-react'
import { projectOf, shownProject, teamOf } from './teams.ts'
import type { AppCommand, AppState } from '../../../renderer/features/screen.ts'
import { projectTaskOverlay } from './overlays.ts'

/** The name of the project whose conversation is on screen. */
function projectName(state: AppState): string | undefined {
  const shown = shownProject(state)
  return projectOf(state, shown?.link, shown?.id)?.name
}

const inProject = (state: AppState): boolean => state.view === 'feed' && shownProject(state) !== undefined

/** Commands for the project on screen. */
export const teamCommands: readonly AppCommand[] = [
  {
    id: 'project.show',
    group: 'Message',
    label: 'Show the project',
    icon: Users,
    keys: ['p'],
    hint: projectName,
    when: inProject,
    run: (state) => state.showPlace(),
  },
  {
    id: 'project.task',
    group: 'Message',
    label: 'New task in the project',
    icon: SquarePlus,
    hint: projectName,
    when: (state) => inProject(state) && teamOf(state, shownProject(state)?.link)?.server !== undefined,
    run: (state) => {
      const shown = shownProject(state)
      if (shown !== undefined) state.setOverlay(projectTaskOverlay({ link: shown.link, project: shown.id }))
    },
  },
]
