import { setImmediate as turn } from 'node:timers/promises'
import { openFolds } from '../src/engine/folds/folds.ts'
import { openJournal } from '../src/io/journal/open.ts'

/**
 * A process that has only what the engine has: the journal of the folder given, its folds, and some searches and pages asked of it. Prints its resident
 * memory in bytes.
 */
const [folder = '', now = '0'] = process.argv.slice(2)
const opened = openJournal({ dataDir: folder })
if (!opened.ok) throw new Error(opened.fault.message)
const journal = opened.value
const folds = openFolds({ journal, now: () => Number(now), log: () => undefined }, 'w')
while (folds.view('coder', () => undefined).rebuilding !== undefined) await turn()
const unread = (below: number): number[] => folds.unreadBelow('operator', below)
for (const query of ['parser', 'pa', 'is:unread']) await journal.search({ workspace: 'w', query, limit: 50, now: Number(now), unread })
const { forYou } = folds.view('coder', () => undefined)
const { rss } = process.memoryUsage()
process.stdout.write(JSON.stringify({ rss, forYou }))
journal.close()
