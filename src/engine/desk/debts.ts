import type { DraftAbout } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import type { Fault } from '../../core/fault.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import type { Talk } from '../../core/fold/debts/talk.ts'
import { inSlices } from '../../io/slices.ts'
import { tryJournal } from '../journal-fault.ts'
import { inBackground, retryMs } from '../in-background.ts'
import { openKept } from '../kept.ts'
import { openCheckpoints } from '../past/checkpoints.ts'
import type { Services } from '../services.ts'
import { debtsCheckpoint, openDebtFolds, type DebtFolds, type SavedDebts } from './debt-folds.ts'
import { openDebtStore } from './debt-store.ts'
import { isLate, startSchema, type DeskStart } from './start.ts'

/** A checkpoint is stored when the events since the last are this many times its size. */
const checkpointWorth = 12.5
/** Events that are folded at once, and how often that is done before the rest is left to the background. */
const [pageEvents, pagesAtOnce] = [200, 10]
/** So many saved refs are restored at once; the rest is left to the background. */
const restoredAtOnce = 2_000
/** While the background is behind, it tells so often how far it is, ms. */
const toldMs = 500
/** At most this many events are folded when the debts are read; more count as a burst, and are left to the background. */
const mostAtOnce = 1_000
/** A burst is folded when nothing came for this long, so that folding takes no time needed for storing. */
const pauseMs = 250
/** No burst is put off for longer, ms. */
const putOffMost = 10_000
/** What is matched at once takes longer than the same bit by bit: debts are read after so many events. */
const readEvery = 400

/** The debts of a workspace, read out of its journal. */
export interface DeskDebts {
  readonly debts: DebtsFold
  /** Who spoke to whom, as of the same events. */
  readonly talk: Pick<Talk, 'pairs' | 'takeNews'>
  readonly start: DeskStart
  /** What messages of the operator were written about, by the event that shows them. */
  readonly abouts: ReadonlyMap<string, DraftAbout>
  /** How much of the journal they have, while much of it is being read: half of them would be wrong. */
  rebuilding(): { readonly done: number; readonly total: number } | undefined
  /** The debts for whoever may not look at them, so that nothing is folded before; none while much of the journal is being read. */
  reader(): Pick<DebtsFold, 'open' | 'ended' | 'actsOf' | 'changed'>
  /** Adds stored events, in cursor order. They are folded when somebody reads the debts, and after a burst. */
  apply(events: readonly Event[]): void
  /** Events of a burst wait to be folded: `debts` is as of before it. To be asked again after `pauseMs`. */
  isPutOff(): boolean
  /** An event shows a message of the operator about a debt. */
  said(event: Event, about: DraftAbout): void
  /** The operator has another name now, which changes who owes what: everything is read again. */
  operatorChanged(): void
  /** Stops what goes on in the background, and saves. */
  close(): void
}

export interface DeskDebtsOptions {
  readonly services: Pick<Services, 'journal' | 'protocols' | 'now' | 'steady' | 'log' | 'checkpointPace'>
  readonly workspace: string
  readonly operator: () => string
  /** Whether two names of a source are one agent. */
  readonly same: (source: string, a: string, b: string) => boolean
  /** Whether the operator said that a debt is one. */
  readonly isPinned: (key: string) => boolean
  /** Called when the background has caught up with a burst. */
  readonly changed: () => void
  /** Called now and then while much is being read in the background, and when all of it is. */
  readonly progressed: (isDone: boolean) => void
}

/** Opens the debts: the saved shards, and the events since. Many events are folded in slices in the background. */
export function openDeskDebts({ services, workspace, operator, same, isPinned, changed, progressed }: DeskDebtsOptions): DeskDebts {
  const { journal, steady = () => performance.now() } = services
  const start = firstStart()
  const abouts = new Map(
    journal
      .commands(workspace, ['confirmed'])
      .flatMap(({ event, draft }) => (event === undefined || draft.about === undefined ? [] : [[event, draft.about] as const])),
  )
  /** Copies of events whose acts are those of anybody's message: what an own line said before it was known as one. */
  const plain = new WeakSet<Event>()
  const store = openDebtStore(services, workspace, operator(), () => ({ folds, cursor }))
  let { cursor } = store
  let folds = open(store.saved)
  /** Nothing of what was restored waits to be prepared. */
  let isPrepared = false
  const checkpoints = openCheckpoints(services, debtsCheckpoint(workspace, operator()), checkpointWorth)
  let unread = 0
  /** Stored and not folded. Of a burst only the first are kept here; the journal has them all. */
  let waiting: Event[] = []
  let waitingCount = 0
  let [waitingSince, lastAt] = [0, 0]
  let isCatchingUp = false
  let isBehind = true
  let isClosed = false
  let run = 0

  function open(saved?: SavedDebts): DebtFolds {
    return openDebtFolds(input(), saved)
  }

  /** Restores some of what was saved, or prepares some of it to be read. @returns false: nothing is left */
  function restoreSome(): boolean {
    if (store.restoreNext() > 0) return true
    isPrepared ||= !folds.debts.prepare()
    return !isPrepared
  }

  function input() {
    return { services, operator: operator(), same, isPinned, isLate: (event: Event) => isLate(event, start), aboutOf }
  }

  function aboutOf(event: Event): DraftAbout | undefined {
    return plain.has(event) ? undefined : (abouts.get(event.id) ?? abouts.get(event.supersedes ?? ''))
  }

  function firstStart(): DeskStart {
    const kept = openKept(services, workspace, 'desk', startSchema)
    const known = kept.values.get('start')
    if (known !== undefined) return known
    const now = { at: services.now(), cursor: journal.head(workspace) }
    kept.put('start', now)
    return now
  }

  function fold(events: readonly Event[]): void {
    for (let from = 0; from < events.length; from += readEvery) {
      const some = events.slice(from, from + readEvery)
      folds.fold(store.read(some))
      for (const event of some) cursor = Math.max(cursor, event.cursor)
      unread += some.length
      if (unread < readEvery) continue
      unread = 0
      folds.debts.counts()
    }
    const isTime = store.took(events)
    if (store.hasAll()) checkpoints.took(events, cursor, folds.pieces)
    if (isTime) store.saveInSlices()
  }

  /** Folds what waits. A burst is folded in the background, when it has paused or was put off for long. */
  function settle(): void {
    if (waitingCount === 0 || isBehind || isCatchingUp) return
    if (waitingCount <= mostAtOnce) {
      const events = waiting
      forgetWaiting()
      if (!tryJournal(() => fold(events)).ok) retryLater()
    } else if (mayCatchUp()) {
      forgetWaiting()
      isCatchingUp = true
      readOn(false)
    }
  }

  function mayCatchUp(): boolean {
    return steady() - lastAt >= pauseMs || isOverdue()
  }

  function isOverdue(): boolean {
    return steady() - waitingSince >= putOffMost
  }

  /** What could not be folded is read from the journal again, also when something is stored. */
  function retryLater(): void {
    isCatchingUp = false
    waiting = []
    waitingCount = mostAtOnce + 1
    lastAt = steady() + retryMs
    waitingSince = lastAt
  }

  function forgetWaiting(): void {
    waiting = []
    waitingCount = 0
  }

  /** Restores what was saved, and then folds the next events of the journal. @returns false: there are none, or a burst goes on and the rest waits for its end. */
  function catchUp(): boolean {
    if (!isPrepared && !isClosed && restoreSome()) return true
    if (isCatchingUp && waitingCount > mostAtOnce && !isOverdue()) {
      isCatchingUp = false
      return false
    }
    const page = isClosed ? [] : journal.since(workspace, cursor, pageEvents)
    fold(page)
    if (page.length > 0) return true
    isBehind = false
    isCatchingUp = false
    forgetWaiting()
    return false
  }

  function begin(): void {
    run++
    isBehind = true
    isCatchingUp = false
    forgetWaiting()
    for (let refs = 0; refs < restoredAtOnce && store.restored() < 1;) refs += store.restoreNext()
    if (store.restored() === 1) {
      isPrepared = true // as little as this is, reading it is quick
      for (let pages = 0; pages < pagesAtOnce && catchUp();) pages++
    }
    if (isBehind) readOn(true)
  }

  /** Restores and folds the rest in slices. `isAll`: so much that nobody may read the debts meanwhile. */
  function readOn(isAll: boolean): void {
    const own = run
    let told = steady()
    const tell = (): void => {
      if (!isAll || steady() - told < toldMs) return
      told = steady()
      progressed(false)
    }
    const work = async (): Promise<void> => {
      await inSlices(() => {
        if (own !== run || !catchUp()) return false
        tell()
        return true
      })
      if (own !== run || isClosed) return
      if (!isAll) return changed()
      store.saveInSlices()
      progressed(true)
    }
    const failed = (fault: Fault): void => {
      if (own === run && isCatchingUp) retryLater()
      services.log('could not finish reading the journal for the debts', { workspace, fault })
    }
    inBackground(work, failed, () => isAll && own === run && !isClosed)
  }

  /** Whoever asks for the debts gets all that was saved. */
  function current(): DebtsFold {
    while (store.restoreNext() > 0);
    settle()
    return folds.debts
  }
  const reader = {
    open: () => current().open(),
    ended: () => current().ended(),
    actsOf: (key: string) => current().actsOf(key),
    changed: () => current().changed(),
  }

  begin()
  return {
    get debts() {
      return current()
    },
    talk: { pairs: () => folds.talk.pairs(), takeNews: () => folds.talk.takeNews() },
    start,
    abouts,
    rebuilding() {
      if (!isBehind) return undefined
      return { done: Math.floor(cursor * store.restored()), total: Math.max(cursor, journal.head(workspace)) }
    },
    reader: () => (isBehind ? none : reader),
    apply(events) {
      if (isBehind) return
      lastAt = steady()
      if (waitingCount === 0 && !isCatchingUp) waitingSince = lastAt
      waitingCount += events.length
      if (waitingCount <= mostAtOnce && !isCatchingUp) waiting.push(...events)
      else waiting = []
    },
    isPutOff: () => waitingCount > 0 || isCatchingUp,
    said(event, about) {
      const before = { ...event }
      plain.add(before)
      abouts.set(event.id, about)
      if (event.cursor <= cursor) current().apply(event, before)
    },
    operatorChanged() {
      store.restart()
      cursor = 0
      checkpoints.restart(debtsCheckpoint(workspace, operator()).key)
      folds = open()
      begin()
    },
    close() {
      isClosed = true
      checkpoints.close()
      store.save()
    },
  }
}

const none = { open: () => new Map(), ended: () => new Map(), actsOf: () => [], changed: () => new Set<string>() }
