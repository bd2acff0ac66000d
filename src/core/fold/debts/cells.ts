import { limits } from '../../limits.ts'
import { isGroupAddress } from '../../names.ts'
import { addAsk, addMatched, byAct, matchedIn, type Bucket } from './bucket.ts'
import { startOf, step, type SameName } from './course.ts'
import { debtKey, debtorsOf, refKey, type KeptAct, type KeptAsk, type LooseAct } from './kept.ts'
import { match, type Candidate } from './match.ts'
import { shardOf } from './shards.ts'

/** All that one name of a source may owe, with the acts that have to be matched to it. */
interface Cell {
  readonly source: string
  readonly name: string
  readonly refs: Set<string>
  /** In order of position. */
  loose: LooseAct[]
  matched: ReadonlyMap<string, { readonly ref: string; readonly acts: readonly KeptAct[] }>
  said: readonly string[]
  /** How many of the refs are free text, at most. */
  turns: number
  /** Cursor of the newest act that is no longer among them. */
  upTo: number
  /** How many acts are searched for those that no later message can change. */
  settleAt: number
}

/** Acts of a cell that are matched again whenever something changes; what is older stays matched as it is. */
const recentActs = 128

export interface CellsInput {
  readonly bucketOf: (ref: string) => Bucket
  /** Keeps a bucket that means the same as before. */
  readonly keep: (ref: string, bucket: Bucket) => void
  readonly isAgent: (source: string, name: string) => boolean
  readonly sameIn: (source: string) => SameName
  /** Gets the shards and the refs that change. */
  readonly changedShards: Set<string>
  readonly dirty: Set<string>
}

/** Keeps the acts that name no debt, and matches them when debts are read. */
export interface Cells {
  /** What is kept under a ref changed. */
  touch(ref: string, acts: readonly KeptAct[]): void
  touchAll(): void
  add(source: string, act: LooseAct): void
  remove(source: string, act: LooseAct): void
  restore(cell: string, acts: readonly LooseAct[], upTo: number): void
  /** Matches what changed. @returns whether anything did. */
  refresh(actsOn: (ref: string) => readonly KeptAct[]): boolean
  /** Refs of asks beyond what is kept of a turn, since the last call, each with that of the newest that is kept. */
  takeTooMany(): ReadonlyMap<string, string>
  matched(key: string): readonly KeptAct[]
  /** The debt that a *take* opened under this ref. */
  said(ref: string): KeptAsk | undefined
  /** These debts are no longer kept; an act that ended one of them does not end another. */
  forget(keys: readonly (readonly [ref: string, key: string])[]): void
  loose(): Iterable<readonly [cell: string, acts: readonly LooseAct[], upTo: number]>
}

export function openCells({ bucketOf, keep, isAgent, sameIn, changedShards, dirty }: CellsInput): Cells {
  const cells = new Map<string, Cell>()
  const stale = new Set<Cell>()
  let tooMany = new Map<string, string>()
  const saidAsks = new Map<string, KeptAsk>()
  /** By key of the debt, then by cell. */
  const matchedOf = new Map<string, Map<Cell, readonly KeptAct[]>>()

  function cellOf(source: string, name: string): Cell {
    const key = refKey(source, name)
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { source, name, refs: new Set(), loose: [], matched: new Map(), said: [], turns: 0, upTo: 0, settleAt: 2 * recentActs }
      cells.set(key, cell)
    }
    return cell
  }

  function changedLoose(cell: Cell): void {
    stale.add(cell)
    changedShards.add(shardOf(refKey(cell.source, cell.name)))
  }

  function candidatesOf(cell: Cell, actsOn: (ref: string) => readonly KeptAct[]): Candidate[] {
    return [...cell.refs].flatMap((ref) => {
      const ask = bucketOf(ref).asks[0]
      if (ask === undefined) return []
      const debtors = debtorsOf(ask, isAgent)
      return (debtors.includes(cell.name) ? [cell.name] : debtors).map((debtor): Candidate => ({
        ask,
        debtor,
        acts: knownActs(ref, debtKey(ask, debtor), actsOn),
      }))
    })
  }

  /** Acts of a debt that are known to be about it, in order of position. */
  function knownActs(ref: string, key: string, actsOn: (ref: string) => readonly KeptAct[]): readonly KeptAct[] {
    const named = actsOn(ref)
    const matched = matchedIn(bucketOf(ref), key)
    if (matched.length === 0 && named.length < 2) return named
    return [...named, ...matched].toSorted((a, b) => a.ord - b.ord)
  }

  function rematch(cell: Cell, actsOn: (ref: string) => readonly KeptAct[]): void {
    if (cell.loose.length === 0 && cell.matched.size === 0 && cell.turns <= limits.turnAsks) return
    const candidates = candidatesOf(cell, actsOn)
    const { acts: after, said, over } = match(cell.name, candidates, cell.loose, sameIn(cell.source))
    for (const [key, { ref, acts: before }] of cell.matched) {
      if (isSame(before, after.get(key)?.acts)) continue
      dirty.add(ref)
      if (!after.has(key)) matchedOf.get(key)?.delete(cell)
    }
    for (const [key, { ref, acts: now }] of after) {
      if (!isSame(now, cell.matched.get(key)?.acts)) dirty.add(ref)
      const by = matchedOf.get(key)
      if (by === undefined) matchedOf.set(key, new Map([[cell, now]]))
      else by.set(cell, now)
    }
    cell.matched = after
    for (const [ref, into] of over) tooMany.set(ref, into)
    const refs = said.map((ask) => refKey(cell.source, ask.ref))
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

  /**
   * Leaves what is older than the recent acts as it is: acts stay with the debts that they were matched to, debts that have ended are no longer
   * looked at, and of acts that nothing asked for only the newest with each other name are kept.
   */
  function settle(cell: Cell, actsOn: (ref: string) => readonly KeptAct[]): void {
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
    cell.matched = left
    for (const ref of cell.refs) if (isOver(ref, from, actsOn)) cell.refs.delete(ref)
    const counts = new Map<string, number>()
    const loose = cell.loose
      .toReversed()
      .filter((act) => {
        if (act.ord >= from) return true
        const other = `${act.by}|${'pair' in act.about ? act.about.pair : act.about.turn}`
        const count = (counts.get(other) ?? 0) + 1
        counts.set(other, count)
        if (!used.has(act.id) && count <= limits.pairActs) return true
        cell.upTo = Math.max(cell.upTo, act.cursor)
        return false
      })
      .toReversed()
    cell.loose = loose
    cell.settleAt = Math.max(2 * recentActs, loose.length + recentActs)
    changedShards.add(shardOf(refKey(cell.source, cell.name)))
  }

  /** Whether all debts of a ref ended before a position, and nothing was said of them since. */
  function isOver(ref: string, from: number, actsOn: (ref: string) => readonly KeptAct[]): boolean {
    const ask = bucketOf(ref).asks[0]
    if (ask === undefined) return true
    if (ask.ord >= from) return false
    const same = sameIn(ask.debt.source)
    return debtorsOf(ask, isAgent).every((debtor) => {
      const key = debtKey(ask, debtor)
      if (matchedOf.has(key)) return false
      const acts = knownActs(ref, key, actsOn)
      if ((acts.at(-1)?.ord ?? -Infinity) >= from) return false
      return acts.toSorted(byAct).reduce((course, act) => step(course, act, ask, same), startOf(ask, debtor)).state !== 'open'
    })
  }

  return {
    touch(ref, acts) {
      const { asks } = bucketOf(ref)
      const source = sourceOf(ref)
      const names = new Set<string>(asks[0]?.to)
      for (const act of acts) {
        if (act.word === 'take') names.add(act.by)
        else if (act.word === 'pass') for (const name of act.to ?? []) names.add(name)
      }
      for (const name of names) {
        const cell = cellOf(source, name)
        if (!cell.refs.has(ref)) {
          cell.refs.add(ref)
          if (asks[0]?.isTurn === true) cell.turns++
        }
        stale.add(cell)
      }
    },
    touchAll() {
      for (const cell of cells.values()) stale.add(cell)
    },
    add(source, act) {
      for (const name of namesOf(act)) {
        const cell = cellOf(source, name)
        const at = placeOf(cell.loose, act)
        const known = knownAt(cell.loose, at, act)
        // Read again after a start: it was settled before.
        if (known < 0 && act.cursor <= cell.upTo) continue
        if (known >= 0 && (cell.loose[known]?.cursor ?? 0) >= act.cursor) continue
        if (known >= 0) cell.loose[known] = act
        else cell.loose.splice(at, 0, act)
        changedLoose(cell)
      }
    },
    remove(source, act) {
      for (const name of namesOf(act)) {
        const cell = cells.get(refKey(source, name))
        if (cell === undefined) continue
        const left = cell.loose.filter((each) => each.id !== act.id || each.cursor > act.cursor)
        if (left.length === cell.loose.length) continue
        cell.loose = left
        changedLoose(cell)
      }
    },
    restore(key, acts, upTo) {
      const at = key.indexOf('|')
      const cell = cellOf(key.slice(0, at), key.slice(at + 1))
      cell.loose = [...acts]
      cell.upTo = upTo
      stale.add(cell)
    },
    refresh(actsOn) {
      if (stale.size === 0) return false
      const all = [...stale]
      stale.clear()
      for (const cell of all) rematch(cell, actsOn)
      return true
    },
    takeTooMany() {
      const refs = tooMany
      tooMany = new Map()
      return refs
    },
    matched(key) {
      const by = matchedOf.get(key)
      return by === undefined ? [] : [...by.values()].flat()
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
        for (const name of bucketOf(ref).asks[0]?.to ?? []) cells.get(refKey(sourceOf(ref), name))?.refs.delete(ref)
        matchedOf.delete(key)
        saidAsks.delete(ref)
      }
      const gone = new Set(keys.map(([, key]) => key))
      for (const [cell, ids] of used) {
        // One line can answer several: it stays for those that are kept.
        for (const [key, { acts }] of cell.matched) if (!gone.has(key)) for (const act of acts) ids.delete(act.id)
        cell.loose = cell.loose.filter((act) => !ids.has(act.id))
        changedLoose(cell)
      }
    },
    *loose() {
      for (const [key, { loose, upTo }] of cells) if (loose.length > 0) yield [key, loose, upTo]
    },
  }
}

/** The names whose debts an act may be about: its author's, and those of the names from which it withdraws, accepts or asks again. */
function namesOf({ about, by, word, again, move }: LooseAct): Set<string> {
  const names = new Set<string>()
  const other = 'pair' in about ? about.pair : about.turn
  const isCreditors = word === 'cancel' || again === true
  if (!isCreditors) names.add(by)
  if (isCreditors || word === 'pass') names.add(other)
  if ('turn' in about && move?.creditor !== undefined) for (const name of [other, ...(move.mentions ?? [])]) names.add(name)
  return new Set([...names].filter((name) => name !== '' && !isGroupAddress(name)))
}

export function sourceOf(ref: string): string {
  return ref.slice(0, ref.indexOf('|'))
}

/** Where an act is already, next to where it belongs. */
function knownAt(loose: readonly LooseAct[], place: number, act: LooseAct): number {
  let at = place - 1
  while (at >= 0 && loose[at]?.ord === act.ord && loose[at]?.id !== act.id) at--
  return loose[at]?.id === act.id ? at : -1
}

function placeOf(loose: readonly LooseAct[], act: LooseAct): number {
  let at = loose.length
  for (let before = loose[at - 1]; before !== undefined && isBefore(act, before); before = loose[at - 1]) at--
  return at
}

/** Of one event, acts on a pair come before what its text does to a turn, in the order in which the protocol gives them. */
function isBefore(a: LooseAct, b: LooseAct): boolean {
  return a.ord < b.ord || (a.ord === b.ord && a.id < b.id)
}

function isSame(a: readonly KeptAct[], b: readonly KeptAct[] | undefined): boolean {
  return (
    b !== undefined &&
    a.length === b.length &&
    a.every((act, at) => act.id === b[at]?.id && act.word === b[at].word && act.cursor === b[at].cursor)
  )
}
