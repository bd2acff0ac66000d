import type { Event } from '../core/event.ts'
import type { Journal } from '../core/journal.ts'
import type { Archive } from '../core/journal-files.ts'
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
  /** Their names, each with what its file was like (`lookOf`), to be saved with the lists; undefined: there is none. */
  looks(): readonly string[] | undefined
}

/** Opens it. @param services the journal is asked for again whenever it is needed. @param looks those that are known */
export function openWithoutArchives(
  services: { readonly journal: Pick<Journal, 'archives' | 'event'> },
  looks: readonly string[] = [],
): WithoutArchives {
  const known = new Map(looks.map((look) => [archiveIn(look), look]))
  function took(events: readonly Event[]): void {
    for (const { body } of events) {
      const name = unreadArchive(body)
      if (name !== undefined && !known.has(name)) known.set(name, lookOf(name, services.journal.archives()))
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
    looks: () => (known.size === 0 ? undefined : [...known.values()]),
  }
}

/** What the file of an archive is like: its name alone while it cannot be read. One that can be read and lacks an event has its size behind the name. */
function lookOf(name: string, archives: readonly Archive[]): string {
  const found = archives.find(({ file }) => file === name)
  return found?.events === undefined ? name : `${name} ${found.events} ${found.bytes}`
}

/** The name of an archive in what its file is like. */
export function archiveIn(look: string): string {
  return look.split(' ', 1)[0] ?? look
}

/** Whether one of the archives that lists were made without can be read again, is another file than it was, or its month is back in the journal. */
export function areBack(looks: readonly string[] | undefined, journal: Pick<Journal, 'archives'>): boolean {
  if (looks === undefined || looks.length === 0) return false
  const archives = journal.archives()
  return looks.some((look) => {
    const name = archiveIn(look)
    const now = lookOf(name, archives)
    return archives.every(({ file }) => file !== name) || (now !== name && now !== look)
  })
}
