import { fail, ok } from '../../../core/fault.ts'
import type { Event, EventBody } from '../../../core/event.ts'
import type { Link } from '../../../core/link.ts'
import { defaultProjectSettings } from '../pure/api.ts'
import type { Member, Project, TeamView } from '../pure/api.ts'
import { createMockClient, type MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { bodyEvent, fixtureLink, fixtureNow, fixtureState } from '../../../renderer/features/testing/fixtures.ts'

/** A team on Ably for component tests: link `l7`, projects `p-web` (web-console) and `p-api`. */
const fixtureTeamLink: Link = {
  ...fixtureLink,
  id: 'l7',
  protocol: 'jaibber',
  name: 'harbour',
  place: 'Ably, key 4xF9…',
  config: {},
  secrets: ['ablyKey'],
}

export const fixtureMembers: readonly Member[] = [
  {
    userId: 'u1',
    username: 'mira',
    agentName: 'Coder',
    instructions: 'Write small changes with tests.',
    machine: 'dev-server',
    isOurs: true,
    since: fixtureNow - 60_000,
  },
  {
    userId: 'u2',
    username: 'jon',
    agentName: 'Docs',
    instructions: 'Explain in plain words.',
    machine: 'jons-laptop',
    isOurs: false,
    since: fixtureNow,
  },
  { userId: 'u2', username: 'jon', machine: 'jons-laptop', isOurs: false, since: fixtureNow - 3_600_000 },
]

export const fixtureProjects: readonly Project[] = [
  {
    id: 'p-web',
    name: 'web-console',
    isAttached: true,
    members: [...fixtureMembers],
    more: 0,
    writing: 0,
    isListed: true,
    settings: defaultProjectSettings,
  },
  {
    id: 'p-api',
    name: 'api',
    isAttached: false,
    reason: 'this key may not subscribe to it',
    members: [],
    more: 0,
    writing: 0,
    isListed: false,
    settings: defaultProjectSettings,
  },
]

export const fixtureTeam: TeamView = {
  userId: 'u1',
  username: 'mira',
  machine: 'dev-server',
  isConnected: true,
  connection: ['key 4xF9…'],
  online: 3,
  server: { place: 'https://jaibber.example', state: 'logged in as mira', isReachable: true, waiting: 0 },
  backfill: 'rewind 2 m, history 100: 12 messages recovered',
  projects: [...fixtureProjects],
  agents: [],
  prompts: [],
}

/** Any event of the team's link, in web-console. */
export function teamEvent(ord: number, body: EventBody, more: Partial<Event> = {}): Event {
  return {
    ...bodyEvent(ord, body, JSON.stringify(body)),
    source: 'l7',
    protocol: 'jaibber',
    wireId: `m${ord}`,
    raw: { text: '{}' },
    ...more,
  }
}

/** A message of the project web-console; `from` is an agent or a person. */
export function teamMessage(ord: number, from: string, text: string, more: Partial<EventBody & { kind: 'message' }> = {}): Event {
  return teamEvent(ord, {
    kind: 'message',
    conversation: 'p-web',
    topic: 'web-console',
    from,
    to: [],
    observers: [],
    text,
    ...more,
  })
}

export interface TeamClient extends MockClient {
  /** Answers a method of the team; `undefined` takes that back. */
  answer(method: string, how: ((input: never) => unknown) | undefined): void
  /** Calls of the team's methods so far. */
  asked(method: string): readonly unknown[]
  /** Pushes what the team shows now. */
  show(patch: Partial<TeamView>): void
}

/** An engine with one team beside chat. */
export function createTeamClient(events: readonly Event[] = [], team: Partial<TeamView> = {}): TeamClient {
  const answers = new Map<string, (input: never) => unknown>()
  const asked: { readonly method: string; readonly input: unknown }[] = []
  let view: TeamView = { ...fixtureTeam, ...team }
  const conversation = {
    id: 'l7|p-web',
    source: 'l7',
    protocol: 'jaibber',
    key: 'p-web',
    topic: 'web-console',
    members: ['Docs', 'mira'],
    count: events.length,
    unread: 0,
    lastOrd: 1_000,
    lastAt: fixtureNow,
  }
  const client = createMockClient({
    events,
    state: {
      ...fixtureState,
      links: [fixtureLink, fixtureTeamLink],
      conversations: [...fixtureState.conversations, conversation],
      views: [{ link: 'l7', view }],
    },
    handlers: {
      'links.call': async ({ method, input }) => {
        asked.push({ method, input })
        const answer = await answers.get(method)?.(input as never)
        if (answer === undefined) return fail('unsupported', `The fixture has no ${method}.`)
        const isFailure = typeof answer === 'object' && answer !== null && 'fault' in answer
        return isFailure ? (answer as ReturnType<typeof fail>) : ok({ output: answer })
      },
    },
  })
  return {
    ...client,
    answer: (method, how) => void (how === undefined ? answers.delete(method) : answers.set(method, how)),
    asked: (method) => asked.filter((one) => one.method === method).map((one) => one.input),
    show(patch) {
      view = { ...view, ...patch }
      client.setState({ views: [{ link: 'l7', view }] })
    },
  }
}
