/** Numbers objects in the order in which they are first seen, so that pieces of a trail name what an earlier piece has. */
export interface Numbers<T extends object> {
  readonly of: (one: T) => number
  /** Those that got a number since the last call. */
  takeNew(): readonly T[]
  /** Begins at 0 again. */
  restart(): void
}

/** Opens them at 0. */
export function openNumbers<T extends object>(): Numbers<T> {
  let numbers = new WeakMap<T, number>()
  let next = 0
  let fresh: T[] = []
  return {
    of(one) {
      const known = numbers.get(one)
      if (known !== undefined) return known
      fresh.push(one)
      numbers.set(one, next)
      return next++
    },
    takeNew() {
      const those = fresh
      fresh = []
      return those
    },
    restart() {
      numbers = new WeakMap()
      next = 0
    },
  }
}
