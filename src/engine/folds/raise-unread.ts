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

/**
 * Passes the messages, or what stands in their place, to `take`, in display order and in slices. `note` receives what is left before other calls are answered, so that it can continue after a
 * restart; undefined: nothing is left.
 */
export async function raiseUnread(
  journal: Pick<Journal, 'page'>,
  workspace: string,
  raise: Raise,
  { take, note, isClosed }: { take: (events: readonly Event[]) => void; note: (left: Raise | undefined) => void; isClosed: () => boolean },
): Promise<void> {
  let { after } = raise
  await inSlices(() => {
    if (isClosed()) return false
    const filter = { conversation: raise.conversation, kinds: ['message'] }
    const page = journal.page({ workspace, filter, after, limit: pageRows })
    take(page.events.filter(({ ord }) => ord <= raise.before))
    after = page.events.at(-1)?.ord ?? after
    const isMore = page.hasAfter && page.events.length > 0 && after <= raise.before
    note(isMore ? { ...raise, after } : undefined)
    return isMore
  })
}
