import { limits } from '../../core/limits.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Services } from '../services.ts'

/**
 * Marks of conversations that are no longer kept, of which the journal has at least this many: who comes back there, and exports, find out what was read. Names
 * from outside make conversations, so there is no end of them.
 */
export const mostGoneMarks = limits.conversationsListed * 5

/** Up to which display position conversations were read, as the operator marked them. */
export interface ReadMarks {
  /** A source's own mark covers what existed when it was first read, in every conversation; a conversation's own mark takes precedence. */
  of(conversation: string, source: string): number
  ofSource(source: string): number
  put(changed: ReadonlyMap<string, number>): void
  /** Lets go of those of other conversations. */
  keep(isKept: (conversation: string) => boolean): void
}

/** Opens the marks of a workspace. */
export function openReadMarks({ journal, log }: Pick<Services, 'journal' | 'log'>, workspace: string): ReadMarks {
  const marks = journal.readMarks(workspace)
  /** Marks of conversations that are no longer kept; no less than the journal has. */
  let gone = 0
  const ofSource = (source: string): number => marks.get(source) ?? Number.NEGATIVE_INFINITY

  function trim(isKept: (conversation: string) => boolean): void {
    const stored = [...journal.readMarks(workspace)].filter(([id]) => id.includes('|') && !isKept(id))
    const oldest = stored.toSorted((a, b) => b[1] - a[1]).slice(mostGoneMarks)
    journal.removeReadMarks(
      workspace,
      oldest.map(([id]) => id),
    )
    gone = stored.length - oldest.length
  }

  return {
    of: (conversation, source) => marks.get(conversation) ?? ofSource(source),
    ofSource,
    put(changed) {
      journal.putReadMarks(workspace, changed)
      for (const [id, mark] of changed) marks.set(id, mark)
    },
    keep(isKept) {
      for (const id of marks.keys()) if (id.includes('|') && !isKept(id)) gone += Number(marks.delete(id))
      if (gone <= mostGoneMarks * 1.1) return
      const trimmed = tryJournal(() => trim(isKept))
      if (!trimmed.ok) log('read marks could not be removed', { fault: trimmed.fault, level: 'warn' })
    },
  }
}
