import path from 'node:path'
import { counted } from '../core/count.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { archivesNeeded } from '../io/journal/copies.ts'
import { copyJournal } from '../io/journal/copy.ts'
import { journalFile } from '../io/journal/journal-file.ts'
import { complainOf, say } from '../io/standard-streams.ts'
import { endOfProcess } from './end-of-process.ts'
import { showProgress } from './progress.ts'
import { sizeText } from '../core/size-text.ts'

/**
 * `patchbay backup FILE`: copies the journal, also while Patchbay runs. Ctrl+C ends it and leaves nothing. Returns the exit code.
 * @param target as typed.
 */
export async function backup(target: string, options: { readonly data?: string }): Promise<number> {
  const dataDir = dataDirOf(options.data)
  const file = journalFile(dataDir)
  if (!file.ok) return complainOf(file.fault)
  const stop = new AbortController()
  void endOfProcess().then(() => stop.abort())
  const copied = await copyJournal(file.value, path.resolve(target), { signal: stop.signal, progress: showProgress('Copied') })
  if (!copied.ok) return complainOf(copied.fault)
  const { events, bytes } = copied.value
  say(`Backed up ${counted(events, 'event')} (${sizeText(bytes)}) to ${copied.value.file}. Secrets are not part of a backup.`)
  const archives = archivesNeeded(copied.value.file) ?? []
  if (archives.length > 0) say(`It needs the archives in ${dataDir}, which do not change. Copy them, too: ${archives.join(', ')}.`)
  return 0
}
