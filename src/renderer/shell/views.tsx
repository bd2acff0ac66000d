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
import { NeedsView } from '../features/needs/needs-view.tsx'
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
    icon: Diamond,
    Main: NeedsView,
    Inspector: FeedInspector,
    isInspectorAway: ({ state }) => (state?.desk.needs.length ?? 0) === 0,
  },
  {
    id: 'feed',
    hasPast: 'whole',
    title: 'Feed',
    icon: List,
    Main: FeedView,
    List: ConversationList,
    listLabel: 'Conversations and agents',
    Inspector: FeedInspector,
  },
  { id: 'flow', hasPast: 'whole', title: 'Flow', icon: Activity, Main: FlowView, Inspector: FlowInspector },
  { id: 'board', hasPast: 'whole', title: 'Board', icon: SquareKanban, Main: BoardView, Inspector: BoardInspector },
  { id: 'agents', hasPast: 'whole', title: 'Agents', icon: Users, Main: AgentsView, Inspector: AgentPane },
]
const after: readonly ViewEntry[] = [
  { id: 'paste', title: 'Paste', icon: ClipboardPaste, Main: PasteView, List: PasteList, listLabel: 'Paste items' },
  { id: 'links', hasPast: 'main', title: 'Links', icon: Plug, Main: LinksView, Inspector: LinkPane },
  { id: 'settings', title: 'Settings', icon: SlidersHorizontal, Main: SettingsView, atEnd: true },
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
