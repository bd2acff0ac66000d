import { setImmediate as turn } from 'node:timers/promises'
import type { DraftAbout } from '../../core/command.ts'
import type { Event } from '../../core/event.ts'
import type { DebtsFold } from '../../core/fold/debts.ts'
import { readShard, storedShard, type DebtShard, type StoredShard } from '../../core/fold/debts/shards.ts'
import type { Talk } from '../../core/fold/debts/talk.ts'
import { inSlices } from '../../io/slices.ts'
import { JournalError } from '../../core/journal.ts'
import { tryJournal } from '../journal-fault.ts'
import { openKept } from '../kept.ts'
import { openCheckpoints } from '../past/checkpoints.ts'
import type { Services } from '../services.ts'
import {
  debtsCheckpoint,
  debtsFold as foldName,
  debtsVersion as version,
  openDebtFolds,
  savedSchema,
  type DebtFolds,
  type SavedDebts,
} from './debt-folds.ts'
import { areBack, openWithoutArchives } from '../without-archives.ts'
import { isLate, startSchema, type DeskStart } from './start.ts'

const snapshotEvery = 5_000
/** Nor before the events since are this many times its size, so saving stays a small part of all writes. */
const snapshotWorth = 10
const checkpointWorth = 12.5
/** Events that are folded at once, and how often that is done before the rest is left to the background. */
const [pageEvents, pagesAtOnce] = [200, 10]
/** At most this many events are folded when the debts are read; more count as a burst, and are left to the background. */
const mostAtOnce = 1_000
/** A burst is folded when nothing came for this long, so that folding takes no time needed for storing. */
const pauseMs = 250
/** After a fault of the journal, what waits is folded again after this long, or when something is stored, ms. */
const retryMs = 60_000
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
  /** The debts are read from the journal from its beginning; half of them would be wrong. */
  isBehind(): boolean
  /** The debts for whoever may not look at them, so that nothing is folded before; none while they are read from the beginning. */
  reader(): Pick<DebtsFold, 'open' | 'ended' | 'actsOf'>
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
  /** Called when the background has caught up. `isAll`: with the whole journal, not only with a burst. */
  readonly changed: (isAll: boolean) => void
}

/** Opens the debts: the saved shards, and the events since. Many events are folded in slices in the background. */
export function openDeskDebts({ services, workspace, operator, same, isPinned, changed }: DeskDebtsOptions): DeskDebts {
  const { journal, steady = () => performance.now() } = services
  const start = firstStart()
  const abouts = new Map(
    journal
      .commands(workspace, ['confirmed'])
      .flatMap(({ event, draft }) => (event === undefined || draft.about === undefined ? [] : [[event, draft.about] as const])),
  )
  /** Copies of events whose acts are those of anybody's message: what an own line said before it was known as one. */
  const plain = new WeakSet<Event>()
  const stored = journal.snapshot(workspace, foldName)
  const saved = stored?.version === version ? savedSchema.safeParse(stored.value) : undefined
  const isUsable =
    stored !== undefined && saved?.success === true && saved.data.operator === operator() && !areBack(saved.data.without, journal)
  let cursor = isUsable ? stored.cursor : 0
  let isWhole = !isUsable
  let archives = openWithoutArchives(isUsable ? saved.data.without : [])
  let folds = isUsable ? open(saved.data, savedShards()) : open()
  const checkpoints = openCheckpoints(services, debtsCheckpoint(workspace, operator()), checkpointWorth)
  let unsaved = { events: 0, chars: 0 }
  let savedChars = 0
  /** What is being saved in the background. */
  let saving: ToSave | undefined
  let unread = 0
  /** Stored and not folded. Of a burst only the first are kept here; the journal has them all. */
  let waiting: Event[] = []
  let waitingCount = 0
  let [waitingSince, lastAt] = [0, 0]
  let isCatchingUp = false
  let isBehind = true
  let isClosed = false
  let run = 0

  function* savedShards(): Iterable<DebtShard> {
    for (const [, part] of journal.snapshotParts(workspace, foldName)) yield readShard(part as StoredShard) // our own file, written by `save`
  }

  function open(saved?: SavedDebts, shards: Iterable<DebtShard> = []): DebtFolds {
    return openDebtFolds(input(), saved, shards)
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
      folds.fold(some)
      unread += some.length
      if (unread < readEvery) continue
      unread = 0
      folds.debts.counts()
    }
    for (const event of events) cursor = Math.max(cursor, event.cursor)
    archives.took(events)
    if (archives.names() === undefined) checkpoints.took(events, cursor, folds.pieces)
    unsaved.events += events.length
    for (const { raw } of events) unsaved.chars += raw.text.length * 2 // in `raw` and in `body`
    if (unsaved.events >= snapshotEvery && unsaved.chars >= snapshotWorth * savedChars) saveInSlices()
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
      inBackground(false)
    }
  }

  function mayCatchUp(): boolean {
    return steady() - lastAt >= pauseMs || isOverdue()
  }

  function isOverdue(): boolean {
    return steady() - waitingSince >= putOffMost
  }

  /** What could not be folded is read from the journal again. */
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

  /** All that is to be saved, as of one moment. */
  function takeToSave(): ToSave {
    unsaved = { events: 0, chars: 0 }
    const value: SavedDebts = { ...folds.saved(), without: archives.names() }
    const taken = { cursor, value, parts: folds.debts.changes(), isWhole }
    folds.debts.saved()
    return taken
  }

  function store({ parts, ...rest }: ToSave, texts: ReadonlyMap<string, string | undefined>): void {
    const done = tryJournal(() => journal.putSnapshot(workspace, foldName, { ...rest, version, parts: texts }))
    if (done.ok) {
      savedChars = done.value
      isWhole = false
      return
    }
    folds.debts.unsaved(parts.keys())
    services.log('could not save the debts; they are read from the journal again on the next start', { workspace, fault: done.fault })
  }

  function save(): void {
    if (saving !== undefined) folds.debts.unsaved(saving.parts.keys())
    saving = undefined
    const taken = takeToSave()
    store(taken, new Map([...taken.parts].map(([shard, part]) => [shard, textOf(part)])))
  }

  /** Saves in the background: most of it is making text, which is done in slices. */
  function saveInSlices(): void {
    if (saving !== undefined) return
    const taken = takeToSave()
    saving = taken
    const texts = new Map<string, string | undefined>()
    const left = taken.parts.entries()
    void turn()
      .then(() =>
        inSlices(() => {
          const next = left.next()
          if (next.done === true || saving !== taken) return false
          texts.set(next.value[0], textOf(next.value[1]))
          return true
        }),
      )
      .then(() => {
        if (saving !== taken) return
        saving = undefined
        store(taken, texts)
      })
  }

  /** Folds the next events of the journal. @returns false: there are none, or a burst goes on and the rest waits for its end. */
  function catchUp(): boolean {
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
    for (let pages = 0; pages < pagesAtOnce && catchUp();) pages++
    if (isBehind) inBackground(true)
  }

  /** Folds the rest of the journal in slices. */
  function inBackground(isAll: boolean): void {
    const own = run
    void turn()
      .then(() => inSlices(() => own === run && catchUp()))
      .then(() => {
        if (own !== run || isClosed) return
        if (isAll) saveInSlices()
        changed(isAll)
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof JournalError)) throw thrown
        if (own === run && isCatchingUp) retryLater()
        services.log('could not finish reading the journal for the debts', { workspace, fault: thrown.fault })
      })
  }

  function current(): DebtsFold {
    settle()
    return folds.debts
  }
  const reader = {
    open: () => current().open(),
    ended: () => current().ended(),
    actsOf: (key: string) => current().actsOf(key),
  }

  begin()
  return {
    get debts() {
      return current()
    },
    talk: { pairs: () => folds.talk.pairs(), takeNews: () => folds.talk.takeNews() },
    start,
    abouts,
    isBehind: () => isBehind,
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
      if (event.cursor <= cursor) folds.debts.apply(event, before)
    },
    operatorChanged() {
      saving = undefined
      cursor = 0
      isWhole = true
      archives = openWithoutArchives()
      checkpoints.restart(debtsCheckpoint(workspace, operator()).key)
      folds = open()
      begin()
      changed(true)
    },
    close() {
      isClosed = true
      checkpoints.close()
      save()
    },
  }
}

interface ToSave {
  readonly cursor: number
  readonly value: unknown
  readonly parts: ReadonlyMap<string, DebtShard | undefined>
  readonly isWhole: boolean
}

function textOf(part: DebtShard | undefined): string | undefined {
  return part === undefined ? undefined : JSON.stringify(storedShard(part))
}

const none = { open: () => new Map(), ended: () => new Map(), actsOf: () => [] }
