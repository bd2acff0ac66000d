import { limits } from '../../limits.ts'
import { isGroupAddress } from '../../names.ts'
import type { Bucket } from './bucket.ts'
import type { SameName } from './course.ts'
import { refKey, type KeptAct, type KeptAsk, type LooseAct } from './kept.ts'
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
  /** So many acts are looked through for those that nothing needs. */
  pruneAt: number
}

const pruneFrom = 256

export interface CellsInput {
  readonly bucketOf: (ref: string) => Bucket
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
  restore(cell: string, acts: readonly LooseAct[]): void
  /** Matches what changed. @returns whether anything did. */
  refresh(actsOn: (ref: string) => readonly KeptAct[]): boolean
  matched(key: string): readonly KeptAct[]
  /** The debt that a *take* opened under this ref. */
  said(ref: string): KeptAsk | undefined
  forget(ref: string, key: string): void
  loose(): Iterable<readonly [string, LooseAct[]]>
}

export function openCells({ bucketOf, sameIn, changedShards, dirty }: CellsInput): Cells {
  const cells = new Map<string, Cell>()
  const stale = new Set<Cell>()
  const saidAsks = new Map<string, KeptAsk>()
  /** By key of the debt, then by cell. */
  const matchedOf = new Map<string, Map<Cell, readonly KeptAct[]>>()

  function cellOf(source: string, name: string): Cell {
    const key = refKey(source, name)
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { source, name, refs: new Set(), loose: [], matched: new Map(), said: [], pruneAt: pruneFrom }
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
      const named = actsOn(ref)
      const acts = named.length < 2 ? named : named.toSorted((a, b) => a.ord - b.ord)
      const debtors = ask.to.length === 0 ? [undefined] : ask.to.includes(cell.name) ? [cell.name] : ask.to
      return debtors.map((debtor): Candidate => ({ ask, debtor, acts }))
    })
  }

  function rematch(cell: Cell, actsOn: (ref: string) => readonly KeptAct[]): void {
    if (cell.loose.length === 0 && cell.matched.size === 0) return
    const candidates = candidatesOf(cell, actsOn)
    const { acts: after, said } = match(cell.name, candidates, cell.loose, sameIn(cell.source))
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
    const refs = said.map((ask) => refKey(cell.source, ask.ref))
    for (const ref of cell.said) if (!refs.includes(ref) && saidAsks.delete(ref)) dirty.add(ref)
    for (const [index, ref] of refs.entries()) {
      const ask = said[index]
      if (ask === undefined || saidAsks.get(ref)?.id === ask.id) continue
      saidAsks.set(ref, ask)
      dirty.add(ref)
    }
    cell.said = refs
    if (cell.loose.length > cell.pruneAt) prune(cell)
  }

  /** Keeps the acts that were matched, but of reports the two newest of a debt; and of those that were not, the newest with each other name. */
  function prune(cell: Cell): void {
    const needed = new Set<string>()
    for (const { acts } of cell.matched.values()) {
      const reports = acts.filter((act) => act.word === 'report' && act.back === undefined)
      const old = new Set(reports.slice(0, -2))
      for (const act of acts) if (!old.has(act)) needed.add(act.id)
    }
    const counts = new Map<string, number>()
    cell.loose = cell.loose
      .toReversed()
      .filter((act) => {
        if (needed.has(act.id)) return true
        const other = `${act.by}|${'pair' in act.about ? act.about.pair : act.about.turn}`
        const count = (counts.get(other) ?? 0) + 1
        counts.set(other, count)
        return count <= limits.pairActs
      })
      .toReversed()
    cell.pruneAt = Math.max(pruneFrom, cell.loose.length * 2)
    changedShards.add(shardOf(refKey(cell.source, cell.name)))
  }

  return {
    touch(ref, acts) {
      const { asks } = bucketOf(ref)
      const source = ref.slice(0, ref.indexOf('|'))
      const names = new Set<string>(asks[0]?.to)
      for (const act of acts) {
        if (act.word === 'take') names.add(act.by)
        else if (act.word === 'pass') for (const name of act.to ?? []) names.add(name)
      }
      for (const name of names) {
        const cell = cellOf(source, name)
        cell.refs.add(ref)
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
    restore(key, acts) {
      const at = key.indexOf('|')
      const cell = cellOf(key.slice(0, at), key.slice(at + 1))
      cell.loose = [...acts]
      stale.add(cell)
    },
    refresh(actsOn) {
      if (stale.size === 0) return false
      const all = [...stale]
      stale.clear()
      for (const cell of all) rematch(cell, actsOn)
      return true
    },
    matched(key) {
      const by = matchedOf.get(key)
      return by === undefined ? [] : [...by.values()].flat()
    },
    said: (ref) => saidAsks.get(ref),
    forget(ref, key) {
      for (const [cell, acts] of matchedOf.get(key) ?? []) {
        const used = new Set(acts.map((act) => act.id))
        cell.loose = cell.loose.filter((act) => !used.has(act.id))
        cell.refs.delete(ref)
        changedLoose(cell)
      }
      for (const name of bucketOf(ref).asks[0]?.to ?? []) cells.get(refKey(ref.slice(0, ref.indexOf('|')), name))?.refs.delete(ref)
      matchedOf.delete(key)
      saidAsks.delete(ref)
    },
    *loose() {
      for (const [key, { loose }] of cells) if (loose.length > 0) yield [key, loose]
    },
  }
}

/** The names whose debts an act may be about: its author's, and those of whom it takes something back, accepts or asks again. */
function namesOf({ about, by, word, again, move }: LooseAct): Set<string> {
  const names = new Set<string>()
  const other = 'pair' in about ? about.pair : about.turn
  const isCreditors = word === 'cancel' || again === true
  if (!isCreditors) names.add(by)
  if (isCreditors || word === 'pass') names.add(other)
  if ('turn' in about && move?.creditor !== undefined) for (const name of [other, ...(move.mentions ?? [])]) names.add(name)
  return new Set([...names].filter((name) => name !== '' && !isGroupAddress(name)))
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
