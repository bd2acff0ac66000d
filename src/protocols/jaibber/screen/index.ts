import { defineScreen } from '../../../renderer/features/screen.ts'
import { localsSlice, type LocalsSlice } from './agents/locals-state.ts'
import { promptSlice, type PromptSlice } from './paste/prompts-state.ts'

/** The screen of Jaibber: projects, agents of this machine and their prompts. */
export const jaibberScreen = defineScreen<LocalsSlice & PromptSlice>({
  id: 'jaibber',
  hue: '--proto-ja',
  state: (set, get, env) => ({ ...localsSlice(set, get, env), ...promptSlice(set, get, env) }),
})
