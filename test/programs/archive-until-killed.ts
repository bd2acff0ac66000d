import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { writeArchive } from '../../src/io/journal/archive-write.ts'
import { openJournal } from '../../src/io/journal/open.ts'

/** Test program: moves a month into an archive and brings it back, again and again, until it is killed; prints the state whenever it changes. */
flushCompileCache()
const [dataDir = '', month = ''] = process.argv.slice(2)
const opened = openJournal({ dataDir })
if (!opened.ok) throw new Error(opened.fault.message)
const journal = opened.value
let told = ''
for (;;) {
  const archive = journal.archives()[0]
  const state = archive?.state ?? 'none'
  if (state !== told) writeSync(1, `${state}\n`)
  told = state
  if (archive?.state === 'closed') journal.bringBack(archive.file)
  if (archive === undefined) {
    const written = await writeArchive(dataDir, month)
    if (!written.ok || written.value === undefined) throw new Error(JSON.stringify(written))
    writeSync(1, 'written\n')
    journal.moveToArchive(written.value.file, month)
  }
  await setTimeout(1)
}
