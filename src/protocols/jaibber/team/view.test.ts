import { describe, expect, test } from 'vitest'
import { limits } from '../../../core/limits.ts'
import { jaibberApi } from '../pure/api.ts'
import type { LocalAgent, Member } from '../pure/api.ts'
import { Projects } from './projects.ts'
import { teamStatus, teamView } from './view.ts'
import type { Shown } from './view.ts'

function shown(over: Partial<Shown> = {}): Shown {
  return {
    me: { userId: 'u1', username: 'mira', machine: 'pier-1' },
    state: { lamp: 'up', words: 'connected' },
    words: ['key app.key'],
    online: 2,
    server: undefined,
    backfill: 'rewind 2 m',
    projects: new Projects({ projects: [{ id: 'a', name: 'Aye' }, { id: 'b' }], maxResponseDepth: 3 }, undefined),
    members: () => [],
    writing: () => 0,
    localAgents: { agents: [], prompts: [] },
    lastActivity: undefined,
    ...over,
  }
}

const member = (number: number): Member => ({
  userId: `u${number}`,
  username: '\u0000"'.repeat(60),
  agentName: `Agent${number}`,
  instructions: '"'.repeat(20_000),
  machine: '\u0001'.repeat(128),
  isOurs: false,
  since: 1,
})
const agent = (number: number): LocalAgent => ({
  id: `a${number}`,
  settings: { name: `A${number}`, projects: ['a'], instructions: '\n'.repeat(20_000), provider: { kind: 'echo' }, timeLimit: 60 },
  state: 'ready',
  since: 1,
  queue: Array.from({ length: 20 }, () => ({ messageId: 'm'.repeat(128), project: 'a', from: 'x', text: '"'.repeat(500), at: 1 })),
  more: 0,
  answered: 0,
})

describe('what the screens of a team show', () => {
  test('fits the limit, whatever its contents, and counts what it leaves out (F18)', () => {
    const projects = new Projects(
      { projects: Array.from({ length: 200 }, (_, at) => ({ id: `${at}`.padEnd(128, 'x'), name: '"'.repeat(128) })), maxResponseDepth: 3 },
      undefined,
    )
    for (const { id } of projects.all()) projects.failed(id, '\u0000'.repeat(2_000))
    const members = Array.from({ length: 1_000 }, (_, number) => member(number))
    const prompt = { id: 'p', agent: 'a', chars: 1, messageId: 'm', project: 'a', from: 'x', text: '"'.repeat(1_000), at: 1 }
    const view = teamView(
      shown({
        projects,
        members: () => members,
        server: { place: 'h'.repeat(253), fault: { code: 'unavailable', message: 'x'.repeat(2_000) }, waiting: 1_000, isAsked: true },
        localAgents: {
          agents: Array.from({ length: 64 }, (_, number) => agent(number)),
          prompts: Array.from({ length: 1_000 }, () => prompt),
        },
      }),
    )
    expect(JSON.stringify(view).length).toBeLessThan(limits.linkView)
    expect(jaibberApi.view.safeParse(view).success).toBe(true)
    expect(view.projects.map((project) => project.members.length + project.more)).toEqual(view.projects.map(() => 1_000))
    expect([view.agents.length, view.projects.length, view.prompts.length].every((count) => count > 0)).toBe(true)
  })

  test('the lamp reports problems, and is up when one project is joined and every other one is known to have failed', () => {
    const projects = shown().projects
    expect(teamStatus(shown({ projects }))).toMatchObject({ lamp: 'connecting', text: 'joining', count: { value: 0, unit: 'projects' } })
    projects.attached('a')
    projects.failed('b', 'this key may not join it')
    expect(teamStatus(shown({ projects }))).toEqual({
      lamp: 'up',
      text: 'as mira, b: this key may not join it',
      count: { value: 1, unit: 'project' },
    })
    projects.failed('a', 'this key may not join it')
    expect(teamStatus(shown({ projects }))).toMatchObject({
      lamp: 'down',
      text: 'as mira, Aye: this key may not join it, b: this key may not join it',
      reason: { code: 'unavailable', message: expect.stringContaining('None of the projects is joined') as string },
      count: { value: 0, unit: 'projects' },
    })
    const fault = { code: 'unavailable', message: 'There is no network.' } as const
    expect(teamStatus(shown({ state: { lamp: 'down', words: 'not connected', fault, retryAt: 7 } }))).toEqual({
      lamp: 'down',
      text: 'not connected',
      reason: fault,
      retryAt: 7,
    })
    const none = new Projects({ projects: [], maxResponseDepth: 3 }, undefined)
    expect(teamStatus(shown({ projects: none })).text).toBe('as mira, no projects yet')
  })

  test('an unreachable server is reported, with the number of waiting messages', () => {
    const server = { place: 'api.example.org', fault: undefined, waiting: 0, isAsked: true }
    const said = (over: Partial<NonNullable<Shown['server']>>): unknown => teamView(shown({ server: { ...server, ...over } })).server
    expect(said({})).toEqual({ place: 'api.example.org', isReachable: true, waiting: 0, state: 'messages are stored on api.example.org' })
    expect(said({ isAsked: false })).toMatchObject({ state: 'contacting api.example.org' })
    expect(said({ waiting: 1, fault: { code: 'timeout', message: 'Late.' } })).toEqual({
      place: 'api.example.org',
      isReachable: false,
      waiting: 1,
      state: 'api.example.org is not working correctly: Late, 1 message waits to be stored',
    })
  })
})
