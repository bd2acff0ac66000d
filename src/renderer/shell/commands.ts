import {
  AlignJustify,
  ArrowDown,
  ArrowUp,
  Check,
  CircleDot,
  Clipboard,
  Command as CommandIcon,
  FileText,
  FolderOpen,
  FoldVertical,
  Keyboard,
  Pause,
  Play,
  Plus,
  Reply,
  Search,
  SendHorizontal,
  SquareArrowOutUpRight,
  SquareSplitHorizontal,
  SunMoon,
} from 'lucide-react'
import { agentCommands } from '../features/agents/agent-commands.ts'
import { boardCommands } from '../features/board/board-commands.ts'
import { listCommands } from '../features/conversations/list-commands.ts'
import { cyclePane } from './panes.ts'
import { hasContent } from '../features/state/draft.ts'
import { foldOf } from '../features/state/folding.ts'
import type { AppCommand, AppState, ViewEntry } from '../features/screen.ts'
import { onceFor } from './once-for.ts'
import { viewsOf } from './views.tsx'
import { folderOverlay, paletteOverlay, searchOverlay, shortcutsOverlay } from '../features/overlays.ts'

const hasWorkspace = (state: AppState): boolean => state.workspace !== undefined
const inFeed = (state: AppState): boolean => hasWorkspace(state) && state.view === 'feed'
const hasRow = (state: AppState): boolean => inFeed(state) && state.selectedEvent() !== undefined
const hasMessage = (state: AppState): boolean => inFeed(state) && state.selectedEvent()?.body.kind === 'message'

/** Whose message is selected, and where it stands. */
function selectedHint(state: AppState): string | undefined {
  const event = state.selectedEvent()
  if (event === undefined) return undefined
  const who = event.body.kind === 'message' ? event.body.from : undefined
  return [who, event.raw.anchor?.label].filter(Boolean).join(', ')
}

function goTo({ id, title, icon }: ViewEntry, place: number): AppCommand {
  return {
    id: `go.${id}`,
    group: 'Go',
    label: title,
    icon,
    keys: [`$mod+${place}`, ...(id === 'settings' ? ['$mod+,'] : [])],
    when: (state) => hasWorkspace(state) || id === 'settings' || id === 'feed',
    run: (state) => state.setView(id),
  }
}

/** A folder by the native dialog where there is one, else by the path field. */
export function openFolder(state: AppState): unknown {
  return state.info?.canPickFolder === true ? state.pickWorkspace() : state.setOverlay(folderOverlay({}))
}

/** Beside those of the views: what goes before them on the shortcut sheet, and what after. */
const opening: readonly AppCommand[] = [
  {
    id: 'go.palette',
    group: 'Go',
    label: 'Palette',
    icon: CommandIcon,
    keys: ['$mod+k'],
    keyOnly: true,
    run: (state) => state.setOverlay(paletteOverlay({})),
  },
  {
    id: 'go.search',
    group: 'Go',
    label: 'Search messages',
    icon: Search,
    keys: ['[Shift]+/', '$mod+f'],
    when: hasWorkspace,
    run: (state) => state.setOverlay(searchOverlay({})),
  },
]

const first: readonly AppCommand[] = [
  {
    id: 'go.next-pane',
    group: 'Go',
    label: 'Next pane',
    icon: SquareSplitHorizontal,
    keys: ['F6'],
    keyOnly: true,
    run: () => cyclePane(),
  },
  {
    id: 'go.shortcuts',
    group: 'Go',
    label: 'Shortcuts',
    icon: Keyboard,
    keys: ['[Shift]+?'],
    run: (state) => state.setOverlay(shortcutsOverlay({})),
  },

  {
    id: 'move.down',
    group: 'Move',
    label: 'Down',
    icon: ArrowDown,
    keys: ['j'],
    when: inFeed,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveSelection(1),
  },
  {
    id: 'move.up',
    group: 'Move',
    label: 'Up',
    icon: ArrowUp,
    keys: ['k'],
    when: inFeed,
    keyOnly: true,
    moves: true,
    run: (state) => state.moveSelection(-1),
  },
  {
    id: 'move.open',
    group: 'Move',
    label: 'Open',
    icon: SquareArrowOutUpRight,
    keys: ['Enter'],
    when: hasRow,
    keyOnly: true,
    run: (state) => (foldOf(state, state.selection)?.isOpen === false ? state.toggleFold() : state.open()),
  },
  {
    id: 'move.fold',
    group: 'Move',
    label: (state) => (foldOf(state, state.selection)?.isOpen === true ? 'Fold the chatter' : 'Unfold the chatter'),
    sheetLabel: 'Fold or unfold chatter',
    icon: FoldVertical,
    keys: ['f'],
    when: (state) => inFeed(state) && foldOf(state, state.selection) !== undefined,
    run: (state) => state.toggleFold(),
  },
  {
    id: 'move.follow',
    group: 'Move',
    label: (state) => (state.following ? 'Pause following' : 'Follow new messages'),
    sheetLabel: 'Pause or follow',
    icon: Pause,
    keys: ['Space'],
    when: inFeed,
    run: (state) => state.toggleFollow(),
  },

  {
    id: 'message.reply',
    group: 'Message',
    label: 'Reply',
    icon: Reply,
    keys: ['r'],
    hint: selectedHint,
    when: hasMessage,
    run: (state) => state.reply(),
  },
  {
    id: 'message.acknowledge',
    group: 'Message',
    label: 'Acknowledge',
    icon: Check,
    keys: ['a'],
    hint: selectedHint,
    when: hasMessage,
    run: (state) => state.acknowledge(),
  },
  {
    id: 'message.unread',
    group: 'Message',
    label: 'Mark unread',
    icon: CircleDot,
    keys: ['u'],
    hint: selectedHint,
    when: hasMessage,
    run: (state) => state.markUnread(),
  },
  {
    id: 'message.source',
    group: 'Message',
    label: 'Open raw source',
    icon: FileText,
    keys: ['o'],
    hint: selectedHint,
    when: hasRow,
    run: (state) => state.openSource(),
  },
  {
    id: 'message.copy',
    group: 'Message',
    label: 'Copy raw text',
    icon: Clipboard,
    keys: ['y'],
    hint: selectedHint,
    when: hasRow,
    run: (state) => state.copyRaw(),
  },
  {
    id: 'message.new',
    group: 'Message',
    label: 'New message',
    icon: Plus,
    keys: ['c'],
    when: inFeed,
    run: (state) => state.messageTo(),
  },
  {
    id: 'message.send',
    group: 'Message',
    label: 'Send',
    icon: SendHorizontal,
    keys: ['$mod+Enter'],
    when: (state) => inFeed(state) && hasContent(state),
    run: (state) => state.send(),
  },
]

const last: readonly AppCommand[] = [
  { id: 'workspace.open', group: 'Workspace', label: 'Open a folder', icon: FolderOpen, keys: ['$mod+o'], run: openFolder },
  { id: 'workspace.demo', group: 'Workspace', label: 'Try the demo', icon: Play, run: (state) => state.startDemo() },

  {
    id: 'look.raw',
    group: 'Look',
    label: (state) => (state.filter.raw === true ? 'Hide raw lines' : 'Show raw lines'),
    icon: FileText,
    when: inFeed,
    run: (state) => state.setFilter({ ...state.filter, raw: state.filter.raw !== true }),
  },
  ...(['light', 'dark', 'system'] as const).map((theme): AppCommand => ({
    id: `look.theme-${theme}`,
    group: 'Look',
    label: theme === 'system' ? 'Theme of the system' : `${theme === 'light' ? 'Light' : 'Dark'} theme`,
    icon: SunMoon,
    when: (state) => state.settings.theme !== theme,
    run: (state) => state.setSettings({ theme }),
  })),
  {
    id: 'look.density',
    group: 'Look',
    label: (state) => (state.settings.density === 'compact' ? 'Comfortable rows' : 'Compact rows'),
    icon: AlignJustify,
    run: (state) => state.setSettings({ density: state.settings.density === 'compact' ? 'comfortable' : 'compact' }),
  },
]

/** Every command, in the order of the shortcut sheet. */
export const commandsOf = onceFor((screens): readonly AppCommand[] => [
  ...opening,
  ...viewsOf(screens).map((view, index) => goTo(view, index + 1)),
  ...first,
  ...listCommands,
  ...agentCommands,
  ...boardCommands,
  ...[...screens.values()].flatMap(({ commands = [] }) => commands),
  ...last,
])
