import { overlayKind } from '../../../renderer/features/state/overlay.ts'

export const newSessionOverlay = overlayKind<{ readonly link?: string }>('new session')
/** Choose files of the outbox. */
export const attachOverlay = overlayKind('attach')
/** An outbox, whole and exact. */
export const outboxOverlay = overlayKind<{ readonly title: string; readonly text: string }>('outbox')
