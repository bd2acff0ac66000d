import { limits } from '../../limits.ts'
import { takeFrom } from '../../take-from.ts'
import { addAsk, addMatched, inOrder, type Bucket } from './bucket.ts'
import { openCandidates, type ActsOn } from './candidates.ts'
import {
  isSame,
  keepSame,
  knownAt,
  namesOf,
  owingBy,
  placeOf,
  recentActs,
  sourceOf,
  spokenLines,
  spokenOnly,
  unmatched,
  type Cell,
  type SpokenLine,
} from './cell.ts'
import { openCellTable } from './cell-table.ts'
import { startOf, step, type SameName } from './course.ts'
import { debtKey, debtorsOf, refOf, type KeptAct, type KeptAsk, type LooseAct } from './kept.ts'
import { openMatcher, type Matcher } from './match.ts'
import type { Places } from './places.ts'
import { openMatchers } from './matchers.ts'
import type { DebtShard } from './shards.ts'

export interface CellsInput {
  /** What is kept under refs. */
  readonly places: Pick<Places, 'bucketOf' | 'askOf' | 'hasOnlyAsk'>
  /** Keeps a bucket that means the same as before. */
  readonly keep: (ref: string, bucket: Bucket) => void
  readonly isAgent: (source: string, name: string) => boolean
  readonly sameIn: (source: string) => SameName
  /** Acts of a cell changed. */
  readonly changedCell: (cell: string) => void
  /** Gets the refs that change. */
  readonly dirty: Set<string>
}

/** Keeps the acts that name no debt, and matches them when debts are read. */
export interface Cells {
  /** What is kept under a ref changed. */
  touch(ref: string, acts: readonly KeptAct[]): void
  touchAll(): void
  /** An ask changed, or is gone. */
  replaced(ref: string, ask: KeptAsk): void
  add(source: string, act: LooseAct): void
  remove(source: string, act: LooseAct): void
  restore(...cell: DebtShard['loose'][number]): void
  /** Lets go names that owe nothing, beyond so many: those that spoke longest ago. */
  trim(most: number): void
  /** Matches what changed, in at most so many cells. @returns whether anything did. */
  refresh(actsOn: ActsOn, most?: number): boolean
  /** Refs of asks beyond what is kept of a turn, since the last call, each with that of the newest that is kept. */
  takeTooMany(): ReadonlyMap<string, string>
  matched(key: string): readonly KeptAct[]
  /** The debt that a *take* opened under this ref. */
  said(ref: string): KeptAsk | undefined
  /** These debts are no longer kept; an act that ended one of them does not end another. */
  forget(keys: readonly (readonly [ref: string, key: string])[]): void
  /** Cells with their acts: those that have any. */
  loose(): Iterable<DebtShard['loose'][number]>
  /** What is left of cells if all their acts are settled: of all of them, or exactly these. */
  spoken(of?: Iterable<string>): Iterable<readonly [cell: string, upTo: number, lines: ReadonlyMap<string, SpokenLine>]>
}

const none: readonly KeptAct[] = []
const noRefs: ReadonlyMap<string, string> = new Map()

/** Opens them without any. */
export function openCells({ places, keep, isAgent, sameIn, changedCell, dirty }: CellsInput): Cells {
  const { bucketOf, askOf } = places
  const candidates = openCandidates(places, isAgent)
  const cells = openCellTable()
  const matchers = openMatchers()
  const stale = new Set<Cell>()
  let tooMany = new Map<string, string>()
  const saidAsks = new Map<string, KeptAsk>()
  /** By key of the debt, then by cell. */
  const matchedOf = new Map<string, Map<Cell, readonly KeptAct[]>>()

  /** Has everything in a cell matched again. */
  function restart(cell: Cell): void {
    cell.matcher = undefined
    stale.add(cell)
  }

  function changedLoose(cell: Cell): void {
    stale.add(cell)
    changedCell(cell.key)
  }

  function rematch(cell: Cell, actsOn: ActsOn): void {
    if (cell.loose.length === 0 && cell.matched.size === 0 && cell.turns <= limits.turnAsks) {
      if (cell.matcher === undefined) cell.touched.clear() // with the first act, all of them are looked at
      return
    }
    const { said } = matchNew(cell, actsOn) ?? matchAgain(cell, actsOn)
    const refs = said.map(refOf)
    for (const ref of cell.said) if (!refs.includes(ref) && saidAsks.delete(ref)) dirty.add(ref)
    for (const [index, ref] of refs.entries()) {
      const ask = said[index]
      if (ask === undefined || saidAsks.get(ref)?.id === ask.id) continue
      saidAsks.set(ref, ask)
      dirty.add(ref)
    }
    cell.said = refs
    if (cell.loose.length > cell.settleAt) settle(cell, actsOn)
  }

  /** Matches what came after everything before, as nearly all does. */
  function matchNew(cell: Cell, actsOn: ActsOn): Matcher | undefined {
    const { matcher } = cell
    if (matcher?.add(candidates.of(cell.name, cell.touched, actsOn), cell.loose.slice(cell.done)) !== true) return undefined
    take(cell, matcher, matcher.takeChanged())
    return matcher
  }

  function matchAgain(cell: Cell, actsOn: ActsOn): Matcher {
    const matcher = openMatcher(cell.name, sameIn(cell.source))
    matcher.add(candidates.of(cell.name, cell.refs, actsOn), cell.loose)
    const keys = new Set([...cell.matched.keys(), ...matcher.takeChanged()])
    for (const [key, { acts }] of matcher.matched) keepSame(acts, cell.matched.get(key)?.acts)
    const changed = [...keys].filter((key) => !isSame(matcher.matched.get(key)?.acts, cell.matched.get(key)?.acts))
    for (const [key, { acts }] of matcher.matched) matchedOf.get(key)?.set(cell, acts)
    take(cell, matcher, changed)
    return matcher
  }

  /** Takes over what was matched, with the keys of the debts for which that is something else than before. */
  function take(cell: Cell, matcher: Matcher, changed: Iterable<string>): void {
    for (const key of changed) {
      const now = matcher.matched.get(key)
      const ref = (now ?? cell.matched.get(key))?.ref
      if (ref !== undefined) dirty.add(ref)
      const by = matchedOf.get(key)
      if (now === undefined) by?.delete(cell)
      else if (by === undefined) matchedOf.set(key, new Map([[cell, now.acts]]))
      else by.set(cell, now.acts)
    }
    cell.matched = matcher.matched
    matchers.use(cell, matcher)
    cell.done = cell.loose.length
    cell.touched.clear()
    for (const [ref, into] of matcher.over()) tooMany.set(ref, into)
  }

  /**
   * Leaves what is older than the recent acts as it is: acts stay with the debts that they were matched to, debts that have ended are no longer
   * looked at, and of acts that nothing asked for only the newest with each other name are kept, for debts that are stored later. Of what was
   * matched, the newest line to each other name is kept as one that only shows when its author spoke.
   */
  function settle(cell: Cell, actsOn: ActsOn): void {
    const from = cell.loose.at(-recentActs)?.ord ?? Infinity
    for (const ref of cell.said) {
      const ask = saidAsks.get(ref)
      if (ask === undefined || ask.ord >= from) continue
      keep(ref, addAsk(bucketOf(ref), ask))
      saidAsks.delete(ref)
      cell.refs.add(ref)
    }
    cell.said = cell.said.filter((ref) => saidAsks.has(ref))
    const used = new Set<number>()
    const left = new Map(cell.matched)
    for (const [key, { ref, acts }] of cell.matched) {
      const old = acts.filter((act) => act.ord < from)
      if (old.length === 0) continue
      for (const act of old) used.add(act.id)
      keep(ref, addMatched(bucketOf(ref), key, old))
      const recent = acts.slice(old.length)
      if (recent.length > 0) left.set(key, { ref, acts: recent })
      else left.delete(key)
      if (recent.length > 0) matchedOf.get(key)?.set(cell, recent)
      else if (matchedOf.get(key)?.delete(cell) === true && matchedOf.get(key)?.size === 0) matchedOf.delete(key)
    }
    let settledAt = cell.loose.reduce((newest, { cursor }) => Math.max(newest, cursor), 0)
    for (const ref of cell.refs) {
      settledAt = Math.max(settledAt, askOf(ref)?.cursor ?? 0)
      if (isOver(ref, from, actsOn)) cell.refs.delete(ref)
    }
    const counts = new Map<string, number>()
    const loose = cell.loose
      .toReversed()
      .flatMap((act) => {
        if (act.ord >= from) return [act]
        const isLine = 'turn' in act.about && act.by === cell.name
        const isDone = used.has(act.id) || (isLine && act.word === 'ack')
        const other = `${act.by}|${'pair' in act.about ? `pair ${act.about.pair}` : act.about.turn}`
        const count = (counts.get(other) ?? 0) + 1
        counts.set(other, count)
        if (count <= (isDone ? Number(isLine) : limits.pairActs)) return [isDone ? spokenOnly(act) : unmatched(act, settledAt)]
        cell.upTo = Math.max(cell.upTo, act.cursor)
        return []
      })
      .toReversed()
    cell.loose = loose
    cell.matcher?.settle({ candidates: candidates.of(cell.name, cell.refs, actsOn), loose, matched: left, from })
    cell.matched = cell.matcher?.matched ?? left
    cell.done = loose.length
    // Who talks to thousands keeps a line to each: looking through them at every 128th would cost more the more there are.
    cell.settleAt = Math.max(2 * recentActs, loose.length + Math.max(recentActs, Math.floor(loose.length / 8)))
    changedCell(cell.key)
  }

  /** Whether all debts of a ref ended before a position, and nothing was said of them since. */
  function isOver(ref: string, from: number, actsOn: ActsOn): boolean {
    const ask = askOf(ref)
    if (ask === undefined) return true
    if (ask.ord >= from) return false
    const same = sameIn(ask.debt.source)
    return debtorsOf(ask, isAgent).every((debtor) => {
      const key = debtKey(ask, debtor, ref)
      if (matchedOf.has(key)) return false
      const acts = candidates.actsOf(ref, key, actsOn)
      if ((acts.at(-1)?.ord ?? -Infinity) >= from) return false
      return inOrder(acts).reduce((course, act) => step(course, act, ask, same), startOf(ask, debtor)).state !== 'open'
    })
  }

  return {
    touch(ref, acts) {
      const ask = askOf(ref)
      const source = ask?.debt.source ?? sourceOf(ref)
      for (const name of owingBy(ask, acts)) {
        const cell = cells.of(source, name)
        cell.touched.add(ref)
        if (!cell.refs.has(ref)) {
          cell.refs.add(ref)
          if (ask?.isTurn === true) cell.turns++
        }
        stale.add(cell)
      }
    },
    touchAll() {
      for (const cell of cells.all.values()) restart(cell)
    },
    replaced(ref, { to }) {
      for (const name of to) restart(cells.of(sourceOf(ref), name))
    },
    add(source, act) {
      for (const name of namesOf(act)) {
        const cell = cells.of(source, name)
        const at = placeOf(cell.loose, act)
        const known = knownAt(cell.loose, at, act)
        // Read again after a start: it was settled before.
        if (known < 0 && act.cursor <= cell.upTo) continue
        if (known >= 0 && (cell.loose[known]?.cursor ?? 0) >= act.cursor) continue
        if (known < 0) cell.loose.splice(at, 0, act)
        else {
          cell.loose[known] = act
          if (known < cell.done) cell.matcher = undefined
        }
        changedLoose(cell)
      }
    },
    remove(source, act) {
      for (const name of namesOf(act)) {
        const cell = cells.known(source, name)
        if (cell === undefined) continue
        const left = cell.loose.filter((each) => each.id !== act.id || each.cursor > act.cursor)
        if (left.length === cell.loose.length) continue
        cell.loose = left
        cell.matcher = undefined
        changedLoose(cell)
      }
    },
    restore(key, acts, upTo, settleAt) {
      const at = key.indexOf('|')
      const cell = cells.of(key.slice(0, at), key.slice(at + 1))
      cell.loose = [...acts]
      cell.upTo = upTo
      cell.settleAt = settleAt
      stale.add(cell)
    },
    trim(most) {
      for (const { key } of cells.trim(most)) changedCell(key)
    },
    refresh(actsOn, most) {
      const some = takeFrom(stale, most)
      for (const cell of some) rematch(cell, actsOn)
      return some.length > 0
    },
    takeTooMany() {
      if (tooMany.size === 0) return noRefs
      const refs = tooMany
      tooMany = new Map()
      return refs
    },
    matched(key) {
      const by = matchedOf.get(key)
      if (by === undefined) return none
      const [only] = by.values()
      return by.size === 1 && only !== undefined ? only : [...by.values()].flat()
    },
    said: (ref) => saidAsks.get(ref),
    forget(keys) {
      const used = new Map<Cell, Set<number>>()
      for (const [ref, key] of keys) {
        for (const [cell, acts] of matchedOf.get(key) ?? []) {
          const ids = used.get(cell) ?? new Set<number>()
          for (const act of acts) ids.add(act.id)
          used.set(cell, ids)
          cell.refs.delete(ref)
        }
        const { asks, acts: named } = bucketOf(ref)
        for (const name of owingBy(asks[0], named)) {
          const cell = cells.known(sourceOf(ref), name)
          if (cell?.refs.delete(ref) === true) cell.matcher = undefined
        }
        matchedOf.delete(key)
        saidAsks.delete(ref)
      }
      const gone = new Set(keys.map(([, key]) => key))
      for (const [cell, ids] of used) {
        // One line can answer several: it stays for those that are kept.
        for (const [key, { acts }] of cell.matched) if (!gone.has(key)) for (const act of acts) ids.delete(act.id)
        cell.loose = cell.loose.filter((act) => !ids.has(act.id))
        cell.matcher = undefined
        changedLoose(cell)
      }
    },
    *loose() {
      for (const [key, { loose, upTo, settleAt }] of cells.all) if (loose.length > 0) yield [key, [...loose], upTo, settleAt]
    },
    *spoken(of) {
      for (const key of of ?? cells.all.keys()) yield [key, cells.all.get(key)?.upTo ?? 0, spokenLines(cells.all.get(key))]
    },
  }
}
