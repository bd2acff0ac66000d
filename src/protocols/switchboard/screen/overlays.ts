import { overlayKind } from '../../../renderer/features/state/overlay.ts'
import type { MessageDraft } from './slices.ts'

/** A message to a mailbox. */
export const writeMessageOverlay = overlayKind<{ readonly draft: MessageDraft }>('write message')
/** A copy of a dead letter, to be edited. */
export const deadLetterOverlay = overlayKind<{ readonly file: string; readonly isFixed?: boolean }>('dead letter')
export const newTeamOverlay = overlayKind('new team')
/** A shell under a new name. */
export const newTerminalOverlay = overlayKind('new terminal')
/** An agent registered by hand. */
export const newAgentOverlay = overlayKind('new agent')
