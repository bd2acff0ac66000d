import type { Output, WorkspaceState } from '../../../api/contract.ts'
import type { LinkStatus } from '../../../core/link.ts'
import { clockTime, dayKey } from '../../ui/time.ts'
import { notRecordedThen } from './past-words.ts'

/** The lamp of a status; undefined: it was not recorded. */
export function recordedLamp({ lamp, text }: LinkStatus): LinkStatus['lamp'] | undefined {
  return text === notRecordedThen ? undefined : lamp
}

/** A status as it was recorded. What a link said later while it was up was not recorded, so only that it was up is shown. */
function statusThen(status: LinkStatus | undefined, asOf: number): LinkStatus | undefined {
  if (status?.lamp !== 'up') return status
  const { since } = status
  return { ...status, text: `up since ${dayKey(since) === dayKey(asOf) ? clockTime(since) : dayKey(since)}` }
}

/**
 * The state of a workspace as it was, for views that show a state whatever its moment. What was not recorded is empty or says so; the halt, damage of the journal
 * and the names and settings of links are those of now. Pure.
 */
export function pastState(present: WorkspaceState, past: Output<'past.state'>): WorkspaceState {
  const { rebuilding: _rebuilding, more: _more, ...rest } = present
  const then = new Map(past.links.map(({ id, status }) => [id, status]))
  return {
    ...rest,
    cursor: past.cursor,
    messages: past.messages,
    today: past.today,
    agents: past.agents,
    conversations: past.conversations.map((one) => ({ ...one, unread: 0 })),
    links: present.links.map((link) => ({
      ...link,
      status: statusThen(then.get(link.id), past.asOf) ?? { lamp: 'off', text: notRecordedThen, since: past.asOf },
    })),
    forYou: 0,
    unusable: {},
    guesses: [],
    views: [],
    commands: [],
    approvals: [],
    desk: {
      needs: past.needs,
      agents: past.debts,
      tasks: present.links.map(({ id }) => id),
      counts: past.counts,
      elsewhere: 0,
      others: [],
      // The lists of every moment are others.
      revision: past.asOf,
    },
  }
}
