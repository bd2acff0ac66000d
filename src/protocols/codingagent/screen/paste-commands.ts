import { ClipboardCopy, ClipboardPaste, ListTree, Plus } from 'lucide-react'
import { openDeskOf, desksOf } from './session-state.ts'
import { canChooseFiles, pasteObstacle } from './paste-acts.ts'
import type { AppCommand, AppState } from '../../../renderer/features/screen.ts'
import { attachOverlay, newSessionOverlay } from './overlays.ts'

const onDesk = (state: AppState): boolean => state.view === 'paste' && openDeskOf(state)?.row !== undefined

/** What can be done on the paste desk before a reply is reviewed. */
export const pasteCommands: readonly AppCommand[] = [
  {
    id: 'paste.copy',
    group: 'Paste',
    label: (state) => `Copy outbox ${openDeskOf(state)?.sequence ?? ''}`,
    sheetLabel: 'Copy the outbox',
    icon: ClipboardCopy,
    keys: ['$mod+Shift+c'],
    when: onDesk,
    run: (state) => state.copyOutbox(),
  },
  {
    id: 'paste.reply',
    group: 'Paste',
    label: 'Paste the reply',
    icon: ClipboardPaste,
    keys: ['$mod+Shift+v'],
    when: (state) => onDesk(state) && pasteObstacle(state) === undefined && state.paste.busy === undefined,
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
    when: (state) => desksOf(state).some((desk) => desk.view !== undefined && desk.view.readOnly === undefined),
    run: (state) => state.setOverlay(newSessionOverlay({})),
  },
]
