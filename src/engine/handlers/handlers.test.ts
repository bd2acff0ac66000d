import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ulid } from 'ulid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Input, MethodName, Output } from '../../api/contract.ts'
import { callFault, callValue } from '../../../test/fakes/calls.ts'
import { follow, type TestEngine } from '../../../test/fakes/engine.ts'
import { openedEngine } from '../../../test/fakes/opened-engine.ts'
import type { FakeProtocol } from '../../../test/fakes/protocol.ts'
import type { Event } from '../../core/event.ts'
import { ok, type Fault } from '../../core/fault.ts'
import type { Shell } from '../shell.ts'

let fake: FakeProtocol
let running: TestEngine
let workspace: string

async function start(shell: Partial<Shell> = {}): Promise<void> {
  ;({ fake, running, workspace } = await openedEngine(shell))
}
beforeEach(() => start())
afterEach(() => running.stop())

const value = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> => callValue(running.client, method, input)
const faultOf = <M extends MethodName>(method: M, input: Input<M>): Promise<Fault> => callFault(running.client, method, input)

async function events(filter: Input<'feed.page'>['filter'] = {}): Promise<Event[]> {
  return (await value('feed.page', { workspace, filter, limit: 100 })).events
}

async function eventAt(index: number): Promise<Event> {
  const event = (await events({ raw: true }))[index]
  if (event === undefined) throw new Error(`no event ${index}`)
  return event
}

const bodies = (of: readonly Event[]): string[] => of.map((event) => (event.body.kind === 'message' ? event.body.text : event.body.kind))

async function source(): Promise<string> {
  return (await follow(running.client, workspace).state()).links[0]?.id ?? ''
}

describe('feed', () => {
  test('pages by filter: everything, a conversation, an agent, raw lines', async () => {
    expect(bodies(await events())).toEqual(['bad news', 'why?', 'see\nbelow'])
    expect(bodies(await events({ agent: 'tester' }))).toEqual(['see\nbelow'])
    expect(bodies(await events({ agent: 'nobody' }))).toEqual([])
    expect(bodies(await events({ conversation: `${await source()}|coder⇄reviewer` }))).toEqual(['bad news', 'why?'])
    expect(bodies(await events({ raw: true }))).toContain('comment')
  })

  test('a page is cut by its size where its reader goes on, and says that there is more', async () => {
    for (let at = 0; at < 6; at++) fake.medium.push(`coder>reviewer: ${at}${'x'.repeat(900_000)}`)
    fake.drivers[0]?.read()
    const newest = await value('feed.page', { workspace, filter: {}, limit: 100 })
    expect(newest.events.length).toBeLessThan(6)
    expect(newest).toMatchObject({ hasBefore: true, hasAfter: false })
    expect(bodies(newest.events.slice(-1))[0]?.[0]).toBe('5')
    const oldest = await value('feed.page', { workspace, filter: {}, after: 0, limit: 100 })
    expect(oldest).toMatchObject({ hasAfter: true })
    expect(bodies(oldest.events.slice(0, 1))).toEqual(['bad news'])
    const around = await value('feed.page', { workspace, filter: {}, around: newest.events[0]?.ord ?? 0, limit: 100 })
    expect(around.events.map((event) => event.id)).toContain(newest.events[0]?.id)
  })

  test('search finds, and a query that cannot be read is a fault', async () => {
    const found = await value('feed.search', { workspace, query: 'from:coder news', limit: 10 })
    expect(found).toMatchObject({ total: 1, hasMore: false })
    expect(found.hits[0]?.matches.length).toBeGreaterThan(0)
    expect(await faultOf('feed.search', { workspace, query: 'before:nonsense', limit: 10 })).toMatchObject({ code: 'invalid' })
  })
})

describe('events', () => {
  test('lint findings carry physical lines', async () => {
    expect(await value('events.lint', { id: (await eventAt(0)).id })).toEqual({
      rules: 1,
      findings: [{ rule: 'FA001', line: 1, severity: 'error', message: 'bad' }],
    })
    fake.medium.push('coder>reviewer: bad again')
    fake.drivers[0]?.read()
    expect((await value('events.lint', { id: (await eventAt(4)).id })).findings).toMatchObject([{ line: 5 }])
    expect((await value('events.lint', { id: (await eventAt(1)).id })).findings).toEqual([])
  })

  test('the source is shown as it is now, and whether it has changed', async () => {
    const { id } = await eventAt(2)
    expect(await value('events.source', { id, context: 1 })).toEqual({
      path: 'fake.txt',
      firstLine: 2,
      lines: ['reviewer>coder: why?', 'coder>tester: see', 'below', 'no message'],
      changed: false,
    })
    await writeFile(path.join(running.folder, 'fake.txt'), '1\n2\ncoder>tester: see\nabove\n')
    expect(await value('events.source', { id, context: 0 })).toMatchObject({ lines: ['coder>tester: see', 'above'], changed: true })
    await writeFile(path.join(running.folder, 'fake.txt'), '1\n')
    expect(await value('events.source', { id, context: 0 })).toMatchObject({ lines: [], changed: true })
  })

  test('a thread holds the messages of the same parties', async () => {
    const thread = await value('events.thread', { id: (await eventAt(1)).id, limit: 10 })
    expect(bodies(thread.events)).toEqual(['bad news', 'why?'])
    expect(thread.total).toBe(2)
    expect(await value('events.thread', { id: (await eventAt(3)).id, limit: 10 })).toMatchObject({ total: 1 })
  })

  test('without an editor and a system program, opening says where to name one', async () => {
    const { id } = await eventAt(0)
    expect(await faultOf('events.open', { id })).toMatchObject({ code: 'unsupported', message: expect.stringContaining('Settings') })
  })

  test('the editor is started without a shell, once the operator allowed it; “always” covers every line of the file', async () => {
    const script = path.join(running.folder, 'an editor.sh')
    await writeFile(script, '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word" >> "$0.log"; done\n')
    await chmod(script, 0o755)
    await value('settings.set', { editor: `"${script}" --at={line} '{file}' ;touch` })
    const first = running.client.call('events.open', { id: (await eventAt(0)).id })
    const state = await follow(running.client, workspace).state((each) => each.approvals.length === 1)
    const [approval] = state.approvals
    expect(approval).toMatchObject({
      actor: { kind: 'operator' },
      effect: { kind: 'spawn', target: path.join(running.folder, 'fake.txt') },
    })
    await value('gate.decide', { id: approval?.id ?? '', decision: { allow: true, scope: 'always' } })
    expect(await first).toMatchObject({ ok: true })
    await value('events.open', { id: (await eventAt(1)).id })
    await vi.waitFor(async () => {
      const words = (await readFile(`${script}.log`, 'utf8')).trim().split('\n')
      const file = path.join(running.folder, 'fake.txt')
      expect(words.toSorted()).toEqual(['--at=1', '--at=2', file, file, ';touch', ';touch'].toSorted())
    })
    const [grant] = await value('gate.grants', {})
    await value('gate.revoke', { id: grant?.id ?? '' })
    expect(await value('gate.grants', {})).toEqual([])
  })

  test('the system’s program opens the file where the shell can, after a yes', async () => {
    const opened: string[] = []
    await running.stop()
    await start({ openPath: (_permit, file) => Promise.resolve((opened.push(file), ok(undefined))) })
    const call = running.client.call('events.open', { id: (await eventAt(0)).id })
    const { approvals } = await follow(running.client, workspace).state((each) => each.approvals.length === 1)
    expect(opened).toEqual([])
    await value('gate.decide', { id: approvals[0]?.id ?? '', decision: { allow: true, scope: 'once' } })
    expect(await call).toMatchObject({ ok: true })
    expect(opened).toEqual([path.join(running.folder, 'fake.txt')])
  })

  test('an event is found by the identity that its link gave it', async () => {
    const event = await eventAt(0)
    expect(await value('events.find', { source: event.source, wireId: event.wireId })).toEqual(event)
    expect(await faultOf('events.find', { source: event.source, wireId: 'nothing' })).toMatchObject({ code: 'not-found' })
    expect(await faultOf('events.find', { source: 'nothing', wireId: event.wireId })).toMatchObject({ code: 'not-found' })
  })

  test('an event that is not there is a fault', async () => {
    for (const method of ['events.get', 'events.lint', 'events.open'] as const)
      expect(await faultOf(method, { id: 'nothing' })).toMatchObject({ code: 'not-found' })
  })
})

describe('addresses', () => {
  test('only http and https, only where the shell can, and without a second question', async () => {
    expect(await faultOf('links.visit', { url: 'https://example.org/' })).toMatchObject({ code: 'unsupported' })
    const visited: string[] = []
    await running.stop()
    await start({ openExternal: (_permit, url) => Promise.resolve((visited.push(url), ok(undefined))) })
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'https//x', 'ssh://x', ''])
      expect(await faultOf('links.visit', { url })).toMatchObject({ code: 'not-allowed' })
    await value('links.visit', { url: 'https://example.org/a b' })
    expect(visited).toEqual(['https://example.org/a%20b'])
  })
})

function unread(state: { conversations: readonly { key: string; unread: number }[] }): Record<string, number> {
  return Object.fromEntries(state.conversations.map((each) => [each.key, each.unread]))
}

describe('read marks, agents, drafts', () => {
  test('marks by filter, and unread again from one message on', async () => {
    fake.medium.push('coder>reviewer: new', 'coder>tester: new')
    fake.drivers[0]?.read()
    const followed = follow(running.client, workspace)
    expect(unread(await followed.state())).toEqual({ 'coder⇄reviewer': 1, 'coder⇄tester': 1 })
    const last = (await events()).at(-1)?.ord ?? 0
    await value('conversations.markRead', { workspace, filter: { agent: 'tester' }, upTo: last })
    await followed.state((state) => unread(state)['coder⇄tester'] === 0 && unread(state)['coder⇄reviewer'] === 1)
    await value('conversations.markRead', { workspace, filter: {}, upTo: last })
    await followed.state((state) => unread(state)['coder⇄reviewer'] === 0)
    await value('conversations.markUnread', { event: (await eventAt(0)).id })
    const state = await followed.state((each) => unread(each)['coder⇄reviewer'] === 3)
    expect(state.agents.map((agent) => [agent.name, agent.unread])).toEqual([
      ['coder', 2],
      ['reviewer', 1],
      ['tester', 0],
    ])
  })

  test('names are joined, shown under one agent, split again; a settled guess stays settled', async () => {
    fake.medium.push('Coder>reviewer: hi')
    fake.drivers[0]?.read()
    const followed = follow(running.client, workspace)
    const { guesses } = await followed.state((state) => state.guesses.length === 1)
    const own = { workspace, source: await source(), name: 'Coder' }
    expect(guesses[0]).toMatchObject({ name: 'Coder', agent: 'coder', reason: 'differs only in case' })
    await value('agents.join', { ...own, agent: 'coder' })
    const joined = await followed.state((state) => state.guesses.length === 0)
    expect(joined.agents.find((agent) => agent.id === 'coder')?.names.map((name) => name.name)).toEqual(['coder', 'Coder'])
    expect(bodies(await events({ agent: 'coder' }))).toContain('hi')
    await value('agents.split', own)
    const split = await followed.state((state) => state.agents.some((agent) => agent.name === 'Coder'))
    expect(split.guesses).toEqual([])
    expect(await faultOf('agents.join', { ...own, agent: 'nobody' })).toMatchObject({ code: 'not-found', field: 'agent' })
    expect(await faultOf('agents.split', { ...own, name: 'nobody' })).toMatchObject({ code: 'not-found' })
  })

  test('the file that defines an agent is opened after a yes, and only where one is known', async () => {
    const opened: string[] = []
    await running.stop()
    await start({ openPath: (_permit, file) => Promise.resolve((opened.push(file), ok(undefined))) })
    expect(await faultOf('agents.open', { workspace, agent: 'coder' })).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('No file'),
    })
    expect(await faultOf('agents.open', { workspace, agent: 'nobody' })).toMatchObject({ code: 'not-found', field: 'agent' })
    const body = { kind: 'profile', agent: 'coder', role: 'writes' } as const
    const raw = { text: '', anchor: { label: 'fake.txt', path: 'fake.txt' } }
    fake.drivers[0]?.context.emit([{ wireId: 'coder.md', raw, body }], 4)
    await follow(running.client, workspace).state((each) => each.agents.some((agent) => agent.definedIn === 'fake.txt'))
    const call = running.client.call('agents.open', { workspace, agent: 'coder' })
    const { approvals } = await follow(running.client, workspace).state((each) => each.approvals.length === 1)
    expect(opened).toEqual([])
    await value('gate.decide', { id: approvals[0]?.id ?? '', decision: { allow: true, scope: 'once' } })
    expect(await call).toMatchObject({ ok: true })
    expect(opened).toEqual([path.join(running.folder, 'fake.txt')])
  })

  test('one-key drafts come from the protocol', async () => {
    const { id } = await eventAt(0)
    expect(await value('messages.draft', { event: id, intent: 'reply' })).toMatchObject({ from: 'operator', to: ['coder'] })
    expect(await value('messages.draft', { event: id, intent: 'acknowledge', text: 'seen' })).toMatchObject({ text: 'seen' })
    expect(await faultOf('messages.draft', { event: (await eventAt(3)).id, intent: 'reply' })).toMatchObject({ code: 'invalid' })
  })

  test('preview, send, retry and discard', async () => {
    const link = await source()
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'x' }
    expect(await value('messages.preview', { source: link, draft })).toMatchObject({ wire: 'operator>coder: x\n' })
    expect(await faultOf('messages.preview', { source: 'gone', draft })).toMatchObject({ code: 'not-found' })
    fake.sending = 'fail'
    const sent = await value('messages.send', { id: ulid(), source: link, draft })
    expect(sent).toMatchObject({ state: 'failed', fault: { message: 'The medium is full.' } })
    fake.sending = 'echo'
    expect((await value('messages.retry', { id: sent.id })).state).toBe('confirmed')
    expect(await faultOf('messages.discard', { id: sent.id })).toMatchObject({ code: 'conflict' })
  })

  test('a crash while a message was on its way is resolved at the next start', async () => {
    fake.sending = 'hang'
    const link = await source()
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'lost?' }
    const id = ulid()
    void running.client.call('messages.send', { id, source: link, draft })
    await follow(running.client, workspace).state((state) => state.commands[0]?.state === 'accepted')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const restarted = running.restart()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    running = await restarted
    const state = await follow(running.client, workspace).state((each) => each.commands[0]?.state === 'unsent')
    expect(state.commands[0]).toMatchObject({ id, draft, fault: { code: 'unavailable' } })
    expect(await value('messages.discard', { id })).toMatchObject({ draft })
    await follow(running.client, workspace).state((each) => each.commands.length === 0)
  })
})

describe('links', () => {
  test('are added, tested, acted upon, switched off and removed', async () => {
    const added = await value('links.add', { workspace, protocol: 'fake', name: 'two', config: { room: 'two' } })
    expect(await value('links.test', { workspace, protocol: 'fake', config: { room: 'x' } })).toMatchObject([{ state: 'ok' }])
    expect(await value('links.act', { link: added.id, act: 'wave' })).toEqual({ text: 'wave' })
    expect(await value('links.update', { link: added.id, name: 'three', config: { room: 'three' } })).toMatchObject({ name: 'three' })
    expect(await value('links.enable', { link: added.id, enabled: false })).toMatchObject({ enabled: false, status: { lamp: 'off' } })
    await value('links.remove', { link: added.id })
    expect(await faultOf('links.remove', { link: added.id })).toMatchObject({ code: 'not-found' })
  })
})

test('after the end every call is a fault', async () => {
  await running.engine.close()
  expect(await faultOf('workspaces.list', {})).toMatchObject({ code: 'unavailable' })
  const faults: Fault[] = []
  running.client.subscribe(
    { workspace },
    () => undefined,
    (fault) => faults.push(fault),
  )
  await Promise.resolve()
  expect(faults).toMatchObject([{ code: 'unavailable' }])
})
