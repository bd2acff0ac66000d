import type { WorkspaceState } from '../../../api/contract.ts'
import type { PasteItem, PasteItems, PasteSection } from '../../../renderer/features/screen.ts'
import type { SessionRow } from '../pure/api.ts'
import { firstLine } from './first-line.ts'
import { HomeNotes } from './home-notes.tsx'
import { ListNewSession } from './new-session-button.tsx'
import { NoHome } from './no-session.tsx'
import { homesOf, sessionAt } from './open-session.ts'
import { SessionPane } from './session-pane.tsx'
import { SessionUnder } from './session-under.tsx'
import { sessionWait } from './session-wait.ts'
import type { CodingAgentSlice, SessionHome } from './slices.ts'

/** Sessions in the Paste view: open and done, by session home where there are several. */
export const pasteItems: PasteItems<CodingAgentSlice> = {
  sections: sessionSections,
  current(state, opened) {
    const shown = sessionAt(homesOf({ state }), opened)
    return shown?.row && { link: shown.home.link.id, id: shown.row.id }
  },
  open: (state, { link, id }) => state.openSession(link, id),
  copy(state, { link, id }) {
    state.openSession(link, id)
    return state.copyOutbox()
  },
  paste(state, { link, id }) {
    state.setView('paste')
    state.openSession(link, id)
    return state.fetchReply()
  },
  hasPlace: (state) => homesOf({ state }).length > 0,
  Main: SessionPane,
  Under: SessionUnder,
  Notes: HomeNotes,
  Empty: NoHome,
  ListButton: ListNewSession,
}

function sessionSections(state: WorkspaceState): readonly PasteSection[] {
  const homes = homesOf({ state })
  // Without a home there is still one section, whose notes say so.
  if (homes.length === 0) return [{ key: '', label: 'Sessions', groups: [] }]
  return homes.map((home) => ({
    key: home.link.id,
    label: homes.length > 1 ? home.link.name : 'Sessions',
    ...(homes.length > 1 && { heading: { text: home.link.name, title: home.view?.home ?? home.link.place } }),
    groups: [
      { title: 'Open', items: itemsOf(home, (row) => !row.isComplete) },
      { title: 'Done', items: itemsOf(home, (row) => row.isComplete) },
    ],
  }))
}

function itemsOf({ link, view }: SessionHome, isIn: (row: SessionRow) => boolean): readonly PasteItem[] {
  return (view?.sessions ?? []).filter(isIn).map((row) => ({
    link: link.id,
    id: row.id,
    shape: sessionWait(row).shape,
    line: firstLine(row.task),
    title: `${row.task}\n${row.id}${row.id === view?.active ? ', receives files from inbox/' : ''}`,
    at: row.updatedAt,
    words: `${row.task}\n${row.id}`,
  }))
}
