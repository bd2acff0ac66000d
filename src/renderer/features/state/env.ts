import type { Client } from '../../../api/client.ts'
import type { Result } from '../../../core/fault.ts'
import type { SystemNotices } from '../../ui/system-notices.ts'

/** A text that outlives a reload of its page, or a crash of it, and nothing more. */
export interface KeptText {
  /** Undefined: there is none, or none that can be read. It may take until there is a connection. */
  read(): Promise<string | undefined>
  /** Keeps a text in the place of the one before; undefined: none. */
  write(text: string | undefined): void
}

/** What the store may access outside itself; tests pass their own. */
export interface StoreEnv {
  readonly client: Client
  /** The clock of the screen, ms since 1970. */
  readonly now: () => number
  /** A new ULID. */
  readonly newId: () => string
  /** Runs once before the next frame is drawn, or soon if the page is hidden. */
  readonly onFrame: (run: () => void) => void
  readonly later: (run: () => void, ms: number) => void
  /** The page is visible and has the focus. */
  readonly isLooking: () => boolean
  /** Writes text to the clipboard. */
  readonly copy: (text: string) => Promise<Result<void>>
  /** Saves a text as a file, as the browser does. */
  readonly download: (name: string, text: string) => void
  /** Text on the clipboard, as far as the page itself may read it. */
  readonly readText: () => Promise<Result<string>>
  /** Notifications of the system; absent: it shows none for this page. */
  readonly notices?: SystemNotices
  /** Where texts that were not sent are kept for a reload; absent: nowhere. */
  readonly kept?: KeptText
}
