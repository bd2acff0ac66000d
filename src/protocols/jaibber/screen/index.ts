import { defineScreen } from '../../../renderer/features/screen.ts'
import { hue } from '../pure/hue.ts'
import { LocalAgentForm } from './agents/local-agent-form.tsx'
import { RemoveAgent } from './agents/remove-agent.tsx'
import { StartAgent } from './agents/start-agent.tsx'
import { membersOf } from './composer/members.ts'
import { SendParts } from './composer/send-parts.tsx'
import { SplitOffer } from './composer/split-offer.tsx'
import {
  declinePromptOverlay,
  localAgentOverlay,
  projectTaskOverlay,
  removeAgentOverlay,
  sendPartsOverlay,
  startAgentOverlay,
} from './overlays.ts'
import { DeclinePrompt } from './paste/decline-prompt.tsx'
import { promptCommands } from './paste/prompt-commands.ts'
import { EarlierMessages } from './projects/earlier-messages.tsx'
import { NewProjectTask } from './projects/new-project-task.tsx'
import { ProjectHead } from './projects/project-head.tsx'
import { ProjectMarks } from './projects/project-marks.tsx'
import { ProjectPane } from './projects/project-pane.tsx'
import { teamCommands } from './team-commands.ts'
import type { TeamView } from '../pure/api.ts'
import { TeamParts } from './agents/team-parts.tsx'
import { localCommands } from './agents/local-commands.ts'
import { LocalPane } from './agents/local-pane.tsx'
import { LocalSection, NewLocalAgent } from './agents/local-section.tsx'
import { localsOf } from './agents/locals.ts'
import { localsSlice } from './agents/locals-state.ts'
import { ChainDetails } from './feed/chain-details.tsx'
import { TeamCard } from './feed/team-card.tsx'
import { TeamLines } from './links/team-lines.tsx'
import { aboutMember, memberName } from './teams.ts'
import { promptSlice } from './paste/prompts-state.ts'
import type { JaibberSlice } from './state.ts'
import { pasteItems } from './paste/paste-items.ts'

/** The screen of Jaibber: projects, agents of this machine and their prompts. */
export const jaibberScreen = defineScreen<JaibberSlice>({
  id: 'jaibber',
  hue,
  card: { message: TeamCard },
  details: ChainDetails,
  linkLines: TeamLines,
  overlays: {
    [localAgentOverlay.kind]: LocalAgentForm,
    [startAgentOverlay.kind]: StartAgent,
    [removeAgentOverlay.kind]: RemoveAgent,
    [declinePromptOverlay.kind]: DeclinePrompt,
    [sendPartsOverlay.kind]: SendParts,
    [projectTaskOverlay.kind]: NewProjectTask,
  },
  commands: [...localCommands, ...teamCommands, ...promptCommands],
  agentParts: {
    Pane: TeamParts,
    about: (view, name) => aboutMember(team(view), name),
    operatorName: (view) => team(view)?.username,
    section: {
      rows: (state) => localsOf(state).map(({ key }) => key),
      Rows: LocalSection,
      Pane: LocalPane,
      paneTitle: 'Local agent',
      Button: NewLocalAgent,
    },
  },
  composerParts: {
    names: (view) => team(view)?.projects.flatMap((project) => project.members.map(memberName)) ?? [],
    members: (view, place, words) => membersOf(team(view), place, words),
    Remedy: SplitOffer,
  },
  placeParts: {
    conversations: (view) => team(view)?.projects ?? [],
    Head: ProjectHead,
    Marks: ProjectMarks,
    Earlier: EarlierMessages,
    tab: { title: 'Project', Pane: ProjectPane },
  },
  pasteItems,
  state: (set, get, env) => ({ ...localsSlice(set, get, env), ...promptSlice(set, get, env) }),
})

function team(view: unknown): TeamView | undefined {
  return view as TeamView | undefined
}
