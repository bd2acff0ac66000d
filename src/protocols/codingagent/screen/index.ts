import { defineScreen } from '../../../renderer/features/screen.ts'
import { pasteSlice, type PasteSlice } from '../../../renderer/features/paste/paste-state.ts'
import { pasteActs, type PasteActs } from './paste-acts.ts'
import { reviewSlice, type ReviewSlice } from './review-state.ts'

/** The screen of CodingAgent: sessions, rounds, plans and their review. */
export const codingAgentScreen = defineScreen<PasteSlice & PasteActs & ReviewSlice>({
  id: 'codingagent',
  hue: '--proto-ca',
  state: (set, get, env) => ({ ...pasteSlice(set, get, env), ...pasteActs(set, get, env), ...reviewSlice(set, get, env) }),
})
