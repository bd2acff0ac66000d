import { fail, ok } from '../../core/fault.ts'
import type { Fault, Result } from '../../core/fault.ts'
import { errnoFault, errnoOf } from '../../io/errno-fault.ts'
import { runInBackground } from '../../io/journal/background.ts'
import type { JournalTask } from '../../io/journal/background.ts'
import { readArchives } from '../../io/journal/archive-list.ts'
import { backupFolder, listBackups } from '../../io/journal/backups.ts'
import { copiesWith } from '../../io/journal/copies.ts'
import type { BackupFile, JournalCopy } from '../../core/journal-files.ts'

/** Checks the journal and backs it up, once a day, in a thread. */
export interface JournalCare {
  /** Why the operator has to act: the journal is damaged, archives are missing, or there is no room for a backup. */
  fault(): Fault | undefined
  /** The daily backups, newest first. */
  backups(): { readonly folder: string; readonly files: readonly BackupFile[] }
  /** Copies of the journal that have a workspace, or may have it. */
  copiesWith(workspace: string): JournalCopy[]
  /** Removes a workspace from the copies, after running work; faults are also reported to the operator. */
  forgetInCopies(workspace: string, how: 'clean' | 'delete'): Promise<Result<void>>
  /** Does a task with the journal in the thread, after what goes on: a month is not written while a workspace is removed from archives. */
  run<T>(task: CareTask, signal?: AbortSignal): Promise<Result<T>>
  /** Damage, or a full disk, that was found on the way. */
  found(fault: Fault): void
  /** Calls `listener` when a fault appears or is over. */
  onChange(listener: (fault: Fault | undefined) => void): void
  close(): void
}

/** A task without its data folder. */
type CareTask = JournalTask extends infer Task ? (Task extends JournalTask ? Omit<Task, 'dataDir'> : never) : never

interface CareOptions {
  readonly dataDir: string
  readonly now: () => number
  /** False while there is nothing worth keeping. */
  readonly isUsed: () => boolean
}

/** The start has priority; the journal is checked later, when little else happens. */
const firstMs = 3 * 60_000
const lookMs = 60 * 60_000
const dayMs = 24 * 60 * 60_000

/** Starts the care. @param run runs a task, for tests. @param times when to check, ms. */
export function openJournalCare(
  { dataDir, now, isUsed }: CareOptions,
  run: (task: JournalTask, signal: AbortSignal) => Promise<Result<unknown>> = runInBackground,
  times = { firstMs, lookMs },
): JournalCare {
  const closing = new AbortController()
  const listeners = new Set<(fault: Fault | undefined) => void>()
  let fault: Fault | undefined
  /** A backup in progress would still have a workspace that is removed from the others. */
  let last: Promise<unknown> = Promise.resolve()
  let checkedAt: number | undefined
  let lost: Fault | undefined

  function set(next: Fault | undefined): void {
    if (next?.message === fault?.message) return
    fault = next
    for (const listener of listeners) listener(fault)
  }

  /** A time in the future is from before the clock was set back: it delays nothing. */
  const isOver = (at: number | undefined): boolean => at === undefined || at > now() || now() - at >= dayMs

  async function look(): Promise<void> {
    if (!isUsed()) return
    // What is told otherwise stays until the next check.
    const isTold = fault?.message === lost?.message
    lost = lostArchives(dataDir)
    if (isTold) set(lost)
    const isDue = isOver(listBackups(dataDir)[0]?.at)
    if (!isDue && !isOver(checkedAt)) return
    const backedUp = isDue ? await run({ kind: 'backup', dataDir, now: now() }, closing.signal) : undefined
    // A backup is checked, and the journal with it; without a backup the journal itself is checked.
    const checked = backedUp?.ok === true ? backedUp : await run({ kind: 'check', dataDir }, closing.signal)
    if (closing.signal.aborted) return
    checkedAt = now()
    set(!checked.ok ? checked.fault : backedUp?.ok === false ? backedUp.fault : lost)
  }

  /** Nobody else would catch that the folder of the backups cannot be read. */
  async function lookOrTell(): Promise<void> {
    try {
      await look()
    } catch (thrown) {
      if (errnoOf(thrown) === undefined) throw thrown
      set(errnoFault(thrown, `look for backups in ${backupFolder(dataDir)}`).fault)
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done
    return done
  }

  function lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(
      () => void inTurn(lookOrTell).finally(() => (timer = closing.signal.aborted ? timer : lookIn(times.lookMs))),
      ms,
    ).unref()
  }
  let timer = lookIn(times.firstMs)

  return {
    fault: () => fault,
    backups: () => ({ folder: backupFolder(dataDir), files: listBackups(dataDir) }),
    copiesWith: (workspace) => copiesWith(dataDir, workspace),
    forgetInCopies: (workspace, how) =>
      inTurn(async () => {
        if (closing.signal.aborted) return fail('cancelled', 'Patchbay is shutting down.')
        const done = await run({ kind: 'forget', dataDir, workspace, how }, closing.signal)
        if (!done.ok && done.fault.code !== 'cancelled') set(done.fault)
        return done.ok ? ok(undefined) : done
      }),
    run: <T>(task: CareTask, signal?: AbortSignal) =>
      inTurn(async () => {
        const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
        if (stop.aborted) return fail('cancelled', 'Cancelled.')
        return (await run({ ...task, dataDir } as JournalTask, stop)) as Result<T>
      }),
    found: set,
    onChange: (listener) => void listeners.add(listener),
    close() {
      clearTimeout(timer)
      closing.abort()
    },
  }
}

/** A fault that names the archives that cannot be read. */
function lostArchives(dataDir: string): Fault | undefined {
  const archives = readArchives(dataDir)
  const names = archives.ok ? archives.value.filter(({ events }) => events === undefined).map(({ file }) => file) : []
  if (names.length === 0) return undefined
  return fail(
    'unavailable',
    `Archives of the journal are missing or damaged: ${names.join(', ')}. What was said in these months is not shown, and what was asked then may be missing in Needs me. Put the files back into ${dataDir} and start Patchbay again.`,
  ).fault
}
