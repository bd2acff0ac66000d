import type { NameGuess } from '../agent.ts'
import { nameKey, type NameRow } from './names.ts'

/** Maximum number of names compared with each other; the most recent ones are kept. */
const compared = 500
const listed = 50
const shortest = 4

/**
 * Guesses which names are the same agent: names that differ only in case or in `-` and `_`, or by one letter.
 * Digits never count as the letter (`worker-1` and `worker-2` are two agents), and names shorter than four characters are not compared.
 * `resolve` gives a name's agent; names settled by the operator (`isSettled`) are skipped.
 * The name that appeared later is guessed to belong to the earlier one's agent. Linear in the number and length of names.
 */
export function guessNames(rows: readonly NameRow[], resolve: (row: NameRow) => string, isSettled: (row: NameRow) => boolean): NameGuess[] {
  const candidates = rows
    .toSorted((a, b) => b.lastOrd - a.lastOrd)
    .slice(0, compared)
    .toSorted((a, b) => a.first - b.first)
  const byShape = new Map<string, NameRow>()
  const byHole = new Map<string, NameRow>()
  const guesses = new Map<string, NameGuess>()

  for (const row of candidates) {
    const shape = shapeOf(row.name)
    const twin = byShape.get(shape)
    const near = twin === undefined ? nearest(shape, byHole, byShape) : undefined
    const other = twin ?? near
    if (other !== undefined && !isSettled(row) && resolve(other) !== resolve(row)) {
      const reason = twin === undefined ? 'one letter apart' : reasonFor(row.name, other.name)
      guesses.set(nameKey(row.source, row.name), {
        source: row.source,
        protocol: row.protocol,
        name: row.name,
        agent: resolve(other),
        reason,
      })
    }
    if (twin === undefined) byShape.set(shape, row)
    if (shape.length >= shortest) for (const hole of holesOf(shape)) if (!byHole.has(hole)) byHole.set(hole, row)
  }
  return [...guesses.values()].slice(0, listed)
}

function shapeOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

function reasonFor(name: string, other: string): string {
  return name.toLowerCase() === other.toLowerCase() ? 'differs only in case' : 'differs only in - and _'
}

/** The name with each of its letters removed in turn: two names share one of these when they differ by one letter. */
function holesOf(shape: string): string[] {
  const letters = shape.slice(0, 64)
  return letters.split('').flatMap((letter, at) => (/\d/.test(letter) ? [] : [`${at}:${letters.slice(0, at)}${letters.slice(at + 1)}`]))
}

function nearest(shape: string, byHole: ReadonlyMap<string, NameRow>, byShape: ReadonlyMap<string, NameRow>): NameRow | undefined {
  if (shape.length < shortest || shape.length > 64) return undefined
  for (const hole of holesOf(shape)) {
    const changed = byHole.get(hole)
    if (changed !== undefined) return changed // one letter replaced at the same position
    const shorter = byShape.get(hole.slice(hole.indexOf(':') + 1))
    if (shorter !== undefined && shorter.name.length >= shortest) return shorter // this name has one letter more
  }
  for (let at = 0; at <= shape.length; at++) {
    const longer = byHole.get(`${at}:${shape}`)
    if (longer !== undefined) return longer // this name has one letter less
  }
  return undefined
}
