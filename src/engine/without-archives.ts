import type { Event } from '../core/event.ts'
import type { Journal } from '../core/journal.ts'
import { unreadArchive } from '../io/journal/contents.ts'

/** The archives that lists were made without: once one of them can be read, they are made again from the journal. */
export interface WithoutArchives {
  took(events: readonly Event[]): void
  /** Their names, to be saved with the lists; undefined: there is none. */
  names(): readonly string[] | undefined
}

export function openWithoutArchives(names: readonly string[] = []): WithoutArchives {
  const known = new Set(names)
  return {
    took(events) {
      for (const { body } of events) {
        const name = unreadArchive(body)
        if (name !== undefined) known.add(name)
      }
    },
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
