import type { Output } from '../../../api/contract.ts'
import { ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from './client-mock.ts'
import { fixtureDesk } from './desk-fixtures.ts'
import { fixtureNow, fixtureState } from './fixtures.ts'

export const minute = 60_000
/** The moment that tests look at. */
export const pastMoment = fixtureNow - 10 * minute
/** The state of now, in which every protocol has a second link. */
export const present = {
  ...fixtureState,
  desk: fixtureDesk,
  links: fixtureState.links.flatMap((link) => [link, { ...link, id: `${link.id}b` }]),
}

/** What was known at a moment: one agent, conversation and need; of the second links no status was recorded. */
export function pastAt(asOf: number): Output<'past.state'> {
  return {
    asOf,
    cursor: 3,
    messages: 3,
    today: 2,
    agents: present.agents.slice(0, 1),
    conversations: present.conversations.slice(0, 1),
    links: present.links.map(({ id, status }, at) =>
      at === 0 ? { id, status: { ...status, lamp: 'down' as const, text: 'of then' } } : { id },
    ),
    needs: fixtureDesk.needs.slice(0, 1),
    counts: { needs: 1, owed: 1, overdue: 0, owedByOthers: 1, overdueByOthers: 0, stuck: 0 },
    debts: [],
    stuck: [],
    notRecorded: [],
  }
}

/** An engine that knows the past; events are at whole minutes before now. */
export function pastCore(): MockClient {
  const client = createMockClient({ state: present })
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  client.on('past.step', ({ at, by }) => ok({ at: fixtureNow - Math.round((fixtureNow - at) / minute) * minute + by * minute }))
  return client
}
