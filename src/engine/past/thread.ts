import { parentPort, workerData } from 'node:worker_threads'
import { fail, type Result } from '../../core/fault.ts'
import { openJournalReads } from '../../io/journal/open.ts'
import { loadProtocols } from '../../protocols/registry.ts'
import { JournalError, type JournalReads } from '../../core/journal.ts'
import type { PastAsked, PastSaid, PastTask } from './port.ts'
import { openPastReader } from './reader.ts'
import { answerPast, type PastQuestion } from './reads.ts'

/**
 * The thread that reads the past of a workspace: answers one question after the other. Those about the moment that was asked about last come first: whoever
 * asks about another moment no longer looks at the one before.
 */
const { dataDir, workspace } = workerData as PastTask
let connection: JournalReads | undefined
const reading = {
  protocols: new Map((await loadProtocols()).map((each) => [each.info.id, each])),
  log: (message: string, fields?: Record<string, unknown>) => post({ log: message, fields }),
  get journal() {
    if (connection === undefined) throw new Error('the journal is read only while a question is answered')
    return connection
  },
}
const reader = openPastReader(reading, workspace)
const waiting: PastAsked[] = []
parentPort?.on('message', (asked: PastAsked) => {
  if (waiting.push(asked) === 1) setImmediate(answerNext)
})

/** What was asked in the meantime is received before the next one. */
function answerNext(): void {
  const { at } = waiting.at(-1)?.question ?? {}
  const [next] = waiting.splice(
    waiting.findIndex(({ question }) => question.at === at),
    1,
  )
  if (next !== undefined) post({ id: next.id, answer: answer(next.question) })
  if (waiting.length > 0) setImmediate(answerNext)
}

/** Each question has a connection of its own: between them no file is held open, and nothing is as of before an archive was moved or something was forgotten. */
function answer(question: PastQuestion): Result<unknown> {
  const opened = openJournalReads(dataDir, (fault) => post({ damage: fault }))
  if (!opened.ok) return opened
  connection = opened.value
  try {
    return answerPast(reader.read(question.facts, question.at), reading, workspace, question)
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown
    return fail(thrown.fault.code, thrown.fault.message, thrown.fault)
  } finally {
    opened.value.close()
    connection = undefined
  }
}

function post(said: PastSaid): void {
  parentPort?.postMessage(said, [])
}
