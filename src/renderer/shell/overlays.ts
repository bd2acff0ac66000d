import { FolderDialog } from '../features/first-run/folder-dialog.tsx'
import { Search } from '../features/search/search.tsx'
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx'
import { Palette } from './palette/palette.tsx'
import { HandOverDialog } from '../features/needs/hand-over-dialog.tsx'
import { InviteDialog } from '../features/agents/invite/invite-dialog.tsx'
import { LimitsDialog } from '../features/needs/limits-dialog.tsx'
import { NewTask } from '../features/board/new-task.tsx'
import { ScenarioDialog } from '../features/simulate/scenario-dialog.tsx'
import { TaskActDialog } from '../features/board/task-act.tsx'
import { WholeText } from '../features/common/whole-text.tsx'
import { WaitsDialog } from '../features/waits/waits-dialog.tsx'
import { Visit } from '../features/visit/visit.tsx'
import {
  folderOverlay,
  handOverOverlay,
  inviteOverlay,
  limitsOverlay,
  newTaskOverlay,
  paletteOverlay,
  scenarioOverlay,
  searchOverlay,
  shortcutsOverlay,
  taskActOverlay,
  visitOverlay,
  waitsOverlay,
  wholeTextOverlay,
} from '../features/overlays.ts'
import { onceFor } from './once-for.ts'

/** The dialogs of the features. */
const shared: Readonly<Record<string, React.ComponentType>> = {
  [paletteOverlay.kind]: Palette,
  [searchOverlay.kind]: Search,
  [shortcutsOverlay.kind]: ShortcutSheet,
  [folderOverlay.kind]: FolderDialog,
  [scenarioOverlay.kind]: ScenarioDialog,
  [newTaskOverlay.kind]: NewTask,
  [taskActOverlay.kind]: TaskActDialog,
  [visitOverlay.kind]: Visit,
  [wholeTextOverlay.kind]: WholeText,
  [inviteOverlay.kind]: InviteDialog,
  [limitsOverlay.kind]: LimitsDialog,
  [handOverOverlay.kind]: HandOverDialog,
  [waitsOverlay.kind]: WaitsDialog,
}

/** All dialogs, by `Overlay.kind`; each reads its data from the store's `overlay`. */
export const overlaysOf = onceFor((screens): Readonly<Record<string, React.ComponentType>> =>
  Object.assign({}, shared, ...[...screens.values()].map((screen) => screen.overlays)),
)
