import { connect, ringsOf, wayAround } from '../waits.ts'
import { isAlike, type Shape } from './similarity.ts'
import { sincePeople, type Lines, type Utterance } from './talk.ts'

const near = 0.8
const leastUtterances = 8
const leastWords = 3
/** One speaker who says one text to many within this time says it once, ms. */
const fanOutMs = 5_000

export interface Storm {
  /** In the order in which the text goes around. */
  readonly members: readonly string[]
  /** Who passed it on, oldest first; the first one is where it was first heard. */
  readonly lines: readonly Utterance[]
}

/**
 * One text that goes around: said at least 8 times in a ring of two or more. One who tells many, many who tell one, and a chain are none. Pure.
 * @param said what was said like one text, oldest first
 * @param people what people said in the span
 * @param since beginning of the span, ms
 */
export function findStorm(said: readonly Utterance[], people: readonly Utterance[], since: number): Storm | undefined {
  if (said.length < leastUtterances) return undefined
  const cluster = sincePeople(said, people, since)
  if (spoken(cluster).length < leastUtterances) return undefined
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of cluster) for (const each of to) connect(graph, from, each)
  const found = ringsOf(graph).map((ring) => ({ ring, lines: spoken(inside(ring, cluster)) }))
  const [most] = found.toSorted((a, b) => b.lines.length - a.lines.length)
  return most === undefined || most.lines.length < leastUtterances ? undefined : { members: wayAround(most.ring, graph), lines: most.lines }
}

/** Said by one of a ring to another: what each of them tells everyone, or is told by everyone, does not go around. */
function inside(ring: readonly string[], said: readonly Utterance[]): readonly Utterance[] {
  const members = new Set(ring)
  return said.filter(({ from, to }) => members.has(from) && to.some((each) => members.has(each)))
}

/** Without what one speaker says to more within a short time. */
function spoken(said: readonly Utterance[]): readonly Utterance[] {
  const lastOf = new Map<string, number>()
  return said.filter(({ from, at }) => {
    const last = lastOf.get(from)
    lastOf.set(from, at)
    return last === undefined || at - last > fanOutMs
  })
}

/** Groups of utterances with one text, kept for a span of time. */
export interface Clusters {
  /** @returns the group that it is in now; undefined: too few words. */
  add(said: Utterance): Lines | undefined
  /** Lets go what was said before a time. */
  dropBefore(at: number): void
}

/** How many groups are kept; the oldest go first. */
const mostClusters = 2_048
const mostLines = 512
/** With how many groups a text is compared. Only texts made of very few words have more that may be alike. */
const mostCompared = 16

interface Cluster extends Lines {
  /** That of its first text. */
  readonly shape: Shape
  lines: Utterance[]
  readonly keys: readonly number[]
}

/** Opens it. Texts are found by some of their word pairs, so that one more costs no comparison with all others. */
export function openClusters(): Clusters {
  /** Groups by all their words and by word pairs: of two texts that are alike, at least one of these is in both. */
  const byKey = new Map<number, Cluster[]>()
  const clusters = new Set<Cluster>()

  function remove(cluster: Cluster): void {
    clusters.delete(cluster)
    for (const key of cluster.keys) {
      const known = byKey.get(key) ?? []
      if (known.length > 1) known.splice(known.indexOf(cluster), 1)
      else byKey.delete(key)
    }
  }

  return {
    add(said) {
      const { shape } = said
      if (shape.words < leastWords) return undefined
      // The same words come first: they are found however many texts share some.
      const keys = keysOf(shape)
      let compared = 0
      for (const key of keys) {
        for (const cluster of byKey.get(key) ?? []) {
          if (++compared > mostCompared) break
          if (!isAlike(cluster.shape, shape, near)) continue
          cluster.lines.push(said)
          if (cluster.lines.length > mostLines) cluster.lines = cluster.lines.slice(-mostLines)
          return cluster
        }
      }
      const cluster: Cluster = { shape, lines: [said], keys }
      clusters.add(cluster)
      for (const key of keys) {
        const known = byKey.get(key)
        if (known === undefined) byKey.set(key, [cluster])
        else known.push(cluster)
      }
      const oldest = clusters.size > mostClusters ? clusters.values().next().value : undefined
      if (oldest !== undefined) remove(oldest)
      return cluster
    },
    dropBefore(at) {
      for (const cluster of clusters) {
        const left = cluster.lines.findIndex((each) => each.at >= at)
        if (left !== 0) cluster.lines = left < 0 ? [] : cluster.lines.slice(left)
        if (cluster.lines.length === 0) remove(cluster)
      }
    },
  }
}

/**
 * All words, and the first pairs: of two texts that are alike by 0.8, the first fifth of each one's pairs, in one order, and one more have a pair in common
 * (prefix filtering). In the order of their hashes; in that of the alphabet, nearly all texts would begin with the same pairs, and be compared with all
 * others.
 */
function keysOf({ hash, pairs }: Shape): readonly number[] {
  const keys = [hash]
  const end = pairs.length - Math.ceil(near * pairs.length) + 1
  for (let at = 0; at < end; at++) if (at === 0 || pairs[at] !== pairs[at - 1]) keys.push(pairs[at] as number)
  return keys
}
