import type { Invited } from '../../core/invite/invite.ts'
import type { Event } from '../../core/event.ts'
import { overlayKind } from './state/overlay.ts'

/** The dialogs that belong to no protocol. */
export const paletteOverlay = overlayKind<{ readonly query?: string }>('palette')
export const searchOverlay = overlayKind<{ readonly query?: string }>('search')
export const shortcutsOverlay = overlayKind('shortcuts')
/** Choose a folder to open. */
export const folderOverlay = overlayKind('folder')
/** Choose a scenario file to open. */
export const scenarioOverlay = overlayKind('scenario')
export const newTaskOverlay = overlayKind('new task')
/** One action on a task of the board. */
export type TaskAct = 'assign' | 'comment' | 'complete'
export const taskActOverlay = overlayKind<{ readonly act: TaskAct; readonly link: string; readonly task: string }>('task act')
/** A complete, exact text. */
export const wholeTextOverlay = overlayKind<{ readonly title: string; readonly text: string }>('whole text')
/** How long each kind of debt may take. */
export const limitsOverlay = overlayKind('limits')
/** Who shall do what a debt asks for, or decide about it. `verb`: Hand over, Assign, Reassign, Escalate. */
export const handOverOverlay = overlayKind<{
  readonly key: string
  readonly text: string
  readonly verb: string
  readonly intent?: 'handover' | 'escalate'
  /** All debts that are handed over one after another, `key` among them. */
  readonly keys?: readonly string[]
}>('hand over')
/** Set a coding agent up for this project, or take that out again. */
export const inviteOverlay = overlayKind<{ readonly remove?: Invited }>('invite')
/** Who waits for whom. `stuck`: shows this ring · `agent`: what this agent (id) waits for. */
export const waitsOverlay = overlayKind<{ readonly stuck?: string; readonly agent?: string }>('waits')
export const visitOverlay = overlayKind<{ readonly url: string; readonly text: string; readonly from?: Event }>('visit')
