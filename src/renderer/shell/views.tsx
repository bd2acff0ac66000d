import { ClipboardPaste, Inbox, List, Plug, SlidersHorizontal, SquareKanban, Users } from 'lucide-react'
import { AgentPane } from '../features/agents/agent-pane.tsx'
import { AgentsView } from '../features/agents/agents-view.tsx'
import { LocalAgentForm } from '../../protocols/jaibber/screen/agents/local-agent-form.tsx'
import { RemoveAgent } from '../../protocols/jaibber/screen/agents/remove-agent.tsx'
import { StartAgent } from '../../protocols/jaibber/screen/agents/start-agent.tsx'
import { Approvals } from '../features/approvals/approvals.tsx'
import { BoardInspector } from '../features/board/board-inspector.tsx'
import { BoardView } from '../features/board/board-view.tsx'
import { NewTask } from '../features/board/new-task.tsx'
import { TaskActDialog } from '../features/board/task-act.tsx'
import { SendParts } from '../../protocols/jaibber/screen/composer/send-parts.tsx'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { FeedInspector } from '../features/inspector/feed-inspector.tsx'
import { FeedView } from '../features/feed/feed-view.tsx'
import { FirstRun as StartPage } from '../features/first-run/first-run.tsx'
import { FolderDialog } from '../features/first-run/folder-dialog.tsx'
import { EditLetter } from '../../protocols/switchboard/screen/edit-letter.tsx'
import { InboxInspector } from '../../protocols/switchboard/screen/inbox-inspector.tsx'
import { InboxList } from '../../protocols/switchboard/screen/inbox-list.tsx'
import { InboxesView } from '../../protocols/switchboard/screen/inboxes-view.tsx'
import { NewAgent } from '../../protocols/switchboard/screen/new-agent.tsx'
import { NewTerminal } from '../../protocols/switchboard/screen/new-terminal.tsx'
import { NewTeam } from '../../protocols/switchboard/screen/new-team.tsx'
import { WriteMail } from '../../protocols/switchboard/screen/write-mail.tsx'
import { LinkPane } from '../features/links/link-pane.tsx'
import { LinksView } from '../features/links/links-view.tsx'
import { AttachTree } from '../../protocols/codingagent/screen/attach-tree.tsx'
import { DeclinePrompt } from '../../protocols/jaibber/screen/paste/decline-prompt.tsx'
import { ExactText } from '../features/paste/exact-text.tsx'
import { NewSession } from '../../protocols/codingagent/screen/new-session.tsx'
import { PasteView } from '../features/paste/paste-view.tsx'
import { SessionList } from '../features/paste/session-list.tsx'
import { Palette } from './palette/palette.tsx'
import { NewProjectTask } from '../../protocols/jaibber/screen/projects/new-project-task.tsx'
import { Search } from '../features/search/search.tsx'
import { SettingsView } from '../features/settings/settings-view.tsx'
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx'
import { Visit } from '../features/visit/visit.tsx'
import type { ViewEntry } from '../features/screen.ts'
import { CommandKeys } from './command-keys.tsx'

/** The views of the rail, in its order. Ctrl/⌘1…9 follow this order too. */
export const views: readonly ViewEntry[] = [
  {
    id: 'feed',
    title: 'Feed',
    icon: List,
    Main: FeedView,
    List: ConversationList,
    listLabel: 'Conversations and agents',
    Inspector: FeedInspector,
  },
  { id: 'board', title: 'Board', icon: SquareKanban, Main: BoardView, Inspector: BoardInspector },
  { id: 'agents', title: 'Agents', icon: Users, Main: AgentsView, Inspector: AgentPane },
  {
    id: 'inboxes',
    title: 'Inboxes',
    icon: Inbox,
    Main: InboxesView,
    List: InboxList,
    listLabel: 'Mailboxes',
    Inspector: InboxInspector,
  },
  { id: 'paste', title: 'Paste', icon: ClipboardPaste, Main: PasteView, List: SessionList, listLabel: 'Sessions' },
  { id: 'links', title: 'Links', icon: Plug, Main: LinksView, Inspector: LinkPane },
  { id: 'settings', title: 'Settings', icon: SlidersHorizontal, Main: SettingsView, atEnd: true },
]

/** What lies over the panes, by `Overlay['kind']`; each reads its data from the store's `overlay`. */
export const overlays: Readonly<Record<string, React.ComponentType>> = {
  palette: Palette,
  search: Search,
  shortcuts: ShortcutSheet,
  folder: FolderDialog,
  'new session': NewSession,
  attach: AttachTree,
  'write mail': WriteMail,
  'dead letter': EditLetter,
  'new team': NewTeam,
  'new agent': NewAgent,
  'new terminal': NewTerminal,
  'new task': NewTask,
  'task act': TaskActDialog,
  'local agent': LocalAgentForm,
  'start agent': StartAgent,
  'remove agent': RemoveAgent,
  'decline prompt': DeclinePrompt,
  'send parts': SendParts,
  'project task': NewProjectTask,
  'exact text': ExactText,
  visit: Visit,
}

/** Shown while no workspace is open. */
export const FirstRun: React.ComponentType | undefined = StartPage

/** Always mounted: the key bindings. */
export const resident: readonly React.ComponentType[] = [CommandKeys]

/** Further items at the right end of the status bar: the questions that wait. */
export const statusItems: readonly React.ComponentType[] = [Approvals]
