import { overlayKind } from '../../../renderer/features/state/overlay.ts'

export const newSessionOverlay = overlayKind<{ readonly link?: string }>('new session')
/** Choose files of the outbox. */
export const attachOverlay = overlayKind('attach')
/** The full, exact text of an outbox. */
export const outboxOverlay = overlayKind<{ readonly title: string; readonly text: string }>('outbox')
