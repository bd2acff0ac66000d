import type { Bucket } from './bucket.ts'
import { sourceOf } from './cell.ts'
import { refKey } from './kept.ts'

/** Refs by another ref of the same debt; anybody may name one, so there may be several. */
export interface Aliases {
  /** Refs that somebody called by this one, too. */
  of(alias: string): ReadonlySet<string>
  /** Takes the aliases that are named under a ref. */
  add(ref: string, bucket: Bucket): void
  /** The ref is no longer kept. */
  forget(ref: string, bucket: Bucket): void
}

const none: ReadonlySet<string> = new Set()

/** Opens it without any. */
export function openAliases(): Aliases {
  const mains = new Map<string, Set<string>>()
  return {
    of: (alias) => mains.get(alias) ?? none,
    add(ref, bucket) {
      for (const alias of aliasesIn(ref, bucket)) mains.set(alias, (mains.get(alias) ?? new Set()).add(ref))
    },
    forget(ref, bucket) {
      for (const alias of aliasesIn(ref, bucket))
        if (mains.get(alias)?.delete(ref) === true && mains.get(alias)?.size === 0) mains.delete(alias)
    },
  }
}

function aliasesIn(ref: string, { acts }: Bucket): string[] {
  return acts.flatMap(({ alias }) => (alias === undefined ? [] : refKey(sourceOf(ref), alias))).filter((alias) => alias !== ref)
}
