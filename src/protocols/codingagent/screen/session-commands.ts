import { ClipboardCopy, ClipboardPaste, ListTree, Plus } from 'lucide-react'
import { openSessionOf, homesOf } from './open-session.ts'
import { canChooseFiles, pasteObstacle } from './reply-state.ts'
import type { CodingAgentSlice, State } from './slices.ts'
import type { AppCommand } from '../../../renderer/features/screen.ts'
import { attachOverlay, newSessionOverlay } from './overlays.ts'

const onSession = (state: State): boolean => state.view === 'paste' && openSessionOf(state)?.row !== undefined

/** Commands for a session before its reply is reviewed. */
export const sessionCommands: readonly AppCommand<CodingAgentSlice>[] = [
  {
    id: 'paste.copy',
    group: 'Paste',
    label: (state) => `Copy outbox ${openSessionOf(state)?.sequence ?? ''}`,
    sheetLabel: 'Copy the outbox',
    icon: ClipboardCopy,
    keys: ['$mod+Shift+c'],
    when: onSession,
    run: (state) => state.copyOutbox(),
  },
  {
    id: 'paste.reply',
    group: 'Paste',
    label: 'Paste the reply',
    icon: ClipboardPaste,
    keys: ['$mod+Shift+v'],
    when: (state) => onSession(state) && pasteObstacle(state) === undefined && state.session.busy === undefined,
    run: (state) => state.fetchReply(),
  },
  {
    id: 'paste.files',
    group: 'Paste',
    label: 'Attach or leave out files',
    icon: ListTree,
    when: (state) => state.view === 'paste' && canChooseFiles(state),
    run: (state) => state.setOverlay(attachOverlay({})),
  },
  {
    id: 'paste.new',
    group: 'Paste',
    label: 'New session',
    icon: Plus,
    when: (state) => homesOf(state).some((home) => home.view !== undefined && home.view.readOnly === undefined),
    run: (state) => state.setOverlay(newSessionOverlay({})),
  },
]
