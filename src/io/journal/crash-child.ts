import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openJournal } from './open.ts'
import { chatEvent } from './crash-event.ts'
import { untilThread } from './test-thread.ts'

/**
 * Test program: appends three messages and the link's state per transaction until it is killed, and prints the number of each
 * batch once the journal has acknowledged it. Starts from what is already stored, as a link does after a crash. With the argument `soon`, a thread stores them.
 */
// Written now, because this program always ends by a kill.
flushCompileCache()
const [, , dataDir = '', how] = process.argv
const opened = openJournal({ dataDir, burst: 0 })
if (!opened.ok) throw new Error(opened.fault.message)
const journal = opened.value
journal.putWorkspace({ id: 'w', path: '/p', name: 'p', operator: 'operator', operatorAsked: true, openedAt: 1, demo: false })
const link = { workspace: 'w', source: 'chat', protocol: 'chat' }
const saved = Number(journal.linkState('chat') ?? -1)
if (how === 'soon') untilThread(journal, link)
for (let batch = Math.max(0, saved - 3); ; batch++) {
  const events = [0, 1, 2].map((place) => chatEvent(batch * 3 + place))
  const stored = (): void => void (batch > saved && say(`${batch}\n`))
  const given = { ...link, at: batch, events, state: Math.max(saved, batch) }
  if (how === 'soon') journal.appendSoon(given, stored)
  else {
    journal.append(given)
    stored()
  }
}

/** Writes a line in one piece; while the pipe is full, the parent is about to kill this program. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, line)
      return
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown
    }
  }
}
