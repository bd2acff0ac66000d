import { defineScreen } from '../../../renderer/features/screen.ts'
import { pasteSlice, type PasteSlice } from './session-state.ts'
import { reviewCommands } from './review-commands.ts'
import { AttachTree } from './attach-tree.tsx'
import { NewSession } from './new-session.tsx'
import { attachOverlay, newSessionOverlay } from './overlays.ts'
import { pasteCommands } from './paste-commands.ts'
import { pasteActs, type PasteActs } from './paste-acts.ts'
import { reviewSlice, type ReviewSlice } from './review-state.ts'

/** The screen of CodingAgent: sessions, rounds, plans and their review. */
export const codingAgentScreen = defineScreen<PasteSlice & PasteActs & ReviewSlice>({
  id: 'codingagent',
  hue: '--proto-ca',
  overlays: { [newSessionOverlay.kind]: NewSession, [attachOverlay.kind]: AttachTree },
  commands: [...pasteCommands, ...reviewCommands],
  state: (set, get, env) => ({ ...pasteSlice(set, get, env), ...pasteActs(set, get, env), ...reviewSlice(set, get, env) }),
})
