import { isDeepStrictEqual } from 'node:util'
import { foldConversations } from '../../core/fold/conversations.ts'
import { foldCounts } from '../../core/fold/counts.ts'
import { agentOf } from '../../core/fold/agents.ts'
import { foldNames } from '../../core/fold/names.ts'
import { localDayStart } from '../day-start.ts'
import { debtFoldsThen, debtsCheckpoint, debtsInPieces, type DebtFolds, type DebtFoldsInput, type DebtsThen } from '../desk/debt-folds.ts'
import { isLate } from '../desk/start.ts'
import { listsCheckpoint, type ListFolds } from '../folds/folds.ts'
import type { ListsSnapshot } from '../folds/fold-store.ts'
import type { Reading } from '../services.ts'
import type { PastFacts } from './facts.ts'
import { knownAt, type PastKnown } from './known.ts'
import { openListsAt } from './lists-at.ts'
import { areBack, openWithoutArchives, type WithoutArchives } from '../without-archives.ts'
import { foldFromCheckpoint, type CheckpointReading, type LastRead } from './read-checkpoint.ts'

/** Looks at a workspace as of moments in the past. What takes long is not cut into slices: it has a thread of its own. */
export interface PastReader {
  /** What was known at `at` (ms). Valid until the next call. */
  read(facts: PastFacts, at: number): PastKnown
}

interface Folded {
  readonly lists: ListFolds
  readonly debts: DebtFolds
  readonly without: WithoutArchives
  /** Up to here they are from checkpoints. */
  readonly base: number
  /** Events up to here are folded. */
  cursor: number
}

/** Events that are read at a time. */
const pageEvents = 200
/** From the moment that was looked at last, later ones are reached by folding on, up to so many events away. */
const nearEvents = 2_000
/** Where an event may change what a checkpoint has, an earlier one is taken: before what it replaces, then so many events earlier, and none beyond the last. */
const mostBack = 10_000
const backEvents = [1, 2_000, mostBack]
/** How long what was known at a moment is used again, ms: a screen that goes to a moment asks several things about it. */
const sameMs = 1_000

/** Opens it for a workspace. */
export function openPastReader(reading: Reading & CheckpointReading, workspace: string): PastReader {
  let kept: Folded | undefined
  const last: LastRead<DebtsThen> = {}
  const listsAt = openListsAt()
  /** What was known at the moment that was looked at last. */
  let made: { readonly known: PastKnown; readonly of: Folded; readonly time: number } | undefined
  let facts: PastFacts

  const input = (): DebtFoldsInput => ({
    services: reading,
    operator: facts.operator,
    same: (source, a, b) => agentOf(facts.aliases, source, a) === agentOf(facts.aliases, source, b),
    isPinned: (key) => facts.marks.get(key)?.verb === 'pin',
    isLate: (event) => isLate(event, facts.start),
    aboutOf: (event) => facts.abouts.get(event.id) ?? facts.abouts.get(event.supersedes ?? ''),
  })

  const debtsThen = (then: DebtsThen | undefined): DebtFolds => debtFoldsThen(input(), then)

  function foldedAt(cursor: number): Folded {
    const isNear = kept !== undefined && kept.cursor <= cursor && cursor - kept.cursor <= nearEvents
    let folded = isNear ? kept : undefined
    kept = undefined // half of it would be wrong if the journal fails in between, and other folds need its memory
    if (folded === undefined) folded = foldFrom(cursor, cursor)
    else foldOn(folded, cursor, folded.cursor, folded.cursor)
    const least = Math.max(0, folded.base - mostBack)
    for (const back of backEvents) {
      const { reachesBack } = folded.debts
      if (reachesBack === undefined || folded.base === 0) break
      folded = foldFrom(Math.max(least, Math.min(reachesBack, folded.base) - back), cursor)
    }
    kept = folded
    return folded
  }

  /** Opens the folds as of a cursor, from checkpoints up to another one. */
  function foldFrom(upTo: number, cursor: number): Folded {
    const lists = foldFromCheckpoint(reading, listsCheckpoint(workspace), upTo, { parse: listsIn, open: listsThen })
    const debts = foldFromCheckpoint(
      reading,
      debtsCheckpoint(workspace, facts.operator),
      upTo,
      { parse: debtsInPieces, open: debtsThen },
      last,
    )
    const folded: Folded = {
      lists: lists.fold,
      debts: debts.fold,
      without: openWithoutArchives(reading),
      base: debts.cursor,
      cursor: Math.min(lists.cursor, debts.cursor),
    }
    foldOn(folded, cursor, lists.cursor, debts.cursor)
    return folded
  }

  /** Adds the events up to a cursor. Each fold already has those up to its own. */
  function foldOn(folded: Folded, upTo: number, listsFrom: number, debtsFrom: number): void {
    const { lists, debts, without } = folded
    while (folded.cursor < upTo) {
      const events = without.read(reading.journal.since(workspace, folded.cursor, pageEvents).filter(({ cursor }) => cursor <= upTo))
      for (const { event, replaced } of events.filter((each) => each.event.cursor > listsFrom)) {
        for (const fold of [lists.conversations, lists.names, lists.counts]) fold.apply(event, replaced)
      }
      debts.fold(events.filter(({ event }) => event.cursor > debtsFrom))
      folded.cursor = events.at(-1)?.event.cursor ?? upTo
    }
    folded.cursor = upTo
  }

  return {
    read(given, at) {
      const isOver = kept !== undefined && areBack(kept.without.looks(), reading.journal)
      if (kept !== undefined && (isOver || !isDeepStrictEqual(foldedWith(given), foldedWith(facts)))) kept = undefined
      facts = given
      const cursor = reading.journal.cursorAt(workspace, at)
      const now = performance.now()
      if (made !== undefined && made.of === kept && made.known.at === at && made.known.cursor === cursor && now - made.time < sameMs)
        return made.known
      made = undefined
      const of = foldedAt(cursor)
      const parts = { lists: of.lists, debts: of.debts, listsAt, without: of.without.looks() }
      made = { known: knownAt(reading, workspace, facts, parts, at, cursor), of, time: now }
      return made.known
    },
  }
}

/** What changes the folds themselves. */
function foldedWith({ operator, aliases, start, abouts }: PastFacts): unknown {
  return { operator, aliases, start, abouts }
}

/** The lists in a checkpoint. @throws if it has another shape, which would make empty lists without a word */
function listsIn([first]: readonly unknown[]): ListsSnapshot {
  const then = first as ListsSnapshot // our own file, written by `checkpoints`
  const parts: readonly unknown[] = [then.conversations, then.names, then.counts]
  if (parts.some((part) => typeof part !== 'object' || part === null)) throw new TypeError('it has no lists')
  return then
}

/** The lists as of a checkpoint; without one, empty. */
function listsThen(then: ListsSnapshot | undefined): ListFolds {
  return {
    conversations: foldConversations(then?.conversations),
    names: foldNames(localDayStart, then?.names),
    counts: foldCounts(localDayStart, then?.counts),
  }
}
