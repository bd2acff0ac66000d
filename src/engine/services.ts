import type { Protocol } from '../core/protocol.ts'
import type { SecretStore } from '../io/secrets.ts'
import type { Halts } from './halts/halts.ts'
import type { Journal, JournalReads } from '../core/journal.ts'
import type { JournalCare } from './care/journal-care.ts'
import type { CheckpointPace } from './past/checkpoints.ts'
import type { OpenPastReads } from './past/port.ts'
import type { Shell } from '../core/shell.ts'

/** Where the engine reports what helps to find a cause. Never called with secrets. */
export type Log = (message: string, fields?: Record<string, unknown>) => void

/** What reading needs, now or in the past. */
export interface Reading {
  readonly journal: JournalReads
  /** By id, in the order of the registry. */
  readonly protocols: ReadonlyMap<string, Protocol>
}

/** What every part of the engine depends on. Clock, ids and randomness are injected, so that tests can control them. */
export interface Services extends Reading {
  readonly journal: Journal
  readonly care: JournalCare
  readonly halts: Halts
  readonly secrets: SecretStore
  readonly shell: Shell
  readonly log: Log
  /** Called now and then while the lists of a workspace (by its name) are rebuilt from the journal, and at the end, in events. */
  readonly rebuilding?: ((name: string, done: number, total: number) => void) | undefined
  readonly now: () => number
  /** A clock that stands still while this machine sleeps and that nobody sets, ms. Default: that of the process. */
  readonly steady?: (() => number) | undefined
  readonly newId: () => string
  /** How often checkpoints are taken, see `past/checkpoints.ts`; only tests need another pace. */
  readonly checkpointPace?: CheckpointPace | undefined
  /** How the past is read; default: in a thread of its own. Tests have protocols that a thread does not know. */
  readonly pastReads?: OpenPastReads | undefined
  /** 0 to 1, for jitter. */
  readonly random: () => number
  readonly dataDir: string
  readonly version: string
}
