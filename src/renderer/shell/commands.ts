import {
  AlignJustify,
  Command as CommandIcon,
  FileText,
  FolderOpen,
  Keyboard,
  Play,
  Search,
  SquareSplitHorizontal,
  SunMoon,
} from 'lucide-react'
import { agentCommands } from '../features/agents/agent-commands.ts'
import { boardCommands } from '../features/board/board-commands.ts'
import { noticeCommands } from '../features/notices/notice-commands.ts'
import { caseCommands } from '../features/case/case-commands.ts'
import { haltCommands } from '../features/halt/halt-commands.ts'
import { replayCommands } from '../features/replay/replay-commands.ts'
import { closedThen } from '../features/replay/refused-then.ts'
import { needCommands } from '../features/needs/need-commands.ts'
import { flowCommands } from '../features/flow/flow-commands.ts'
import { feedCommands, inFeed } from '../features/feed/feed-commands.ts'
import { listCommands } from '../features/conversations/list-commands.ts'
import { simulateCommands } from '../features/simulate/simulate-commands.ts'
import { cyclePane } from './panes.ts'
import type { AppCommand, AppState, ViewEntry } from '../features/screen.ts'
import { firstView } from '../features/state/screen.ts'
import { onceFor } from './once-for.ts'
import { viewsOf } from './views.tsx'
import { folderOverlay, paletteOverlay, searchOverlay, shortcutsOverlay } from '../features/overlays.ts'

const hasWorkspace = (state: AppState): boolean => state.workspace !== undefined
function goTo({ id, title, words, icon }: ViewEntry, place: number): AppCommand {
  return {
    id: `go.${id}`,
    group: 'Go',
    label: title,
    ...(words !== undefined && { words }),
    icon,
    keys: [`$mod+${place + 1}`, ...(id === 'settings' ? ['$mod+,'] : [])],
    when: (state) => hasWorkspace(state) || id === 'settings' || id === firstView,
    run: (state) => state.setView(id),
  }
}

/** A folder from the native dialog if there is one, otherwise from the path field. */
export function openFolder(state: AppState): unknown {
  return state.info?.canPickFolder === true ? state.pickWorkspace() : state.setOverlay(folderOverlay({}))
}

/** Besides those of the views: what precedes them on the shortcut sheet, and what follows. */
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
    words: 'find old',
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
    id: 'go.pane-before',
    group: 'Go',
    label: 'Previous pane',
    icon: SquareSplitHorizontal,
    keys: ['Shift+F6'],
    keyOnly: true,
    run: () => cyclePane(-1),
  },
  {
    id: 'go.shortcuts',
    group: 'Go',
    label: 'Shortcuts',
    words: 'keys keyboard help',
    icon: Keyboard,
    keys: ['[Shift]+?'],
    run: (state) => state.setOverlay(shortcutsOverlay({})),
  },
]

const last: readonly AppCommand[] = [
  {
    id: 'workspace.open',
    group: 'Workspace',
    label: 'Open a folder',
    words: 'workspace project switch',
    icon: FolderOpen,
    keys: ['$mod+o'],
    writes: true,
    run: openFolder,
  },
  {
    id: 'workspace.demo',
    group: 'Workspace',
    label: 'Try the demo',
    words: 'example tour',
    icon: Play,
    writes: true,
    run: (state) => state.startDemo(),
  },
  {
    id: 'look.raw',
    group: 'Appearance',
    label: (state) => (state.filter.raw === true ? 'Hide raw lines' : 'Show raw lines'),
    icon: FileText,
    when: inFeed,
    run: (state) => state.setFilter({ ...state.filter, raw: state.filter.raw !== true }),
  },
  ...(['light', 'dark', 'system'] as const).map((theme): AppCommand => ({
    id: `look.theme-${theme}`,
    group: 'Appearance',
    label: theme === 'system' ? 'System theme' : `${theme === 'light' ? 'Light' : 'Dark'} theme`,
    words: 'appearance colours mode',
    icon: SunMoon,
    when: (state) => state.settings.theme !== theme,
    writes: true,
    run: (state) => state.setSettings({ theme }),
  })),
  {
    id: 'look.density',
    group: 'Appearance',
    label: (state) => (state.settings.density === 'compact' ? 'Comfortable rows' : 'Compact rows'),
    words: 'appearance density spacing',
    icon: AlignJustify,
    writes: true,
    run: (state) => state.setSettings({ density: state.settings.density === 'compact' ? 'comfortable' : 'compact' }),
  },
]

/** Every command, in the order of the shortcut sheet. */
export const commandsOf = onceFor((screens): readonly AppCommand[] => everyCommand(screens).map(closedThen))

const everyCommand = (screens: AppState['screens']): readonly AppCommand[] => [
  ...opening,
  ...replayCommands,
  ...viewsOf(screens)
    .filter(({ isUnlisted }) => isUnlisted !== true)
    .map(goTo),
  ...first,
  ...haltCommands,
  ...caseCommands,
  ...simulateCommands,
  ...needCommands,
  ...noticeCommands,
  ...flowCommands,
  ...feedCommands,
  ...listCommands,
  ...agentCommands,
  ...boardCommands,
  ...[...screens.values()].flatMap(({ commands = [] }) => commands),
  ...last,
]
