import { textHash } from '../../text-hash.ts'
import { refOf, type KeptAsk } from './kept.ts'
import { skeletonOf } from './known-debt.ts'
import { isReadAgain, twiceMs } from './rows.ts'

/** Asks that may be one thing said twice, which the lists show as one: by the names in them, since who is who changes later. */
export interface Twins {
  /** What is asked under a ref is new, changed or gone, or what became of it: open, settled. */
  update(ref: string): void
  /** Refs of asks, ended ones too, that decide with which others these open ones are shown, and with which they end. */
  of(open: Iterable<string>): Iterable<string>
}

/** Opens it without any. @param settledAt when the last debt of a ref was settled, ms; undefined: none was */
export function openTwins(askOf: (ref: string) => KeptAsk | undefined, settledAt: (ref: string) => number | undefined): Twins {
  /** What is asked under each ref, with one hash for each of those who were asked. */
  const hashes = new Map<string, Hashed>()
  /** Nearly all are alone, and need no set. */
  const alike = new Map<number, string | Set<string>>()
  /** Those of the last call that share a hash with an open one, as long as nothing about them changes. */
  const found = new Map<number, readonly string[]>()

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

  /** Asks with the same words, each with what is said twice with it: as the lists do it. */
  function clustersOf(refs: Iterable<string>): KeptAsk[][] {
    const clusters: KeptAsk[][] = []
    for (const ask of [...refs].flatMap((each) => askOf(each) ?? []).toSorted((a, b) => a.debt.openedAt - b.debt.openedAt)) {
      const last = clusters.at(-1)
      const first = last?.[0]?.debt
      const isTwin = first !== undefined && (ask.debt.openedAt - first.openedAt <= twiceMs || isReadAgain(ask.debt, first))
      if (last !== undefined && isTwin) last.push(ask)
      else clusters.push([ask])
    }
    return clusters
  }

  /** What open asks of a cluster end with: of each link the first that was settled after they were asked. */
  function endsOf(open: readonly KeptAsk[], cluster: readonly KeptAsk[]): Set<KeptAsk> {
    const settled = cluster.flatMap((ask) => {
      const at = settledAt(refOf(ask))
      return at === undefined ? [] : [{ ask, at }]
    })
    const found = new Set<KeptAsk>()
    for (const source of new Set(settled.map(({ ask }) => ask.debt.source))) {
      const own = settled.filter(({ ask }) => ask.debt.source === source)
      for (const { debt } of open) {
        const end = own.find(({ ask, at }) => at >= debt.openedAt || isReadAgain(debt, ask.debt))
        if (end !== undefined) found.add(end.ask)
      }
    }
    return found
  }

  /** What decides about the open asks among those that share a hash. */
  function decisive(known: Iterable<string>, looked: ReadonlySet<string>): string[] {
    const refs: string[] = []
    const clusters = clustersOf(known)
    for (const [at, cluster] of clusters.entries()) {
      const those = cluster.filter((ask) => looked.has(refOf(ask)))
      if (those.length === 0) continue
      // The first decides what is in it; the one before, that a line of a file that started over is not in that.
      const first = cluster.slice(0, 1)
      const before = first[0]?.debt.late === true ? (clusters[at - 1]?.slice(0, 1) ?? []) : []
      for (const ask of [...before, ...first, ...endsOf(those, cluster)]) refs.push(refOf(ask))
    }
    return refs
  }

  return {
    update(ref) {
      const ask = askOf(ref)
      const before = hashes.get(ref)
      for (const hash of before?.of ?? []) found.delete(hash)
      if (ask === before?.ask) return
      for (const hash of before?.of ?? []) remove(ref, hash)
      hashes.delete(ref)
      if (ask === undefined) return
      const now = { ask, of: hashesOf(ask) }
      hashes.set(ref, now)
      for (const hash of now.of) {
        found.delete(hash)
        add(ref, hash)
      }
    },
    *of(open) {
      const looked = new Set(open)
      for (const hash of new Set([...looked].flatMap((ref) => hashes.get(ref)?.of ?? []))) {
        const known = alike.get(hash)
        if (known === undefined || typeof known === 'string') continue
        const refs = found.get(hash) ?? decisive(known, looked)
        found.set(hash, refs)
        yield* refs
      }
    },
  }
}

interface Hashed {
  readonly ask: KeptAsk
  readonly of: readonly number[]
}

function hashesOf({ to, debt: { creditor, kind, text } }: KeptAsk): readonly number[] {
  const words = `${creditor}\n${kind}\n${skeletonOf(text)}`
  return [...new Set(to.length === 0 ? [''] : to)].map((name) => textHash(`${name}\n${words}`))
}
