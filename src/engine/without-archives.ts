import type { Event } from '../core/event.ts'
import type { Journal } from '../core/journal.ts'
import { unreadArchive } from '../io/journal/contents.ts'

/** An event as folds take it. */
export interface WithReplaced {
  readonly event: Event
  /** The version that it replaces. */
  readonly replaced: Event | undefined
}

/** The archives that lists were made without: once one of them can be read, they are made again from the journal. */
export interface WithoutArchives {
  /** Reads the versions that events replace, all of them: where the journal fails, none of the events is folded. */
  read(events: readonly Event[]): WithReplaced[]
  /** Notes what events stand in place of. */
  took(events: readonly Event[]): void
  /** Their names, to be saved with the lists; undefined: there is none. */
  names(): readonly string[] | undefined
}

/** Opens it. @param services the journal is asked for again whenever it is needed. @param names those that are known */
export function openWithoutArchives(
  services: { readonly journal: Pick<Journal, 'event'> },
  names: readonly string[] = [],
): WithoutArchives {
  const known = new Set(names)
  function took(events: readonly Event[]): void {
    for (const { body } of events) {
      const name = unreadArchive(body)
      if (name !== undefined) known.add(name)
    }
  }
  return {
    read(events) {
      const all = events.map((event) => ({
        event,
        replaced: event.supersedes === undefined ? undefined : services.journal.event(event.supersedes),
      }))
      // Of a version that cannot be read, folds cannot take back what they made of it.
      took(all.flatMap(({ event, replaced }) => (replaced === undefined ? [event] : [event, replaced])))
      return all
    },
    took,
    names: () => (known.size === 0 ? undefined : [...known]),
  }
}

/** Whether one of the archives that saved lists were made without can be read again, or its month is back in the journal. */
export function areBack(names: readonly string[] | undefined, journal: Pick<Journal, 'archives'>): boolean {
  if (names === undefined || names.length === 0) return false
  const archives = journal.archives()
  return names.some((name) => {
    const found = archives.find(({ file }) => file === name)
    return found === undefined || found.events !== undefined
  })
}
