import type { Event } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import { tryJournal } from '../journal-fault.ts'
import type { Journal } from '../../core/journal.ts'

/** Number of unusable inputs per link: lines with a bad header, files that are not messages. */
export interface Unusable {
  apply(event: Event): void
  /** By link id; at most `limits.unusable` each. */
  counts(): Readonly<Record<string, number>>
}

/** Counts in the journal, and recounts only after an event that could change the number. */
export function openUnusable(journal: Pick<Journal, 'page' | 'links'>, workspace: string): Unusable {
  const known = new Map<string, number>()
  const stale = new Set(journal.links(workspace).map(({ id }) => id))
  return {
    apply({ source, body, supersedes }) {
      // A torn line may have become a message.
      if (body.kind === 'fault' || (supersedes !== undefined && known.has(source))) stale.add(source)
    },
    counts() {
      for (const source of stale) {
        const page = tryJournal(() => journal.page({ workspace, filter: { source, kinds: ['fault'] }, limit: limits.unusable }))
        if (!page.ok) continue // counted when it can be read again
        const { events } = page.value
        if (events.length === 0) known.delete(source)
        else known.set(source, events.length)
        stale.delete(source)
      }
      return Object.fromEntries(known)
    },
  }
}
