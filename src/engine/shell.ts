import type { Approval, ApprovalScope } from '../core/approval.ts'
import type { Permit } from '../core/protocol.ts'
import type { Result } from '../core/fault.ts'

/** What a shell provides to the engine. The engine never asks which shell it runs in; a missing capability is `undefined`. */
export interface Shell {
  readonly kind: 'electron' | 'browser' | 'in-process'
  /** What a page needs to find the next launch by itself (`api/proof.ts`), in the browser shell. */
  readonly session?: { readonly key: string; readonly token: string }
  /** Native folder dialog; undefined value: cancelled. */
  readonly pickFolder?: () => Promise<string | undefined>
  /** Opens a file with the system's default program. */
  readonly openPath?: (permit: Permit, path: string) => Promise<Result<void>>
  readonly openExternal?: (permit: Permit, url: string) => Promise<Result<void>>
  /** Text on the system's clipboard, while Patchbay's window has focus; otherwise fault `refused`. */
  readonly readClipboard?: () => Promise<Result<string>>
  /**
   * Asks the operator to confirm on a surface that no page can reach; false: not confirmed. Where a shell has one, the core requires it
   * for approving a program (`spawn`) and for every standing approval (`needsOwnSurface` in policy.ts).
   */
  readonly confirmApproval?: (approval: Approval, scope: ApprovalScope) => Promise<boolean>
  /** Encrypts with the OS keychain; absent: the secret store uses a 0600 file and says so. */
  readonly keychain?: { encrypt(text: string): Promise<Uint8Array>; decrypt(bytes: Uint8Array): Promise<string> }
}
