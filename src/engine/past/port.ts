import { Worker } from 'node:worker_threads'
import { fail, reasonOf, type Fault, type Result } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { programFile } from '../../io/program-file.ts'
import type { Services } from '../services.ts'
import type { PastQuestion } from './reads.ts'

/** Reads the past of one workspace. */
export interface PastReads {
  /**
   * Answers a question when those that wait about the same moment are answered, and before those about another moment. Beyond `mostWaiting`, it is refused.
   * Never rejects.
   */
  ask(question: PastQuestion): Promise<Result<unknown>>
  /** Questions that wait are answered with a fault. Afterwards no file is open. */
  close(): Promise<void>
}

/** Opens it; nothing is read before the first question. */
export type OpenPastReads = (services: Pick<Services, 'care' | 'dataDir' | 'journal' | 'protocols' | 'log'>, workspace: string) => PastReads

/** What the thread is told when it starts. */
export interface PastTask {
  readonly dataDir: string
  readonly workspace: string
}
/** What it is asked, and what it says. */
export interface PastAsked {
  readonly id: number
  readonly question: PastQuestion
}
export type PastSaid =
  | { readonly id: number; readonly answer: Result<unknown> }
  | { readonly log: string; readonly fields: Record<string, unknown> | undefined }
  /** The journal was found to be damaged. */
  | { readonly damage: Fault }

interface Running {
  readonly worker: Worker
  readonly waiting: Map<number, (answer: Result<unknown>) => void>
}

/** More questions than several pages ask at once are refused: each waits with a copy of what is known now. */
export const mostWaiting = 100
/**
 * Far more than many open debts take; what needs more ends the thread, and not the process. Most of what a jump makes is garbage a moment later: with room for it,
 * little of it is copied before.
 */
const resourceLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 192 }

const tooMany = fail('too-large', `Patchbay is still loading ${mostWaiting} requests about the past. Try again in a moment.`)

/** Reads the past in a thread with a heap and connections to the journal of its own: neither its work nor its garbage holds up other calls. */
export const pastThread: OpenPastReads = ({ care, dataDir, log }, workspace) => {
  let running: Running | undefined
  let timer: NodeJS.Timeout | undefined
  let asked = 0

  function start(): Running {
    const workerData: PastTask = { dataDir, workspace }
    const worker = new Worker(programFile(import.meta.url, './thread.ts', 'past-thread'), { workerData, resourceLimits })
    worker.unref()
    const one: Running = { worker, waiting: new Map() }
    worker.on('message', (said: PastSaid) => {
      if ('log' in said) return log(said.log, said.fields)
      if ('damage' in said) return care.found(said.damage)
      one.waiting.get(said.id)?.(said.answer)
      one.waiting.delete(said.id)
      if (one.waiting.size === 0 && running === one) timer = setTimeout(() => void end(), limits.pastReaderMs).unref()
    })
    worker.once('error', (thrown) => {
      log('the thread that reads the past ended', { workspace, reason: reasonOf(thrown), level: 'error' })
      giveUp(one, reasonOf(thrown))
    })
    worker.once('exit', () => giveUp(one, 'Its thread ended.'))
    return one
  }

  /** The next question starts another one. */
  function giveUp(one: Running, detail: string): void {
    if (running === one) running = undefined
    for (const resolve of one.waiting.values()) resolve(fail('internal', 'This moment could not be read. Try again.', { detail }))
    one.waiting.clear()
  }

  async function end(): Promise<void> {
    clearTimeout(timer)
    const ending = running
    running = undefined
    await ending?.worker.terminate()
  }

  return {
    ask(question) {
      clearTimeout(timer)
      const one = (running ??= start())
      if (one.waiting.size >= mostWaiting) return Promise.resolve(tooMany)
      return new Promise((resolve) => {
        const id = ++asked
        one.waiting.set(id, resolve)
        one.worker.postMessage({ id, question } satisfies PastAsked, [])
      })
    },
    close: end,
  }
}
