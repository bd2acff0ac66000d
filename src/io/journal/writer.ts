import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { Event } from '../../core/event.ts'
import { ok, type Result } from '../../core/fault.ts'
import type { AppendBatch, Journal } from '../../engine/journal.ts'
import { JournalError } from '../../engine/journal.ts'
import { programFile } from '../program-file.ts'
import { eventsOf } from './append.ts'
import { turns, type WriterSaid, type WriterTask } from './writer-port.ts'

/** From so many events in one period on, a thread stores them. */
const burst = 500
const periodMs = 250
/** So many events wait at most while others are written: whoever brings more waits for those, less than 10 ms. */
const mostWaiting = 200
/** The thread ends when it had nothing to do for this long, and after a failure there is none for this long, ms. */
const idleMs = 60_000
/** Far longer than a transaction takes, ms. */
const stuckMs = 30_000

export interface WriterOptions {
  readonly file: string
  /** Stores a batch here and now. @throws JournalError */
  readonly append: (batch: AppendBatch) => Event[]
  /** Whether events of this source can be stored without making it first. */
  readonly isKnown: (batch: AppendBatch) => boolean
  /** Events in a quarter of a second from which on the thread stores them; default 500. */
  readonly burst?: number | undefined
}

/** Stores events in a thread while many come in, so that understanding the next ones takes no time from it, and here otherwise. */
export interface Writer extends Pick<Journal, 'appendSoon' | 'settle'> {
  /** Runs something that writes to the journal itself, between two transactions of the thread. */
  between<T>(write: () => T): T
  /** Stores what waits and ends the thread; the next burst starts another one. */
  end(): void
}

type Took = (stored: Result<Event[]>) => void
interface Waiting {
  readonly batch: AppendBatch
  readonly took: Took
}
interface Thread {
  readonly worker: Worker
  readonly port: MessagePort
  readonly turn: Int32Array
}

export function openWriter({ file, append, isKnown, burst: many = burst }: WriterOptions): Writer {
  let thread: Thread | undefined
  let waiting: Waiting[] = []
  let waitingEvents = 0
  /** What the thread is writing. */
  let writing: readonly Waiting[] | undefined
  /** Stored, and not yet told. */
  const stored: (() => void)[] = []
  let isTelling = false
  let [count, since, wasBurst] = [0, 0, false]
  let usedAt = 0
  let lostAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function isBurst(events: number): boolean {
    const now = performance.now()
    if (now - since >= periodMs) {
      wasBurst = count >= many && now - since < 2 * periodMs
      ;[count, since] = [0, now]
    }
    count += events
    return wasBurst || count >= many
  }

  function start(): Thread {
    const { port1: port, port2 } = new MessageChannel()
    const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    const workerData: WriterTask = { file, port: port2, shared }
    const worker = new Worker(programFile(import.meta.url, './writer-thread.ts', 'writer-thread'), { workerData, transferList: [port2] })
    const one: Thread = { worker, port, turn: new Int32Array(shared) }
    worker.unref()
    const gone = (): void => void (thread === one && lost())
    worker.once('error', gone).once('exit', gone)
    port.on('message', (said: WriterSaid) => void (thread === one && finish(said)))
    port.unref()
    timer = setTimeout(look, idleMs).unref()
    return one
  }

  function look(): void {
    if (performance.now() - usedAt < idleMs) timer = setTimeout(look, idleMs).unref()
    else writer.end()
  }

  function send(): void {
    if (thread === undefined || writing !== undefined || waiting.length === 0) return
    writing = waiting
    waiting = []
    waitingEvents = 0
    usedAt = performance.now()
    Atomics.store(thread.turn, 0, turns.writing)
    thread.port.postMessage(
      writing.map(({ batch }) => batch),
      [],
    )
  }

  /** Waits until the thread has passed its turn. */
  function pass({ turn }: Thread, from: number): number {
    const deadline = performance.now() + stuckMs
    while (Atomics.load(turn, 0) === from && performance.now() < deadline) Atomics.wait(turn, 0, from, stuckMs)
    return Atomics.load(turn, 0)
  }

  /** Commits what the thread is writing, when it has written it, and takes it. @param said what it said of it, if that has arrived. */
  function commit(said?: WriterSaid): void {
    if (thread === undefined || writing === undefined) return
    if (pass(thread, turns.writing) === turns.writing) return lost()
    const placed = said ?? (receiveMessageOnPort(thread.port)?.message as WriterSaid)
    if (typeof placed === 'string') return here()
    Atomics.store(thread.turn, 0, turns.commit)
    Atomics.notify(thread.turn, 0)
    const turn = pass(thread, turns.commit)
    if (turn === turns.failed) return here()
    // Nobody can say what is stored; after a restart the journal does.
    if (turn !== turns.idle) throw new Error('the thread that stores events did not finish')
    for (const [index, { batch, took }] of writing.entries()) stored.push(() => took(ok(eventsOf(batch, placed[index] ?? []))))
    writing = undefined
  }

  /** What the thread did not store is stored here, and if that fails, its fault is found. */
  function here(): void {
    const all = writing ?? []
    writing = undefined
    const failed = new Map<string, Result<Event[]>>()
    const store = ({ batch, took }: Waiting): void => {
      const done = failed.get(batch.source) ?? attempt(() => append(batch))
      if (!done.ok) failed.set(batch.source, done)
      stored.push(() => took(done))
    }
    for (const each of all) store(each)
    const rest = waiting.filter(({ batch }) => failed.has(batch.source))
    waiting = waiting.filter(({ batch }) => !failed.has(batch.source))
    for (const each of rest) store(each)
  }

  /** The thread is gone or stands still: there is none any more, and nothing waits. */
  function lost(): void {
    void thread?.worker.terminate()
    thread = undefined
    lostAt = performance.now()
    clearTimeout(timer)
    writing = [...(writing ?? []), ...waiting]
    waiting = []
    here()
    tell()
  }

  /** Tells what was stored, in order: also where telling it stores something. */
  function tell(): void {
    if (isTelling) return
    isTelling = true
    try {
      for (let next = stored.shift(); next !== undefined; next = stored.shift()) next()
    } finally {
      isTelling = false
    }
  }

  function finish(said?: WriterSaid): void {
    commit(said)
    send() // the thread writes on while its events are folded here
    tell()
    send()
  }

  function settle(): void {
    while (writing !== undefined || waiting.length > 0) {
      send()
      commit()
      tell()
    }
  }

  const writer: Writer = {
    appendSoon(batch, took) {
      const isMuch = isBurst(batch.events.length)
      if (isMuch && performance.now() - lostAt > idleMs) thread ??= start()
      if (!isMuch || thread === undefined || Atomics.load(thread.turn, 0) === turns.starting || !isKnown(batch)) {
        settle()
        return took(attempt(() => append(batch)))
      }
      waiting.push({ batch, took })
      waitingEvents += batch.events.length
      if (writing !== undefined && (waitingEvents > mostWaiting || Atomics.load(thread.turn, 0) !== turns.writing)) finish()
      send()
    },
    settle,
    between(write) {
      commit()
      tell()
      const done = write()
      if (!isTelling) send()
      return done
    },
    end() {
      settle()
      clearTimeout(timer)
      if (thread === undefined) return
      const ending = thread
      thread = undefined
      if (Atomics.load(ending.turn, 0) !== turns.starting) {
        // Whoever closes the journal next is the last to have it open, and may move it.
        Atomics.store(ending.turn, 0, turns.closing)
        ending.port.postMessage('close', [])
        pass(ending, turns.closing)
      }
      void ending.worker.terminate()
    },
  }
  return writer
}

function attempt<T>(work: () => T): Result<T> {
  try {
    return ok(work())
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown
    return { ok: false, fault: thrown.fault }
  }
}
