import type { MessagePort } from 'node:worker_threads'
import type { Placed } from './append.ts'

/** What the thread that stores events is told when it starts. */
export interface WriterTask {
  /** The journal. */
  readonly file: string
  /** Batches go to it, or `close`; what it says comes back. */
  readonly port: MessagePort
  /** One number, see `turns`. */
  readonly shared: SharedArrayBuffer
}

/** Once for each message: where the events of each batch are, or that none are stored. */
export type WriterSaid = 'failed' | readonly (readonly Placed[])[]

/**
 * Whose turn it is, in the shared number. It is `idle` when the thread has started. Then the main thread says `writing`, the thread `written` when its transaction is complete, the main thread `commit`, and the
 * thread `idle`. It says `failed` instead if nothing of it is stored. `closing`: the thread is to close its files, and is then `idle`.
 */
export const turns = { starting: 0, idle: 1, writing: 2, written: 3, commit: 4, failed: 5, closing: 6 } as const
