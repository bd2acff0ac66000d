import type { Event, NewEvent } from '../core/event.ts'
import { ok, type Fault, type Result } from '../core/fault.ts'
import type { StoredLink } from '../core/journal.ts'
import { openClockJump, type ClockJump } from './clock-jump.ts'
import { tryJournal } from './journal-fault.ts'
import type { Services } from './services.ts'

interface IngestInput {
  readonly services: Services
  readonly workspace: string
  /** Marks events whose author may be somebody else. */
  doubtNames(link: string, events: readonly NewEvent[]): readonly NewEvent[]
  /** Folds and shows what was stored. */
  took(link: string, events: readonly Event[]): void
  /** What `unstored` says has changed. */
  changed(): void
}

/** Stores the events of a workspace. Journal first; only stored events are folded and shown. */
export interface Ingest {
  /** Stores what a link has read, and the state that belongs to it. A fault: none of it was stored. */
  read(link: StoredLink, events: readonly NewEvent[], state: unknown): Result<void>
  /** Stores something that Patchbay itself says about a link. */
  note(link: string, event: NewEvent): void
  /** Why the journal did not take the last batch, and since when it takes none; undefined: it did. */
  unstored(): { readonly fault: Fault; readonly since: number } | undefined
}

/** Opens the way into the journal for a workspace. */
export function openIngest({ services, workspace, doubtNames, took, changed }: IngestInput): Ingest {
  let clock: ClockJump | undefined
  let unstored: ReturnType<Ingest['unstored']>

  /** Notes whether the journal took a batch. One that no journal would take, such as one that is too large, says nothing about it. */
  function noteStored(stored: Result<unknown>): void {
    if (!stored.ok && (stored.fault.code === 'not-found' || stored.fault.code === 'too-large')) return
    if (stored.ok && unstored === undefined) return
    unstored = stored.ok ? undefined : { fault: stored.fault, since: unstored?.since ?? services.now() }
    changed()
  }

  function clockJump(): ClockJump {
    clock ??= openClockJump(services.now, services.journal.page({ workspace, filter: {}, limit: 1 }).events[0]?.at)
    return clock
  }

  return {
    read(link, newEvents, state) {
      const claims = services.protocols.get(link.protocol)?.claimsAuthors === true
      const stored = tryJournal(() => {
        const doubted = claims ? doubtNames(link.id, newEvents) : newEvents
        // Before the first events after the jump; one per workspace, whichever link emits them.
        const jumped = newEvents.length === 0 ? undefined : clockJump().marker(services.newId)
        const events = jumped === undefined ? doubted : [jumped, ...doubted]
        return services.journal.append({
          workspace,
          source: link.id,
          protocol: link.protocol,
          at: services.now(),
          events,
          state,
        })
      })
      noteStored(stored)
      if (!stored.ok) return stored
      return stored.value.length === 0 ? ok(undefined) : tryJournal(() => took(link.id, stored.value))
    },
    note(link, event) {
      const done = tryJournal(() => {
        const stored = services.journal.links(workspace).find(({ id }) => id === link)
        if (stored === undefined) return
        const { protocol } = stored
        took(link, services.journal.append({ workspace, source: link, protocol, at: services.now(), events: [event], state: undefined }))
      })
      noteStored(done)
      if (!done.ok) services.log('what Patchbay saw of a link could not be stored', { link, fault: done.fault })
    },
    unstored: () => unstored,
  }
}
