import path from 'node:path'
import { counted } from '../core/count.ts'
import { fail } from '../core/fault.ts'
import { countHaltsOfJournal } from '../io/halt-file.ts'
import { listBackups } from '../io/journal/backups.ts'
import { missingArchives } from '../io/journal/copies.ts'
import { restoreJournal } from '../io/journal/restore.ts'
import { say } from '../io/standard-streams.ts'
import { showProgress } from './progress.ts'
import { withdrawnWords } from './withdrawn-words.ts'
import { withJournal } from './with-journal.ts'

/** `patchbay restore [FILE]`: replaces the journal with a backup. Returns the exit code. @param backup as typed. */
export function restore(backup: string | undefined, options: { readonly data?: string }): Promise<number> {
  let folder = ''
  return withJournal(
    options.data,
    async ({ dataDir, recover, signal }) => {
      folder = dataDir
      const file = backup === undefined ? listBackups(dataDir)[0]?.file : path.resolve(backup)
      if (file === undefined) return fail('not-found', `There is no daily backup in ${dataDir}. Name the file of a backup.`)
      say(`Restoring ${file}.`)
      const done = await restoreJournal(dataDir, file, { recover, signal, now: Date.now(), progress: showProgress('Copied') })
      const halted = done.ok ? countHaltsOfJournal(dataDir) : done
      return halted.ok ? done : halted
    },
    ({ events, kept, ...withdrawn }) => {
      say(`Restored ${counted(events, 'event')}.${kept === undefined ? '' : ` The replaced journal is kept as ${kept}.`}`)
      for (const line of withdrawnWords(withdrawn)) say(line)
      const missing = missingArchives(folder)
      if (missing.length > 0) say(`Texts of some months are in archives that are not in ${folder}. Put them there: ${missing.join(', ')}.`)
      say('Links resume from the backup at the next start and read what their sources still have.')
    },
  )
}
