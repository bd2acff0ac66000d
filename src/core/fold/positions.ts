/** Positions of one range, in ascending order, each with the number of its owner. */
interface Range {
  size: number
  lows: Uint16Array
  owners: Uint32Array
}

/** Display positions in one range: what one part of a snapshot holds. */
const rangeSize = 16_384
const firstCapacity = 64

/** A large ordered set of display positions, each with the number of an owner: six bytes a position, however they are spread. */
export interface Positions {
  /** False if it was there. */
  add(ord: number, owner: number): boolean
  /** The owner that the position had. */
  remove(ord: number): number | undefined
  owner(ord: number): number | undefined
  /** Gives a position that is there to another owner. */
  give(ord: number, owner: number): void
  /** Visits positions below `below` from the newest to the oldest until `visit` says false; those for which it says `remove` go. */
  descend(below: number, visit: (ord: number, owner: number) => boolean | 'remove'): void
  ranges(): number[]
  /** Visits the positions of one range, ascending. */
  each(range: number, visit: (ord: number, owner: number) => void): void
}

/** Opens an empty set. `touched` is told the number of each range that changes. */
export function openPositions(touched: (range: number) => void): Positions {
  const ranges = new Map<number, Range>()
  /** Numbers of the ranges, ascending. */
  let order: number[] = []

  function rangeFor(number: number): Range {
    const known = ranges.get(number)
    if (known !== undefined) return known
    const made: Range = { size: 0, lows: new Uint16Array(firstCapacity), owners: new Uint32Array(firstCapacity) }
    ranges.set(number, made)
    order.push(number)
    if (number < (order.at(-2) ?? -1)) order.sort((a, b) => a - b)
    return made
  }

  function drop(number: number): void {
    ranges.delete(number)
    order = order.filter((each) => each !== number)
  }

  return {
    add(ord, owner) {
      const number = Math.floor(ord / rangeSize)
      const low = ord % rangeSize
      const range = rangeFor(number)
      const at = placeOf(range, low)
      if (at < range.size && range.lows[at] === low) return false
      if (range.size === range.lows.length) grow(range)
      range.lows.copyWithin(at + 1, at, range.size)
      range.owners.copyWithin(at + 1, at, range.size)
      range.lows[at] = low
      range.owners[at] = owner
      range.size++
      touched(number)
      return true
    },
    remove(ord) {
      const number = Math.floor(ord / rangeSize)
      const range = ranges.get(number)
      const low = ord % rangeSize
      const at = range === undefined ? 0 : placeOf(range, low)
      if (range === undefined || at >= range.size || range.lows[at] !== low) return undefined
      const owner = range.owners[at]
      range.lows.copyWithin(at, at + 1, range.size)
      range.owners.copyWithin(at, at + 1, range.size)
      range.size--
      if (range.size === 0) drop(number)
      touched(number)
      return owner
    },
    owner(ord) {
      const range = ranges.get(Math.floor(ord / rangeSize))
      const low = ord % rangeSize
      const at = range === undefined ? 0 : placeOf(range, low)
      return range !== undefined && at < range.size && range.lows[at] === low ? range.owners[at] : undefined
    },
    give(ord, owner) {
      const number = Math.floor(ord / rangeSize)
      const range = ranges.get(number)
      if (range === undefined) return
      range.owners[placeOf(range, ord % rangeSize)] = owner
      touched(number)
    },
    descend(below, visit) {
      const from = Math.floor((below - 1) / rangeSize)
      for (const number of order.toReversed()) {
        const range = ranges.get(number)
        if (number > from || range === undefined) continue
        const last = number === from ? placeOf(range, (below - 1) % rangeSize, true) : range.size
        // What stays moves to the end of the part that was visited, and then back to close the gap.
        let kept = last
        let goesOn = true
        let at = last - 1
        for (; at >= 0 && goesOn; at--) {
          const low = range.lows[at] ?? 0
          const owner = range.owners[at] ?? 0
          const said = visit(number * rangeSize + low, owner)
          goesOn = said !== false
          if (said === 'remove') continue
          kept--
          range.lows[kept] = low
          range.owners[kept] = owner
        }
        const gap = kept - (at + 1)
        if (gap > 0) {
          range.lows.copyWithin(at + 1, kept, range.size)
          range.owners.copyWithin(at + 1, kept, range.size)
          range.size -= gap
          if (range.size === 0) drop(number)
          touched(number)
        }
        if (!goesOn) return
      }
    },
    ranges: () => [...order],
    each(number, visit) {
      const range = ranges.get(number)
      for (let at = 0; at < (range?.size ?? 0); at++) visit(number * rangeSize + (range?.lows[at] ?? 0), range?.owners[at] ?? 0)
    },
  }
}

/** Index of the first position that is not below `low`; with `isAfter`, of the first above it. */
function placeOf({ lows, size }: Range, low: number, isAfter = false): number {
  let [from, to] = [0, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    const value = lows[middle] ?? 0
    if (value < low || (isAfter && value === low)) from = middle + 1
    else to = middle
  }
  return from
}

function grow(range: Range): void {
  const lows = new Uint16Array(Math.min(rangeSize, range.size * 2))
  const owners = new Uint32Array(lows.length)
  lows.set(range.lows)
  owners.set(range.owners)
  range.lows = lows
  range.owners = owners
}
