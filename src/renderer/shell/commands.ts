import {
  AlignJustify,
  ArrowDown,
  ArrowUp,
  Check,
  CircleDot,
  Clipboard,
  ClipboardPaste,
  Command as CommandIcon,
  FileText,
  FolderOpen,
  FoldVertical,
  Inbox,
  Keyboard,
  List,
  Pause,
  Play,
  Plug,
  Plus,
  Reply,
  Search,
  SendHorizontal,
  Settings as SettingsIcon,
  SquareArrowOutUpRight,
  SquareKanban,
  SquareSplitHorizontal,
  SunMoon,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { agentCommands } from '../features/agents/agent-commands.ts'
import { boardCommands } from '../features/board/board-commands.ts'
import { canRun } from '../features/state/command.ts'
import { inboxCommands } from '../../protocols/switchboard/screen/inbox-commands.ts'
import { bindKeys, letGo } from '../ui/keys.ts'
import { listCommands } from '../features/conversations/list-commands.ts'
import { cyclePane } from './panes.ts'
import { pasteCommands } from '../../protocols/codingagent/screen/paste-commands.ts'
import { promptCommands } from '../../protocols/jaibber/screen/paste/prompt-commands.ts'
import { reviewCommands } from '../features/paste/review-commands.ts'
import { teamCommands } from '../../protocols/jaibber/screen/team-commands.ts'
import { hasContent } from '../features/state/draft.ts'
import { foldOf } from '../features/state/folding.ts'
import type { AppCommand, AppState } from '../features/screen.ts'
import type { AppStore } from '../features/state/store.ts'
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

function goTo(view: string, label: string, icon: LucideIcon, keys: readonly string[]): AppCommand {
  return {
    id: `go.${view}`,
    group: 'Go',
    label,
    icon,
    keys,
    when: (state) => hasWorkspace(state) || view === 'settings' || view === 'feed',
    run: (state) => state.setView(view),
  }
}

/** A folder by the native dialog where there is one, else by the path field. */
export function openFolder(state: AppState): unknown {
  return state.info?.canPickFolder === true ? state.pickWorkspace() : state.setOverlay(folderOverlay({}))
}

/** Every command, in the order of the shortcut sheet. */
export const commands: readonly AppCommand[] = [
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
  goTo('feed', 'Feed', List, ['$mod+1']),
  goTo('board', 'Board', SquareKanban, ['$mod+2']),
  goTo('agents', 'Agents', Users, ['$mod+3']),
  goTo('inboxes', 'Inboxes', Inbox, ['$mod+4']),
  goTo('paste', 'Paste', ClipboardPaste, ['$mod+5']),
  goTo('links', 'Links', Plug, ['$mod+6']),
  goTo('settings', 'Settings', SettingsIcon, ['$mod+7', '$mod+,']),
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

  ...listCommands,
  ...agentCommands,
  ...teamCommands,
  ...inboxCommands,
  ...boardCommands,
  ...promptCommands,
  ...pasteCommands,
  ...reviewCommands,

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

/** Lets the keyboard run the commands. @returns what unbinds. */
export function bindCommands(target: Window, store: AppStore): () => void {
  return bindKeys(
    target,
    commands.map((command) => ({
      keys: command.keys,
      // An overlay takes the keyboard, wherever the focus was left.
      when: () => store.getState().overlay === undefined && canRun(command, store.getState()),
      run: () => {
        if (command.moves === true) letGo()
        command.run(store.getState())
      },
    })),
  )
}
