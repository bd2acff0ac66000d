import type { Approval, ApprovalScope } from './approval.ts'
import type { Notice, NoticeItem } from './notice.ts'
import type { Permit } from './protocol.ts'
import type { Result } from './fault.ts'

/** What a shell provides to the engine. The engine never asks which shell it runs in; a missing capability is `undefined`. */
export interface Shell {
  readonly kind: 'electron' | 'browser' | 'in-process'
  /** What a page needs to find the next launch by itself (`api/proof.ts`), in the browser shell. */
  readonly session?: { readonly key: string; readonly token: string }
  /** Native folder dialog; undefined value: cancelled. */
  readonly pickFolder?: () => Promise<string | undefined>
  /** Asks where to save a text as a new or replaced file, in a native dialog, and saves it; undefined value: cancelled. `name`: suggested. */
  readonly saveText?: (name: string, text: string) => Promise<Result<string | undefined>>
  /** Opens a file with the system's default program. */
  readonly openPath?: (permit: Permit, path: string) => Promise<Result<void>>
  readonly openExternal?: (permit: Permit, url: string) => Promise<Result<void>>
  /** Text on the system's clipboard, while Patchbay's window has focus; otherwise fault `refused`. */
  readonly readClipboard?: () => Promise<Result<string>>
  /**
   * Asks the operator to confirm on a surface that no page can reach; false: not confirmed. Where a shell has one, the engine requires it
   * for approving a program (`spawn`) and for every standing approval (`needsOwnSurface` in policy.ts).
   */
  readonly confirmApproval?: (approval: Approval, scope: ApprovalScope) => Promise<boolean>
  /** Notifications of the system, and the marks of tray and badge. Where it cannot notify, one page does. */
  readonly notices?: NoticeSurface
  /** Encrypts with the OS keychain; absent: the secret store uses a 0600 file and says so. */
  readonly keychain?: { encrypt(text: string): Promise<Uint8Array>; decrypt(bytes: Uint8Array): Promise<string> }
}

/** What a shell shows outside its window. */
export interface NoticeSurface {
  /** True if the system shows notifications of this shell. */
  canNotify(): boolean
  show(notices: readonly Notice[]): void
  /** Ids of notifications whose cause is gone. */
  close(ids: readonly string[]): void
  /** How much needs the operator, in all running workspaces. */
  tell(standing: NoticeStanding): void
}

/** What tray, badge and their menu show. */
export interface NoticeStanding {
  /** What the settings let count. */
  readonly count: number
  readonly isOverdue: boolean
  /** A halt refuses effects: its mark wins over all others. */
  readonly isHalted: boolean
  readonly isLinkDown: boolean
  /** At least one workspace runs. */
  readonly isWatching: boolean
  /** Nothing is notified until then, ms. */
  readonly mutedUntil: number | undefined
  /** Everything that needs the operator, most urgent first in each workspace. */
  readonly items: readonly NoticeItem[]
}
