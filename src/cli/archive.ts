import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { counted } from '../core/count.ts'
import { fail, ok } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import { openArchives } from '../engine/care/archives.ts'
import type { Archives } from '../engine/care/archives.ts'
import type { Journal } from '../core/journal.ts'
import type { Archive, MonthSize } from '../core/journal-files.ts'
import { dataDirOf } from '../io/data-dir.ts'
import { readArchives } from '../io/journal/archive-list.ts'
import { monthsOf } from '../io/journal/archive-write.ts'
import { runInBackground } from '../io/journal/background.ts'
import type { JournalTask } from '../io/journal/background.ts'
import { returnSpace } from '../io/journal/checkpoint.ts'
import { journalFile } from '../io/journal/journal-file.ts'
import { openJournal } from '../io/journal/open.ts'
import { askYes, canAsk, complainOf, printJson, printWords, say } from '../io/standard-streams.ts'
import { sizeText } from '../core/size-text.ts'
import { withJournal } from './with-journal.ts'

/** Options of `patchbay archive`, as typed; at most one of `until` and `bringBack`. */
export interface ArchiveOptions {
  /** The last month to move, `2026-03`. */
  readonly until?: string
  /** The month, or the file of its archive. */
  readonly bringBack?: string
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly data?: string
}

/** What can be moved and what is in archives. Sizes in bytes; of a month that of its texts. */
interface Stock {
  readonly journal: number
  readonly months: readonly MonthSize[]
  readonly archives: readonly Archive[]
}

const lookMs = 50

/**
 * `patchbay archive`: lists the months of the journal and its archives, moves months into archives, or brings them back. Only the list is available while Patchbay runs.
 * Returns the exit code.
 */
export async function archive(options: ArchiveOptions): Promise<number> {
  const dataDir = dataDirOf(options.data)
  const stock = await read(dataDir)
  if (!stock.ok) return complainOf(stock.fault)
  const { until, bringBack } = options
  if (until === undefined && bringBack === undefined) return list(stock.value, options.json === true)
  const months = stock.value.months.filter(({ month }) => until !== undefined && month <= until)
  const files = stock.value.archives.filter(({ file, month }) => file === bringBack || month === bringBack)
  const parts = until === undefined ? files : months
  if (parts.length === 0) {
    const why =
      until === undefined
        ? `There is no archive ${bringBack ?? ''}.`
        : `There is no month to move up to ${until}: the present one stays in the journal.`
    return complainOf(fail('not-found', why).fault)
  }
  if (options.dryRun === true) return list({ ...stock.value, months, archives: files }, options.json === true)
  const verb = until === undefined ? 'Bring back' : 'Move'
  const agreed = await isAgreed(`${verb} ${parts.map(({ month }) => month).join(', ')}?`, options.yes === true)
  if (!agreed.ok) return complainOf(agreed.fault)
  const code = await withJournal(
    options.data,
    ({ signal }) =>
      change(dataDir, signal, (archives) => (until === undefined ? bringAll(archives, files) : [() => archives.move(monthAfter(until))])),
    () => undefined,
  )
  if (code !== 0) return code
  const after = await read(dataDir)
  return after.ok ? list(after.value, options.json === true) : complainOf(after.fault)
}

async function read(dataDir: string): Promise<Result<Stock>> {
  const file = journalFile(dataDir)
  if (!file.ok) return file
  const months = await monthsOf(dataDir)
  if (!months.ok) return months
  const archives = readArchives(dataDir)
  if (!archives.ok) return archives
  const present = new Date().toISOString().slice(0, 7)
  const journal = statSync(file.value).size
  return ok({ journal, months: months.value.filter(({ month }) => month < present), archives: archives.value })
}

async function list({ journal, months, archives }: Stock, isJson: boolean): Promise<number> {
  if (isJson) await printJson([{ journal, months, archives }])
  else {
    await printWords(`Journal  ${sizeText(journal)}`)
    for (const { month, events, bytes } of months)
      await printWords(`${month}  in the journal  ${counted(events, 'event')}, ${sizeText(bytes)}`)
    for (const each of archives) await printWords(`${each.month}  ${each.file}  ${stateOf(each)}`)
  }
  return 0
}

function stateOf({ state, events, bytes }: Archive): string {
  const size = events === undefined ? 'missing or damaged' : `${counted(events, 'event')}, ${sizeText(bytes)}`
  return state === 'closed' ? size : `${size}, ${state === 'moving' ? 'being moved' : 'coming back'}`
}

async function isAgreed(question: string, isYes: boolean): Promise<Result<void>> {
  if (isYes) return ok(undefined)
  if (!canAsk()) return fail('refused', 'There is no terminal to ask in. Add --yes to go ahead.')
  return (await askYes(question)) ? ok(undefined) : fail('cancelled', 'Nothing was changed.')
}

type Step = () => Result<void>

const wait: Step = () => ok(undefined)

const bringAll = (archives: Archives, files: readonly Archive[]): Step[] =>
  files.map(
    ({ file }) =>
      // It may be what an earlier command left, and back by now.
      () =>
        archives.view().archives.some((each) => each.file === file) ? archives.bringBack(file) : ok(undefined),
  )

/** Does the steps one after the other; a signal ends it after the month that is being written. */
async function change(dataDir: string, signal: AbortSignal, steps: (archives: Archives) => readonly Step[]): Promise<Result<void>> {
  let stopped: Fault | undefined
  const opened = openJournal({ dataDir, onStop: (fault) => (stopped = fault) })
  if (!opened.ok) return opened
  const journal = opened.value
  try {
    const run = <T>(task: object, stop?: AbortSignal): Promise<Result<T>> =>
      runInBackground({ ...task, dataDir } as JournalTask, stop ?? signal) as Promise<Result<T>>
    const archives = openArchives({ journal, care: { run }, now: Date.now, log: () => undefined })
    signal.addEventListener('abort', () => archives.cancel())
    // What an earlier command left comes first: texts that are still in the journal would be written into another archive.
    for (const step of [wait, ...steps(archives)]) {
      if (signal.aborted) break
      const begun = step()
      if (!begun.ok) return begun
      await settled(journal, archives, () => stopped !== undefined)
      const fault = stopped ?? archives.view().fault
      if (fault !== undefined) return { ok: false, fault }
    }
  } finally {
    journal.close()
  }
  return signal.aborted ? fail('cancelled', 'Cancelled. `patchbay archive` shows which months were moved.') : returnSpace(dataDir)
}

async function settled(journal: Journal, archives: Archives, isStopped: () => boolean): Promise<void> {
  let told = 0
  for (;;) {
    const { moving } = archives.view()
    if (moving !== undefined && moving.done > told) say(`${moving.done} of ${moving.total} months are written.`)
    told = moving?.done ?? told
    if (moving === undefined && (isStopped() || journal.archives().every(({ state }) => state === 'closed'))) return
    await setTimeout(lookMs)
  }
}

/** `2026-12` → `2027-01`. */
function monthAfter(month: string): string {
  const next = new Date(`${month}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString().slice(0, 7)
}
