import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import { agentSchema } from '../agent.ts'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import type { Event } from '../event.ts'
import { limits } from '../limits.ts'
import { agentsOf, type AgentsInput } from './agents.ts'
import { foldConversations } from './conversations.ts'
import { guessNames } from './guesses.ts'
import { foldNames, nameKey } from './names.ts'

const hour = 3_600_000
const now = 1_700_000_000_000 + 30 * hour
const dayStart = (at: number): number => Math.floor(at / 86_400_000) * 86_400_000

function agents(events: readonly Event[], more: Partial<AgentsInput> = {}): ReturnType<typeof agentsOf> {
  const names = foldNames(dayStart)
  for (const event of events) names.apply(event)
  return agentsOf({
    rows: names.rows(),
    aliases: new Map(),
    operator: 'operator',
    now,
    dayStart,
    unread: new Map(),
    downSince: () => undefined,
    ...more,
  })
}

function guesses(names: readonly string[], settled: readonly string[] = []): string[] {
  const fold = foldNames(dayStart)
  for (const [at, name] of names.entries()) fold.apply(storedEvent(at + 1, messageBody(name, 'zzzz-nobody-0')))
  return guessNames(
    [...fold.rows()],
    (row) => row.name,
    (row) => settled.includes(row.name),
  ).map((guess) => `${guess.name} → ${guess.agent}: ${guess.reason}`)
}

function presence(said: string): Event['body'] {
  return { kind: 'presence', agent: 'coder', word: 'working', evidence: 'declared', said, task: 'auth' }
}

describe('agents', () => {
  test('the same exact name on two sources is one agent with two names', () => {
    const found = agents([
      storedEvent(1, messageBody('coder', 'reviewer')),
      storedEvent(2, messageBody('coder', 'tester'), { source: 't' }),
    ])
    const coder = found.agents.find((agent) => agent.name === 'coder')
    expect(coder?.names.map((name) => [name.source, name.by])).toEqual([
      ['s', 'itself'],
      ['t', 'same name'],
    ])
    expect(coder?.sent).toBe(2)
    expect(found.agents.map((agent) => agent.name)).toEqual(['coder', 'reviewer', 'tester'])
  })

  test('the operator joins a name to an agent and separates it again', () => {
    const events = [storedEvent(1, messageBody('coder', 'x')), storedEvent(2, messageBody('coder2', 'x'))]
    const joined = agents(events, { aliases: new Map([[nameKey('s', 'coder2'), 'coder']]) })
    expect(joined.agents.map((agent) => [agent.name, agent.sent])).toEqual([
      ['coder', 2],
      ['x', 0],
    ])
    expect(joined.agents[0]?.names[1]?.by).toBe('operator')
    expect(agents(events).agents).toHaveLength(3)
  })

  test('not reported: the status is a question mark; the latest presence counts, with its evidence', () => {
    expect(agents([storedEvent(1, messageBody('coder', 'x'))]).agents[0]?.status).toEqual({
      word: '?',
      evidence: 'unknown',
      said: 'not reported',
    })
    const [coder] = agents([storedEvent(1, presence('running')), storedEvent(2, presence('running again'))]).agents
    expect(coder?.status).toMatchObject({ word: 'working', evidence: 'declared', said: 'running again', event: 'event-2' })
    expect(coder).toMatchObject({ task: 'auth', sent: 0 })
    expect(coder?.lastSeen).toBeUndefined()
  })

  test('a definition provides role, file and instructions', () => {
    const event = storedEvent(
      1,
      { kind: 'profile', agent: 'coder', role: 'writes code', handoffTo: ['reviewer'], instructions: 'Be kind.' },
      { raw: { text: '', anchor: { label: 'coder.md', path: '.workplace/agents/coder.md' } } },
    )
    expect(agents([event]).agents[0]).toMatchObject({
      role: 'writes code',
      handoffTo: ['reviewer'],
      instructions: 'Be kind.',
      definedIn: '.workplace/agents/coder.md',
    })
  })

  test('activity is the last 24 hours, oldest first; today is the local day', () => {
    const at = (hours: number): Partial<Event> => ({ at: now - hours * hour })
    const events = [30, 23, 1, 0].map((hours, index) => storedEvent(index + 1, messageBody('coder', 'x'), at(hours)))
    const [coder] = agents(events).agents
    expect(coder?.activity).toEqual([1, ...Array<number>(21).fill(0), 1, 1])
    expect(coder?.sentToday).toBe(events.filter((event) => dayStart(event.at) === dayStart(now)).length)
    expect(coder?.lastSeen).toBe(now)
  })

  test('the operator has the text colour, others a fixed hue; one’s own messages are never unread', () => {
    const events = [storedEvent(1, messageBody('operator', 'coder')), storedEvent(2, messageBody('coder', 'operator'))]
    const found = agents(events, {
      unread: new Map([
        [nameKey('s', 'operator'), 4],
        [nameKey('s', 'coder'), 2],
      ]),
    })
    expect(found.agents.map((agent) => [agent.name, agent.isOperator, agent.hue > 0, agent.unread])).toEqual([
      ['operator', true, false, 0],
      ['coder', false, true, 2],
    ])
  })

  test('the address of a group or a channel is not a name', () => {
    const events = [storedEvent(1, { ...messageBody('coder', '@workers'), to: ['@workers', '#general', 'codex-7'] })]
    expect(agents(events).agents.map((agent) => agent.name)).toEqual(['coder', 'codex-7'])
    const conversations = foldConversations()
    for (const event of events) conversations.apply(event)
    expect([...conversations.rows()].map((row) => row.members)).toEqual([['coder', 'codex-7']])
  })

  test('a word for everyone is nobody, unless somebody is called so', () => {
    const toAll = [storedEvent(1, messageBody('coder', 'all')), storedEvent(2, messageBody('coder', 'Everybody'))]
    expect(agents(toAll).agents.map((agent) => agent.name)).toEqual(['coder'])
    expect(agents([...toAll, storedEvent(3, messageBody('all', 'coder'))]).agents.map((agent) => agent.name)).toEqual(['coder', 'all'])
    const seen = storedEvent(3, { kind: 'profile', agent: 'all' })
    expect(agents([...toAll, seen]).agents.map((agent) => agent.name)).toEqual(['coder', 'all'])
  })

  test('10,000 hostile names: the most recent are listed, the rest is counted, and it is quick', () => {
    const events = Array.from({ length: 10_000 }, (_, at) =>
      storedEvent(at + 1, messageBody(at % 2 === 0 ? `n${at}` : `__proto__${at}`, 'toString')),
    )
    const started = cpuTime()
    const found = agents(events)
    expect(cpuTime() - started).toBeLessThan(2_000)
    expect(found.agents).toHaveLength(limits.agentsListed)
    expect(found.more).toBe(10_001 - limits.agentsListed)
    expect(found.agents.at(-1)?.name).toBe('__proto__9999')
    expect(found.agents.every((agent) => agentSchema.safeParse(agent).success)).toBe(true)
  })

  test('names beyond the limit are forgotten, oldest first, and counted', () => {
    const names = foldNames(dayStart)
    for (let at = 1; at <= 15_000; at++) names.apply(storedEvent(at, messageBody(`n${at}`, 'x')))
    const kept = [...names.rows()].length
    expect(kept).toBeLessThanOrEqual(limits.agentsListed * 5.5)
    expect(kept + names.dropped()).toBe(15_001)
    expect([...names.rows()].some((row) => row.name === 'n15000')).toBe(true)
    expect([...names.rows()].some((row) => row.name === 'n1')).toBe(false)
  })

  test('those who said much stay known and listed, however many names are made up later', () => {
    const said = [
      ...Array.from({ length: 5 }, () => messageBody('coder', 'reviewer')),
      ...Array.from({ length: 15_000 }, (_, at) => messageBody(`n${at}`, `m${at}`)),
    ]
    const events = said.map((body, at) => storedEvent(at + 1, body))
    const conversations = foldConversations()
    for (const event of events) conversations.apply(event)
    const found = agents(events)
    expect(found.agents.find(({ name }) => name === 'coder')).toMatchObject({ sent: 5 })
    expect(found.agents.at(-1)?.name).toBe('m14999')
    expect([...conversations.rows()].find(({ key }) => key === 'coder⇄reviewer')).toMatchObject({ count: 5 })
  })
})

describe('guesses', () => {
  test.each([
    [['coder', 'Coder'], ['Coder → coder: differs only in case']],
    [['code-reviewer', 'code_reviewer'], ['code_reviewer → code-reviewer: differs only in - and _']],
    [['reviewer', 'reviever'], ['reviever → reviewer: one letter apart']],
    [['reviewer', 'reviewers'], ['reviewers → reviewer: one letter apart']],
    [['reviewers', 'reviewer'], ['reviewer → reviewers: one letter apart']],
    [['reviewer', 'eviewer'], ['eviewer → reviewer: one letter apart']],
    [['worker-1', 'worker-2'], []],
    [['worker-1', 'worker-12'], []],
    [['ann', 'anna'], []],
    [['tester', 'coder'], []],
    [['coder', 'coder'], []],
  ])('%j', (names, expected) => expect(guesses(names)).toEqual(expected))

  test('a decided name is not guessed about', () => expect(guesses(['coder', 'Coder'], ['Coder'])).toEqual([]))

  test('are quick for thousands of long similar names', () => {
    const started = cpuTime()
    guesses(Array.from({ length: 3_000 }, (_, at) => `${'a'.repeat(120)}${at.toString(36)}`))
    expect(cpuTime() - started).toBeLessThan(1_000)
  })
})
