import type { Event } from '../../core/event.ts'
import { inSlices } from '../../io/slices.ts'
import type { Journal } from '../../core/journal.ts'

/** Messages of a conversation that become unread again: those above `after`, up to its previous mark. JSON, part of the snapshot. */
export interface Raise {
  readonly conversation: string
  readonly after: number
  readonly before: number
}

const pageRows = 100

/** What makes messages unread again, and what of it is not done yet. */
export interface Raises {
  /** To be saved with the lists, so that a restart goes on with it. */
  left(): readonly Raise[]
  /** Work in slices. After a fault of the journal, another call goes on where it failed. */
  work(raise: Raise): () => Promise<void>
}

interface RaisesParts {
  readonly journal: Pick<Journal, 'page'>
  readonly workspace: string
  /** What a restart goes on with. */
  readonly saved: readonly Raise[] | undefined
  /** Messages, or what stands in their place, in display order. */
  take(events: readonly Event[]): void
  save(): void
  changed(): void
  isClosed(): boolean
}

/** Opens it. */
export function openRaises({ journal, workspace, saved, take, save, changed, isClosed }: RaisesParts): Raises {
  const raises = new Set<Raise>(saved)

  /** Reads a page. @returns what is left after it; undefined: nothing */
  function raiseSome(raise: Raise): Raise | undefined {
    const filter = { conversation: raise.conversation, kinds: ['message'] }
    const page = journal.page({ workspace, filter, after: raise.after, limit: pageRows })
    take(page.events.filter(({ ord }) => ord <= raise.before))
    const after = page.events.at(-1)?.ord ?? raise.after
    return page.hasAfter && page.events.length > 0 && after <= raise.before ? { ...raise, after } : undefined
  }

  return {
    left: () => [...raises],
    work(raise) {
      let noted = raises.has(raise) ? raise : undefined
      /** What is left is known before other calls are answered. */
      const note = (left: Raise | undefined): void => {
        const isFirst = noted === undefined && left !== undefined
        if (noted !== undefined) raises.delete(noted)
        if (left !== undefined) raises.add(left)
        noted = left
        if (isFirst || left === undefined) save() // the snapshot alone cannot show that a mark moved back
      }
      return async () => {
        await inSlices(() => {
          if (isClosed()) return false
          try {
            note(raiseSome(noted ?? raise))
          } catch (thrown) {
            if (noted === undefined) note(raise)
            throw thrown
          }
          return noted !== undefined
        })
        changed()
      }
    },
  }
}
