import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openJournal } from '../../src/io/journal/open.ts'
import { chatEvent } from '../fakes/crash-event.ts'

/**
 * Test program: appends three messages and the link's state per transaction until it is killed, and prints the number of each
 * batch once the journal has acknowledged it. Starts from what is already stored, as a link does after a crash.
 */
// Written now, because this program always ends by a kill.
flushCompileCache()
const opened = openJournal({ dataDir: process.argv[2] ?? '' })
if (!opened.ok) throw new Error(opened.fault.message)
const journal = opened.value
journal.putWorkspace({ id: 'w', path: '/p', name: 'p', operator: 'operator', operatorAsked: true, openedAt: 1, demo: false })
const saved = Number(journal.linkState('chat') ?? -1)
for (let batch = Math.max(0, saved - 3); ; batch++) {
  const events = [0, 1, 2].map((place) => chatEvent(batch * 3 + place))
  journal.append({ workspace: 'w', source: 'chat', protocol: 'chat', at: batch, events, state: Math.max(saved, batch) })
  if (batch > saved) writeSync(1, `${batch}\n`)
}
