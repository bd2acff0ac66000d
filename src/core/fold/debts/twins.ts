import { textHash } from '../../text-hash.ts'
import { refKey, type KeptAsk } from './kept.ts'
import { skeletonOf, twiceMs } from './rows.ts'

/** Asks that may be one thing said twice, which the lists show as one: by the names in them, since who is who changes later. */
export interface Twins {
  /** What is asked under a ref is new, changed or gone. */
  update(ref: string): void
  /** Refs of all asks, ended ones too, that decide with which others these are shown. */
  of(refs: Iterable<string>): Iterable<string>
}

/** Opens it without any. */
export function openTwins(askOf: (ref: string) => KeptAsk | undefined): Twins {
  /** One for each of those who were asked. */
  const hashes = new Map<string, readonly number[]>()
  /** Nearly all are alone, and need no set. */
  const alike = new Map<number, string | Set<string>>()

  function add(ref: string, hash: number): void {
    const known = alike.get(hash)
    if (known === undefined) alike.set(hash, ref)
    else if (typeof known === 'string') alike.set(hash, new Set([known, ref]))
    else known.add(ref)
  }

  function remove(ref: string, hash: number): void {
    const known = alike.get(hash)
    if (typeof known === 'object') known.delete(ref)
    if (known === ref || (typeof known === 'object' && known.size === 0)) alike.delete(hash)
  }

  /** In the order in which they were asked, cut where nothing before can be one with anything after. */
  function runsOf(refs: Iterable<string>): string[][] {
    const runs: string[][] = []
    let last = Number.NEGATIVE_INFINITY
    for (const { ref, debt } of [...refs].flatMap((each) => askOf(each) ?? []).toSorted((a, b) => a.debt.openedAt - b.debt.openedAt)) {
      const own = refKey(debt.source, ref)
      const run = debt.late === true || debt.openedAt - last <= twiceMs ? runs.at(-1) : undefined
      if (run === undefined) runs.push([own])
      else run.push(own)
      last = debt.openedAt
    }
    return runs
  }

  return {
    update(ref) {
      const ask = askOf(ref)
      const now = ask === undefined ? [] : hashesOf(ask)
      const before = hashes.get(ref) ?? []
      if (now.length === before.length && now.every((hash, at) => hash === before[at])) return
      for (const hash of before) remove(ref, hash)
      for (const hash of now) add(ref, hash)
      if (now.length === 0) hashes.delete(ref)
      else hashes.set(ref, now)
    },
    *of(refs) {
      const looked = new Set(refs)
      for (const hash of new Set([...looked].flatMap((ref) => hashes.get(ref) ?? []))) {
        const known = alike.get(hash)
        if (known === undefined || typeof known === 'string') continue
        for (const run of runsOf(known)) if (run.some((ref) => looked.has(ref))) yield* run
      }
    },
  }
}

function hashesOf({ to, debt: { creditor, kind, text } }: KeptAsk): readonly number[] {
  const words = `${creditor}\n${kind}\n${skeletonOf(text)}`
  return [...new Set(to.length === 0 ? [''] : to)].map((name) => textHash(`${name}\n${words}`))
}
