import type { Event } from '../../core/event.ts'
import { limits } from '../../core/limits.ts'
import type { Journal } from '../../core/journal.ts'

const mostEvents = 5_000

/** What was stored of a source since a time, in the order of its places, the newest few thousand: in it is found what was sent before Patchbay ended. */
export function storedSince(
  journal: Pick<Journal, 'page'>,
  workspace: string,
  source: string,
  kinds: readonly string[],
  at: number,
): Event[] {
  const found: Event[] = []
  let before: number | undefined
  while (found.length < mostEvents) {
    const page = journal.page({
      workspace,
      filter: { source, kinds: [...kinds] },
      limit: limits.pageRows,
      ...(before !== undefined && { before }),
    })
    const newer = page.events.filter((event) => event.at >= at)
    found.unshift(...newer)
    before = page.events[0]?.ord
    if (!page.hasBefore || before === undefined || newer.length === 0) break
  }
  return found
}
