import { isHigher, refuses, unreadableId } from '../../core/halt.ts'
import type { Halt, HaltLevel } from '../../core/halt.ts'
import { haltKey } from '../../core/halt-spans.ts'
import { isUnreadable, mostEnded } from '../../io/halt-file.ts'
import type { FiledHalt, HaltFile } from '../../io/halt-file.ts'

/** The halts in force by their scope (`haltKey`), and the ids of those that are over. */
export interface KnownHalts {
  readonly filed: ReadonlyMap<string, FiledHalt>
  readonly ended: readonly string[]
}

/** What a start knows: of the journal, which was read first, and of the file. Pure. */
export function mergeAtStart(known: KnownHalts, file: HaltFile): KnownHalts {
  const filed = new Map(known.filed)
  for (const each of file.halts) {
    const stored = filed.get(haltKey(each.halt))
    filed.set(haltKey(each.halt), stored === undefined ? each : newerOf(each, stored))
  }
  const ended = [...new Set([...known.ended, ...file.ended])]
  return { filed: new Map([...filed].filter(([, { halt }]) => !ended.includes(halt.id))), ended }
}

/**
 * What another program wrote while this one runs: it may add halts and raise the level of one. No halt that is known here ends by it, is lowered or gives
 * way to another, since agents of this machine can write this file, too. Pure.
 */
export function mergeWhileRunning(before: KnownHalts, file: HaltFile, now: number): KnownHalts {
  // One that cannot be read says less than we know; it only counts where we know of no halt.
  if (isUnreadable(file) && before.filed.size > 0) return before
  const filed = new Map(before.filed)
  for (const each of file.halts) {
    const key = haltKey(each.halt)
    const own = filed.get(key)
    const isOver = before.ended.includes(each.halt.id)
    if (own === undefined && !isOver) filed.set(key, each)
    // Asked for while RESUME was being said, or right after it: Halt was pressed again.
    if (own === undefined && isOver && each.isAsked === true) filed.set(key, begunAgain(each, now))
    if (own?.halt.id === each.halt.id && each.isAsked === true && own.halt.resuming === true) filed.set(key, { ...own, isAsked: true })
    if (own?.halt.id === each.halt.id && isHigher(each.halt.level, own.halt.level))
      filed.set(key, { ...own, halt: { ...own.halt, level: each.halt.level, at: refuses(own.halt) ? own.halt.at : now }, isAsked: true })
  }
  const known = new Set([...filed.values()].map(({ halt }) => halt.id))
  return { filed, ended: [...new Set([...file.ended, ...before.ended])].filter((id) => !known.has(id)).slice(-mostEnded) }
}

/** A halt that was over, and is told anew. */
function begunAgain({ halt: { resuming: _resuming, ...halt }, ...each }: FiledHalt, now: number): FiledHalt {
  return { ...each, halt: { ...halt, at: now, rows: [] } }
}

/** Of the file and the journal, either can be the older one, after a full disk or a restore. No level is lowered by it. The file may have had no room for the table. */
function newerOf(inFile: FiledHalt, inJournal: FiledHalt): FiledHalt {
  const { halt } = inJournal
  // Which halt it was cannot be read, and agents know the one of the journal.
  if (inFile.halt.id === unreadableId) return { ...inJournal, halt: atLeast(halt, inFile.halt.level) }
  const lead = (inFile.halt.changes ?? 0) - (halt.changes ?? 0)
  if (inFile.halt.id !== halt.id || lead > 0 || (lead === 0 && inFile.halt.rows.length > 0)) return inFile
  return { ...inFile, halt: atLeast(halt, inFile.halt.level) }
}

function atLeast(halt: Halt, level: HaltLevel): Halt {
  return isHigher(level, halt.level) ? { ...halt, level } : halt
}
