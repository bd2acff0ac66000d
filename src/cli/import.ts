import { statSync } from 'node:fs'
import path from 'node:path'
import { count, counted } from '../core/count.ts'
import { fail, ok } from '../core/fault.ts'
import { newHaltId } from '../core/halt.ts'
import type { Halt } from '../core/halt.ts'
import { caughtUpKey } from '../engine/room.ts'
import { haltHere } from '../io/halt-file.ts'
import { importJournal } from '../io/journal/import.ts'
import { readChunks } from '../io/read-chunks.ts'
import { say } from '../io/standard-streams.ts'
import { showProgress } from './progress.ts'
import { withJournal } from './with-journal.ts'

/** Lines that are named; the rest are only counted. */
const mostNamed = 20

/** `patchbay import FILE|-`: reads an export into the journal. Returns the exit code: 1 also when lines were skipped. @param file as typed. */
export async function importEvents(file: string, options: { readonly workspace?: string; readonly data?: string }): Promise<number> {
  let isWhole = true
  const code = await withJournal(
    options.data,
    async ({ dataDir, links, signal }) => {
      const size = file === '-' ? 0 : statSync(file, { throwIfNoEntry: false })?.size
      if (size === undefined) return fail('not-found', `${path.resolve(file)} is not a file.`)
      const show = showProgress('Read')
      let named = 0
      const done = await importJournal(dataDir, readChunks(file, signal), {
        ...links,
        caughtUpKey,
        now: Date.now(),
        signal,
        ...(options.workspace !== undefined && { workspace: path.resolve(options.workspace) }),
        skipped(line, why) {
          if (++named <= mostNamed) say(`Line ${count(line)} was skipped: ${why}`)
        },
        progress: (bytes) => show(Math.min(bytes, size), size),
      })
      const halted = done.ok && done.value.isHalted ? haltHere(dataDir, importedHalt()) : ok(false)
      if (!halted.ok) return halted
      if (halted.value) say('The export is of a Patchbay that was halted, so this one is halted, too. Resume once you have started it.')
      return done
    },
    ({ events, known, different, links, unsent, skipped, isComplete, missing }) => {
      say(`Imported ${counted(events, 'event')}; ${count(known)} ${were(known)} there already.`)
      if (different > 0) say(`${count(different)} of those ${different === 1 ? 'has' : 'have'} another text here, which was kept.`)
      if (links > 0) say(`${counted(links, 'link')} ${were(links)} added, off until you enable ${links === 1 ? 'it' : 'them'} in Links.`)
      if (unsent > 0)
        say(
          `${counted(unsent, 'message')} ${were(unsent)} not confirmed; Patchbay asks whether to send ${unsent === 1 ? 'it' : 'them'} again.`,
        )
      if (skipped > mostNamed) say(`${counted(skipped, 'line')} ${were(skipped)} skipped in total.`)
      if (!isComplete) say('The export ends early: it was cut off, or is still being written.')
      if (missing > 0) say(`${counted(missing, 'event')} ${missing === 1 ? 'is' : 'are'} missing: removed after the export was written.`)
      isWhole = skipped === 0 && isComplete && missing === 0
    },
  )
  return code === 0 && !isWhole ? 1 : code
}

const were = (value: number): string => (value === 1 ? 'was' : 'were')

function importedHalt(): Halt {
  return { id: newHaltId(() => false, Math.random), at: Date.now(), scope: { kind: 'all' }, level: 'stop', by: 'an import', rows: [] }
}
