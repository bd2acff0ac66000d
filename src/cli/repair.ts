import { count, counted } from '../core/count.ts'
import { countHaltsOfJournal } from '../io/halt-file.ts'
import { repairJournal } from '../io/journal/repair.ts'
import { say } from '../io/standard-streams.ts'
import { showProgress } from './progress.ts'
import { withdrawnWords } from './withdrawn-words.ts'
import { withJournal } from './with-journal.ts'

/** `patchbay repair`: makes a new journal of what can be read of a damaged one and of the last backup. Returns the exit code. */
export function repair(options: { readonly data?: string; readonly withoutArchives?: true }): Promise<number> {
  return withJournal(
    options.data,
    async ({ dataDir, recover, signal }) => {
      const progress = showProgress('Read')
      const done = await repairJournal(dataDir, {
        recover,
        signal,
        now: Date.now(),
        progress,
        isWithoutArchives: options.withoutArchives === true,
      })
      const halted = done.ok && done.value !== undefined ? countHaltsOfJournal(dataDir) : done
      return halted.ok ? done : halted
    },
    (done) => {
      if (done === undefined) return say('The journal is intact. Nothing was changed.')
      const { read, fromBackup, lost, backup, links, kept, ...withdrawn } = done
      say(`${count(read)} events were read from the damaged journal.`)
      if (backup === undefined) say('There is no usable daily backup.')
      else say(`${count(fromBackup)} more events came from the backup of ${new Date(backup.at).toISOString()}.`)
      if (lost > 0)
        say(`Up to ${counted(lost, 'event')} could not be read${backup === undefined ? '' : ' and are not in the backup either'}.`)
      say(`The next start reads the sources of ${counted(links, 'link')} again; what they still have is added.`)
      if (kept !== undefined) say(`The damaged journal is kept as ${kept}.`)
      for (const line of withdrawnWords(withdrawn)) say(line)
    },
  )
}
