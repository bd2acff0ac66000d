import type { LinkContext } from '../../../core/protocol.ts'
import type { Mailboxes } from '../files/mailbox-types.ts'
import type { SenderProofs } from '../files/sender-proofs.ts'
import type { SwitchboardConfig } from '../pure/config.ts'
import type { Persona } from '../pure/personas.ts'
import type { Shells } from '../terminals/shells.ts'
import type { Keeping } from './keeping.ts'
import type { MailIndex } from './mail-index.ts'
import type { MailJournal } from './mail-journal.ts'
import type { StateFollow } from './state-follow.ts'

/** The parts of a running link. */
export interface RunningLink {
  /** The folder that contains `.switchboard/`; an absolute path. */
  readonly root: string
  readonly config: SwitchboardConfig
  readonly context: LinkContext
  readonly mailboxes: Mailboxes
  readonly proofs: SenderProofs
  readonly state: StateFollow
  readonly index: MailIndex
  readonly journal: MailJournal
  readonly keeping: Keeping
  readonly shells: Shells
  /** Whether an editor's Switchboard extension uses this folder, as last checked. */
  readonly extension: { isHere: boolean }
  /** True if no file is written for this name now but by a server of ours. */
  readonly writesBySession: (name: string) => boolean
  /** Names of agents that the operator registered. */
  readonly registered: Set<string>
  readPersonas(): Promise<readonly Persona[]>
  /** Saves the state immediately. */
  save(): void
}
