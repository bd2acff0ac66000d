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
  const hashes = new Map<string, number>()
  /** Nearly all are alone, and need no set. */
  const alike = new Map<number, string | Set<string>>()

  function remove(ref: string, hash: number): void {
    const known = alike.get(hash)
    hashes.delete(ref)
    if (typeof known === 'string') alike.delete(hash)
    else known?.delete(ref)
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
      const before = hashes.get(ref)
      const now = ask && textHash(`${ask.debt.creditor}\n${ask.debt.kind}\n${skeletonOf(ask.debt.text)}`)
      if (now === before) return
      if (before !== undefined) remove(ref, before)
      if (now === undefined) return
      hashes.set(ref, now)
      const known = alike.get(now)
      if (known === undefined) alike.set(now, ref)
      else if (typeof known === 'string') alike.set(now, new Set([known, ref]))
      else known.add(ref)
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
