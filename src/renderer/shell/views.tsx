import {
  Activity,
  ClipboardPaste,
  Diamond,
  FileArchive,
  FlaskConical,
  List,
  Plug,
  SlidersHorizontal,
  SquareKanban,
  Users,
} from 'lucide-react'
import { AgentPane } from '../features/agents/agent-pane.tsx'
import { AgentsView } from '../features/agents/agents-view.tsx'
import { BoardInspector } from '../features/board/board-inspector.tsx'
import { BoardView } from '../features/board/board-view.tsx'
import { CaseForm } from '../features/case/case-form.tsx'
import { CaseView } from '../features/case/case-view.tsx'
import { ConversationList } from '../features/conversations/conversation-list.tsx'
import { FeedInspector } from '../features/inspector/feed-inspector.tsx'
import { FeedView } from '../features/feed/feed-view.tsx'
import { FlowInspector } from '../features/flow/flow-inspector.tsx'
import { FlowView } from '../features/flow/flow-view.tsx'
import { LinkPane } from '../features/links/link-pane.tsx'
import { LinksView } from '../features/links/links-view.tsx'
import { closedNeed } from '../features/needs/need-verbs.ts'
import { NeedsView } from '../features/needs/needs-view.tsx'
import { selectedRow } from '../features/needs/owed-need.ts'
import { PasteView } from '../features/paste/paste-view.tsx'
import { PasteList } from '../features/paste/paste-list.tsx'
import { ScenarioList } from '../features/simulate/scenario-list.tsx'
import { SimulatePane } from '../features/simulate/simulate-pane.tsx'
import { SimulateView } from '../features/simulate/simulate-view.tsx'
import { SettingsView } from '../features/settings/settings-view.tsx'
import { onceFor } from './once-for.ts'
import type { ViewEntry } from '../features/screen.ts'

/** Besides each protocol's own: the views before theirs, and after. */
const before: readonly ViewEntry[] = [
  {
    id: 'needs',
    hasPast: 'whole',
    title: 'Needs me',
    words: 'questions approvals inbox todo home',
    icon: Diamond,
    Main: NeedsView,
    Inspector: FeedInspector,
    isInspectorAway: (now) => (now.state?.desk.needs.length ?? 0) === 0 && closedNeed(now) === undefined && selectedRow(now) === undefined,
  },
  {
    id: 'feed',
    hasPast: 'whole',
    title: 'Feed',
    words: 'messages timeline log conversations',
    icon: List,
    Main: FeedView,
    List: ConversationList,
    listLabel: 'Conversations and agents',
    Inspector: FeedInspector,
  },
  { id: 'flow', hasPast: 'whole', title: 'Flow', words: 'timeline lanes graph', icon: Activity, Main: FlowView, Inspector: FlowInspector },
  { id: 'board', hasPast: 'whole', title: 'Board', words: 'tasks cards', icon: SquareKanban, Main: BoardView, Inspector: BoardInspector },
  { id: 'agents', hasPast: 'whole', title: 'Agents', words: 'people team names', icon: Users, Main: AgentsView, Inspector: AgentPane },
]
const after: readonly ViewEntry[] = [
  {
    id: 'paste',
    title: 'Paste',
    words: 'LLM clipboard sessions copy',
    icon: ClipboardPaste,
    Main: PasteView,
    List: PasteList,
    listLabel: 'Paste items',
  },
  { id: 'links', hasPast: 'main', title: 'Links', words: 'connections networks add', icon: Plug, Main: LinksView, Inspector: LinkPane },
  {
    id: 'settings',
    title: 'Settings',
    words: 'preferences options notifications backups',
    icon: SlidersHorizontal,
    Main: SettingsView,
    atEnd: true,
  },
]

/** Views that a command opens. */
const unlisted: readonly ViewEntry[] = [
  { id: 'case', title: 'Case', icon: FileArchive, Main: CaseView, List: CaseForm, listLabel: 'What goes in', isUnlisted: true },
  {
    id: 'simulate',
    title: 'Simulate',
    icon: FlaskConical,
    Main: SimulateView,
    List: ScenarioList,
    listLabel: 'Scenarios',
    Inspector: SimulatePane,
    isUnlisted: true,
  },
]

/** The views of the rail in order, and those that it does not list. */
export const viewsOf = onceFor((screens): readonly ViewEntry[] => [
  ...before,
  ...[...screens.values()].flatMap(({ view }) => (view === undefined ? [] : [view])),
  ...after,
  ...unlisted,
])
