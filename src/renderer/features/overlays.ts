import type { Event } from '../../core/event.ts'
import { overlayKind } from './state/overlay.ts'

/** The overlays that are no protocol's own. */
export const paletteOverlay = overlayKind<{ readonly query?: string }>('palette')
export const searchOverlay = overlayKind<{ readonly query?: string }>('search')
export const shortcutsOverlay = overlayKind('shortcuts')
/** Choose a folder to open. */
export const folderOverlay = overlayKind('folder')
export const newTaskOverlay = overlayKind('new task')
/** What a dialog asks about a task of the board. */
export type TaskAct = 'assign' | 'comment' | 'complete'
export const taskActOverlay = overlayKind<{ readonly act: TaskAct; readonly link: string; readonly task: string }>('task act')
/** A text, whole and exact. */
export const wholeTextOverlay = overlayKind<{ readonly title: string; readonly text: string }>('whole text')
export const visitOverlay = overlayKind<{ readonly url: string; readonly text: string; readonly from?: Event }>('visit')
