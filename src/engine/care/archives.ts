import { fail, ok } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import type { Archive, MonthSize, WrittenArchive } from '../../core/journal-files.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'

/** What the screen shows of archives. */
export interface ArchivesView {
  readonly archives: readonly Archive[]
  /** Months that are being moved, and how many of them are done. */
  readonly moving?: { readonly done: number; readonly total: number }
  /** Why the last request was not done, or not for all months. */
  readonly fault?: Fault
}

/** Moves months of the journal into archives and brings them back, when the operator asks for it. */
export interface Archives {
  view(): ArchivesView
  /** The months before the present one (UTC) that can be moved, oldest first. */
  months(): Promise<Result<MonthSize[]>>
  /** Begins to move all months before this one: `2026-03`, in UTC. */
  move(before: string): Result<void>
  /** No further month is moved; the one that is being written is not. */
  cancel(): void
  /** Begins to bring back the month of an archive. */
  bringBack(file: string): Result<void>
  close(): void
}

/** What is needed of the services. */
type ArchiveServices = Pick<Services, 'journal' | 'now' | 'log'> & { readonly care: Pick<Services['care'], 'run'> }

const busy = fail('conflict', 'Months are being moved. Wait until this is done, or cancel it.')

/** Opens the archives. */
export function openArchives({ journal, care, now, log }: ArchiveServices): Archives {
  let running: { readonly stop: AbortController; done: number; total: number } | undefined
  let fault: Fault | undefined

  const present = (): string => new Date(now()).toISOString().slice(0, 7)

  async function months(): Promise<Result<MonthSize[]>> {
    const found = await care.run<MonthSize[]>({ kind: 'months' })
    return found.ok ? ok(found.value.filter(({ month }) => month < present())) : found
  }

  async function moveAll(before: string, run: NonNullable<typeof running>): Promise<Result<void>> {
    const found = await months()
    if (!found.ok) return found
    const wanted = found.value.filter(({ month }) => month < before)
    run.total = wanted.length
    for (const { month } of wanted) {
      if (run.stop.signal.aborted) return ok(undefined)
      const written = await care.run<WrittenArchive | undefined>({ kind: 'archive', month }, run.stop.signal)
      if (!written.ok) return run.stop.signal.aborted ? ok(undefined) : written
      const { value } = written
      const moved = tryJournal(() => (value === undefined ? undefined : journal.moveToArchive(value.file, value.month)))
      if (!moved.ok) return moved
      run.done++
    }
    return ok(undefined)
  }

  /** Starts something that takes long; its fault is shown until the next one. */
  function start(work: (run: NonNullable<typeof running>) => Promise<Result<void>>): Result<void> {
    if (running !== undefined) return busy
    const run = { stop: new AbortController(), done: 0, total: 0 }
    running = run
    fault = undefined
    void work(run).then((done) => {
      running = undefined
      if (done.ok) return
      fault = done.fault
      log('months could not be moved', { fault: done.fault, level: 'warn' })
    })
    return ok(undefined)
  }

  return {
    view: () => ({
      archives: journal.archives(),
      ...(running !== undefined && { moving: { done: running.done, total: running.total } }),
      ...(fault !== undefined && { fault }),
    }),
    months,
    move: (before) => start((run) => moveAll(before, run)),
    cancel: () => running?.stop.abort(),
    bringBack(file) {
      if (journal.archives().every((archive) => archive.file !== file)) return fail('not-found', 'There is no such archive.')
      return start(async () => {
        const checked = await care.run<void>({ kind: 'check-archive', file })
        return checked.ok ? tryJournal(() => journal.bringBack(file)) : checked
      })
    },
    close: () => running?.stop.abort(),
  }
}
