import { defineScreen } from '../../../renderer/features/screen.ts'
import { localsSlice, type LocalsSlice } from './agents/locals-state.ts'
import { ChainDetails } from './feed/chain-details.tsx'
import { TeamCard } from './feed/team-card.tsx'
import { TeamLines } from './links/team-lines.tsx'
import { promptSlice, type PromptSlice } from './paste/prompts-state.ts'

/** The screen of Jaibber: projects, agents of this machine and their prompts. */
export const jaibberScreen = defineScreen<LocalsSlice & PromptSlice>({
  id: 'jaibber',
  hue: '--proto-ja',
  card: { message: TeamCard },
  details: ChainDetails,
  linkLines: TeamLines,
  state: (set, get, env) => ({ ...localsSlice(set, get, env), ...promptSlice(set, get, env) }),
})
