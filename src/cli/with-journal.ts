import type { Result } from '../core/fault.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { lockInstance } from '../io/instance.ts'
import type { RecoverState } from '../io/journal/recover-state.ts'
import { complainOf } from '../io/standard-streams.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { endOfProcess } from './end-of-process.ts'
import { linkInfo } from '../engine/links/link-info.ts'
import type { LinkInfo } from '../engine/links/link-info.ts'

/** What a command that changes the journal works with. */
export interface JournalWork {
  readonly dataDir: string
  readonly recover: RecoverState
  readonly links: LinkInfo
  readonly signal: AbortSignal
}

/** Runs a command that changes the journal, while no Patchbay uses the data folder. Returns the exit code. */
export async function withJournal<T>(
  data: string | undefined,
  work: (given: JournalWork) => Promise<Result<T>>,
  report: (done: T) => void,
): Promise<number> {
  const dataDir = dataDirOf(data)
  const lock = lockInstance(dataDir, 'command')
  if (!lock.ok) return complainOf(lock.fault)
  try {
    const stop = new AbortController()
    void endOfProcess().then(() => stop.abort())
    const links = linkInfo(await loadProtocols())
    const done = await work({ dataDir, recover: links.recover, links, signal: stop.signal })
    if (!done.ok) return complainOf(done.fault)
    report(done.value)
    return 0
  } finally {
    lock.value.release()
  }
}
