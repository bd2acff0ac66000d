import { defineScreen } from '../../../renderer/features/screen.ts'
import { hue } from '../pure/hue.ts'
import { reviewCommands } from './review-commands.ts'
import { AttachTree } from './attach-tree.tsx'
import { NewSession } from './new-session.tsx'
import { attachOverlay, newSessionOverlay, outboxOverlay } from './overlays.ts'
import { sessionCommands } from './session-commands.ts'
import { WholeOutbox } from './whole-outbox.tsx'
import { pasteItems } from './paste-items.ts'
import { replySlice } from './reply-state.ts'
import { reviewSlice } from './review-state.ts'
import { sessionSlice } from './session-state.ts'
import type { CodingAgentSlice } from './slices.ts'

/** The screen of CodingAgent: sessions, rounds, plans and their review. */
export const codingAgentScreen = defineScreen<CodingAgentSlice>({
  id: 'codingagent',
  hue,
  overlays: { [newSessionOverlay.kind]: NewSession, [attachOverlay.kind]: AttachTree, [outboxOverlay.kind]: WholeOutbox },
  commands: [...sessionCommands, ...reviewCommands],
  pasteItems,
  state: (set, get, env) => ({ ...sessionSlice(set, get, env), ...replySlice(set, get, env), ...reviewSlice(set, get, env) }),
})
