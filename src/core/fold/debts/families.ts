import type { Debt } from '../../debt.ts'
import type { Course, SameName } from './course.ts'
import { refKey, refOf, sourcedRefOf, type KeptAsk, type Mutable } from './kept.ts'

interface Member {
  readonly ask: KeptAsk
  readonly course: Course
  readonly debt?: Debt
}

/** A debt, or what it is made of: then it belongs to no other, and waits for none. */
export type Standing = Debt | Member

/** How far it is. */
export function courseOf<T extends Standing | undefined>(one: T): Pick<Debt, 'state' | 'end'> | (T & undefined) {
  return one !== undefined && 'course' in one ? one.course : (one as Debt | (T & undefined))
}

export interface FamiliesInput {
  readonly entryOf: (key: string) => Member | undefined
  readonly keysOf: (ref: string) => readonly string[]
  readonly sameIn: (source: string) => SameName
  /** What a debt is has changed. */
  readonly moved: (key: string) => void
}

/** What debts are to each other: one belongs to another and ends with it; one waits for a question that its debtor asked back. */
export interface Families {
  /** Debts by key, as of now. */
  open(): ReadonlyMap<string, Debt>
  ended(): ReadonlyMap<string, Debt>
  /** The same with only what is known without making the debts: nobody looks at most of them before they are over. */
  readonly states: { readonly open: ReadonlyMap<string, Standing>; readonly ended: ReadonlyMap<string, Standing> }
  /** These debts changed, appeared or are gone. */
  changed(keys: readonly string[]): void
  /** A debt is there that nothing has happened to, and that belongs to no other. */
  opened(debt: Debt): void
  refresh(): void
  forget(key: string): void
  /** Refs of other debts without which a debt would be something else: its parent, and what an open one waits or waited for. */
  needs(key: string): readonly string[]
  /** Keys that changed since the last call. */
  takeChanged(): ReadonlySet<string>
}

/** Parents of parents are followed so far. */
const deepest = 64

/** Opens them without any. */
export function openFamilies({ entryOf, keysOf, sameIn, moved }: FamiliesInput): Families {
  const open = new Map<string, Standing>()
  const ended = new Map<string, Standing>()
  /** Keys of debts that have not been made. */
  const unmade = new Set<string>()
  /** Keys of debts by the ref that they belong to, and by the question back that they wait for. */
  const children = new Map<string, Set<string>>()
  const holders = new Map<string, Set<string>>()
  /** The ref that each debt belongs to, and refs whose debts lost or got one. */
  const belongsTo = new Map<string, string>()
  const touched = new Set<string>()
  const pending = new Set<string>()
  let changed = new Set<string>()

  function parentOf({ ask }: Member): string | undefined {
    if (ask.parentRef === undefined) return undefined
    const keys = keysOf(refKey(ask.debt.source, ask.parentRef))
    const same = sameIn(ask.debt.source)
    const isOf = (key: string): boolean => {
      const debtor = entryOf(key)?.course.debtor
      return debtor !== undefined && same(debtor, ask.debt.creditor)
    }
    return keys.find(isOf) ?? keys[0]
  }

  /** The state of a debt, which ends with the debt that it belongs to. */
  function standing(key: string, depth = 0): Pick<Debt, 'state' | 'end'> {
    const entry = entryOf(key)
    if (entry === undefined) return { state: 'void' }
    const { state, end } = entry.course
    if (state !== 'open' || depth > deepest) return end === undefined ? { state } : { state, end }
    const parent = parentOf(entry)
    // An ask by a doubtful author opens a debt, but neither ends others nor holds them up.
    if (parent === undefined || parent === key || entryOf(parent)?.ask.debt.doubt !== undefined) return { state }
    const above = standing(parent, depth + 1)
    if (above.state === 'open') return { state, ...wentOnWithout(entry, entryOf(parent), sameIn(entry.ask.debt.source)) }
    if (above.end === undefined) return { state }
    return { state: 'void', end: { ...above.end, how: 'parent' } }
  }

  /** Debts that have to end before this one goes on: what its debtor asked of others for it, and questions back. */
  function waitedFor(key: string, { ask, course }: Member): string[] {
    const same = sameIn(ask.debt.source)
    const own = [...(children.get(refOf(ask)) ?? [])].filter((child) => {
      const entry = entryOf(child)
      if (entry === undefined || entry.ask.debt.doubt !== undefined || child === key) return false
      return course.debtor !== undefined && same(entry.ask.debt.creditor, course.debtor)
    })
    return [...own, ...course.backs]
  }

  function debtOf(key: string, entry: Member): Debt {
    const { ask, course } = entry
    const { state, end } = standing(key)
    const awaited = state === 'open' ? waitedFor(key, entry) : []
    let sign = course.sign
    let waitsFor: string | undefined
    let least = Infinity
    for (const child of awaited) {
      const other = entryOf(child)
      if (other === undefined) continue
      const now = standing(child)
      if (now.state !== 'open') sign = Math.max(sign, now.end?.at ?? 0)
      else if (other.ask.ord < least) {
        least = other.ask.ord
        waitsFor = child
      }
    }
    // Nothing came for as long as its link waits: neither what was stored later nor a reminder makes that time longer.
    sign = Math.min(sign, course.cut?.since ?? sign)
    const parent = parentOf(entry)
    const debt: Mutable<Debt> = { ...ask.debt, key, asked: course.asked, sign, state }
    if (course.debtor === undefined) delete debt.debtor
    else debt.debtor = course.debtor
    if (course.taken) debt.taken = true
    if (waitsFor !== undefined) debt.waitsFor = waitsFor
    if (course.cut !== undefined) debt.cut = { at: course.cut.at, reason: course.cut.reason }
    if (course.passedAt !== undefined) debt.passedAt = course.passedAt
    if (course.againAt !== undefined) debt.againAt = course.againAt
    if (course.awaitedNames !== undefined && state === 'open') debt.awaitedNames = [...course.awaitedNames]
    if (parent !== undefined) debt.parent = parent
    if (end !== undefined) debt.end = end
    return debt
  }

  function belong(key: string, ref: string | undefined): void {
    const before = belongsTo.get(key)
    if (before !== undefined && before !== ref) {
      children.get(before)?.delete(key)
      belongsTo.delete(key)
      touched.add(before)
    }
    if (ref === undefined) return
    belongsTo.set(key, ref)
    link(children, ref, key)
    touched.add(ref)
  }

  function put(key: string): void {
    changed.add(key)
    moved(key)
    const entry = entryOf(key)
    open.delete(key)
    if (entry === undefined) {
      ended.delete(key)
      unmade.delete(key)
      return
    }
    const isAlone = entry.ask.parentRef === undefined && entry.course.backs.length === 0 && !hasChildren(entry.ask)
    const one = isAlone ? (entry.debt ?? entry) : debtOf(key, entry)
    if (one === entry) unmade.add(key)
    else unmade.delete(key)
    if (courseOf(one).state === 'open') {
      ended.delete(key)
      open.set(key, one)
    } else ended.set(key, one)
  }

  function hasChildren(ask: KeptAsk): boolean {
    return children.size > 0 && (children.get(refOf(ask))?.size ?? 0) > 0
  }

  function made(of: Map<string, Standing>): ReadonlyMap<string, Debt> {
    for (const key of unmade) {
      const map = open.has(key) ? open : ended
      const one = map.get(key)
      if (one !== undefined && 'course' in one) map.set(key, debtOf(key, one))
    }
    unmade.clear()
    return of as Map<string, Debt> // none is left to make
  }

  /** All that a change reaches: what belongs to it, at any depth, and next to each of these what waits for it. */
  function reached(): Set<string> {
    const all = new Set<string>(pending)
    // Of its key, because what belongs to a debt that is gone has to know it, too.
    for (const key of all) for (const child of children.get(sourcedRefOf(key)) ?? []) all.add(child)
    const below = [...all]
    for (const ref of touched) for (const parent of keysOf(ref)) all.add(parent)
    for (const key of below) {
      const entry = entryOf(key)
      if (entry?.ask.parentRef !== undefined)
        for (const parent of keysOf(refKey(entry.ask.debt.source, entry.ask.parentRef))) all.add(parent)
      for (const holder of holders.get(key) ?? []) all.add(holder)
    }
    return all
  }

  return {
    open: () => made(open),
    ended: () => made(ended),
    states: { open, ended },
    changed(keys) {
      for (const key of keys) {
        pending.add(key)
        const entry = entryOf(key)
        const ref = entry?.ask.parentRef === undefined ? undefined : refKey(entry.ask.debt.source, entry.ask.parentRef)
        belong(key, ref)
        if (entry === undefined) continue
        for (const back of entry.course.backs) link(holders, back, key)
      }
    },
    opened(debt) {
      const { key } = debt
      if (children.has(key) || holders.has(key)) pending.add(key)
      else {
        changed.add(key)
        moved(key)
        open.set(key, debt)
      }
    },
    refresh() {
      if (pending.size === 0) return
      const keys = reached()
      pending.clear()
      touched.clear()
      for (const key of keys) put(key)
    },
    forget(key) {
      open.delete(key)
      ended.delete(key)
      unmade.delete(key)
      changed.add(key)
      holders.delete(key)
      belong(key, undefined)
    },
    needs(key) {
      const entry = entryOf(key)
      if (entry === undefined) return []
      const { parentRef, debt } = entry.ask
      const parent = parentRef === undefined ? [] : [refKey(debt.source, parentRef)]
      return [...parent, ...(open.has(key) ? waitedFor(key, entry).map(sourcedRefOf) : [])]
    },
    takeChanged() {
      const keys = changed
      changed = new Set()
      return keys
    },
  }
}

/** Who asked something for a task that waited, and has gone on with it since, needs no answer any more. What others asked about it, they still want. */
function wentOnWithout({ ask }: Member, parent: Member | undefined, same: SameName): Partial<Pick<Debt, 'state' | 'end'>> {
  const wentOn = parent?.course.wentOn
  if (wentOn === undefined || ask.debt.kind !== 'answer' || ask.ord >= wentOn.ord || !same(ask.debt.creditor, wentOn.by)) return {}
  const { ord: _ord, ...end } = wentOn
  return { state: 'void', end }
}

function link(map: Map<string, Set<string>>, to: string, key: string): void {
  const set = map.get(to)
  if (set === undefined) map.set(to, new Set([key]))
  else set.add(key)
}
