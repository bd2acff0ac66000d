import { counted } from '../core/count.ts'
import { terminalJson } from '../core/terminal-text.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { exportJournal } from '../io/journal/export.ts'
import { realFolder } from '../io/real-folder.ts'
import { complainOf, printJsonBytes, say } from '../io/standard-streams.ts'
import { wrongUsage } from '../io/wrong-usage.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { endOfProcess } from './end-of-process.ts'
import { linkInfo } from '../engine/links/link-info.ts'
import { range } from './range.ts'
import { showProgress } from './progress.ts'
import { sayUnread } from './say-unread.ts'
import { version } from './version.ts'

/** Options of `patchbay export`, as typed. */
export interface ExportCommand {
  readonly workspace?: string
  readonly from?: string
  readonly to?: string
  readonly data?: string
}

/** `patchbay export`: prints the journal as lines of JSON, also while Patchbay runs. Returns the exit code. */
export async function exportEvents(options: ExportCommand): Promise<number> {
  const now = Date.now()
  const read = range(options, now)
  if (!read.ok) return wrongUsage(read.fault.field ?? '--from', read.fault.message)
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  const links = linkInfo(await loadProtocols())
  const dataDir = dataDirOf(options.data)
  const done = await exportJournal(dataDir, {
    ...(options.workspace !== undefined && { workspace: realFolder(options.workspace) }),
    ...read.value,
    patchbay: version,
    now,
    ...links,
    write: (lines) => printJsonBytes(terminalJson(lines)),
    ...(!process.stdout.isTTY && { progress: showProgress('Exported') }),
    signal: stop.signal,
  })
  if (!done.ok) return complainOf(done.fault)
  const { events, workspaces, unread } = done.value
  say(`Exported ${counted(events, 'event')} of ${counted(workspaces, 'workspace')}.`)
  return sayUnread(unread, dataDir)
}
