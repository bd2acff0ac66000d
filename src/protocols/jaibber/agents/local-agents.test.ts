import { answer } from '../../../../test/fakes/answer.ts'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestAgents, project, script } from '../../../../test/fakes/local-agents.ts'
import type { TestAgents } from '../../../../test/fakes/local-agents.ts'
import { processesIn } from '../../../../test/programs/processes-in.ts'
import { fail } from '../../../core/fault.ts'
import type { Confirmation } from '../../../core/protocol.ts'
import type { JaibberMessage } from '../pure/message.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

let folder: string
let test: TestAgents
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-agents-')))
  test = await openTestAgents(folder)
})
afterEach(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const answers = (): string[] => test.published.filter(({ type }) => type === 'response').map(({ text }) => text)

const often = { interval: 10 }

/** Waits until everything pending is done: asks a last question, which is answered after it. */
async function settled(name = 'Coder'): Promise<void> {
  const before = answers().length
  test.hear(`@${name} last`)
  await vi.waitFor(() => expect(answers().slice(before)).toContain(`@${name} last`), often)
}

describe('which mentions are answered', () => {
  const none: readonly (readonly [string, string, Partial<JaibberMessage>])[] = [
    ['does not mention it', 'Coder, and kim@coder.org', {}],
    ['is a piece of an answer', '@Coder', { type: 'chunk' }],
    ['is an error', '@Coder', { type: 'error' }],
    ['is news of a task', '@Coder', { isTaskNotification: true }],
    ['is for another project', '@Coder', { projectId: 'p2' }],
    ['is its own', '@Coder again', { type: 'response', agentName: 'coder', isAgentMessage: true }],
    ['has a name that is no UUID', '@Coder', { messageId: 'x'.repeat(200) }],
  ]
  it(`none that ${none.map(([what]) => what).join(', ')}, and nothing is published about it`, async () => {
    await test.add({})
    for (const [what, text, more] of none) test.hear(`${text} ${what}`, more)
    await settled()
    expect(answers()).toEqual(['@Coder last'])
    expect(test.events).toEqual([])
  })

  it('none that is too deep or in a chain with the agent, which is noted once (F10)', async () => {
    const stopped = [
      [{ responseDepth: 3, respondingChain: ['reviewer'] }, 'depth 3 reached: Reviewer → Coder'],
      [{ respondingChain: ['x', 'y', 'z'] }, 'depth 3 reached: x → y → z → Coder'],
      [{ respondingChain: ['coder', 'x'] }, 'Coder has answered in this chain: Coder → x → Coder'],
    ] as const
    await test.add({})
    for (const [chain] of stopped) {
      const more = { respondingChain: [...chain.respondingChain], type: 'response', agentName: 'Reviewer', isAgentMessage: true }
      const said = { ...chain, ...more }
      test.hear('@Coder', { ...said, messageId: test.hear('@Coder', said) })
    }
    await settled()
    expect(answers()).toEqual(['@Coder last'])
    expect(test.stopped()).toEqual(stopped.map(([, words]) => `@Coder does not answer: ${words}`))
    const [{ wireId, body } = { wireId: '', body: undefined }] = test.events
    expect(body).toMatchObject({ conversation: project, from: 'Coder', quiet: true, data: { reason: 'depth' } })
    expect(body).toHaveProperty('replyTo', wireId.replace('stopped:coder:', ''))
  })

  it('no more in ten minutes than the project’s budget allows (F10)', async () => {
    test.settings = { ...test.settings, budget: 2 }
    await test.add({})
    await test.add({ name: 'Reviewer' })
    test.hear('@Coder one')
    test.services.advance(60_000)
    test.hear('@Reviewer two')
    const refused = test.hear('@Coder three')
    expect(test.stopped()).toEqual([expect.stringContaining('per ten minutes')])
    test.services.advance(550_000)
    test.hear('@Coder three', { messageId: refused })
    test.hear('@Coder four')
    test.hear('@Coder five')
    await vi.waitFor(() => expect(answers()).toHaveLength(3), often)
    expect(answers().toSorted()).toEqual(['@Coder four', '@Coder one', '@Reviewer two'])
    expect(test.stopped()).toHaveLength(2)
    test.crash()
    test.hear('@Coder six')
    expect(test.stopped()).toHaveLength(3)
  })

  it('none that arrived late or from storage', async () => {
    await test.add({})
    test.hear('@Coder old', {}, { at: test.services.now() - 121_000 })
    test.hear('@Coder stored', {}, { via: 'history' })
    test.hear('@Coder kept', {}, { via: 'rest' })
    test.hear('@Coder again', {}, { via: 'rewind', at: test.services.now() - 119_000 })
    await settled()
    expect(answers()).toEqual(['@Coder again', '@Coder last'])
    expect(test.events).toEqual([])
  })

  it('those of each mentioned agent, but never a stopped one', async () => {
    await test.add({})
    await test.add({ name: 'Reviewer' })
    const agent = await test.add({ name: 'Tester' })
    valueOf(await test.call('stopAgent', { agent }))
    test.hear('@coder @REVIEWER @Tester')
    await vi.waitFor(() => expect(answers()).toHaveLength(2), often)
    await settled()
    expect(test.published.filter(({ type }) => type === 'response').map(({ agentName }) => agentName)).toEqual(
      expect.not.arrayContaining(['Tester']),
    )
  })

  it('at most twenty that wait: the next is refused, with a note (F18)', async () => {
    const agent = await test.add({ provider: script('sleep 60') })
    for (let at = 0; at <= 21; at++) test.hear(`@Coder ${at}`)
    expect(test.agent('Coder')).toMatchObject({ queue: { length: 5 }, more: 15, current: { text: '@Coder 0' } })
    expect(test.stopped()).toEqual(['@Coder does not answer: too many prompts are waiting for it'])
    valueOf(await test.call('stopAgent', { agent }))
    expect(new Set(test.events.map(({ wireId }) => wireId)).size).toBe(22)
    expect(test.agent('Coder')).toMatchObject({ state: 'stopped', queue: [], more: 0 })
  })
})

describe('a chain of agents of this machine', () => {
  it('goes from one to the next and ends at the depth of the project (F10)', async () => {
    const { publish } = test
    test.publish = async (message) => {
      const done = await publish(message)
      test.agents.received(message, { at: test.services.now(), via: 'live' })
      return done
    }
    for (const [name, next] of [
      ['A', 'B'],
      ['B', 'C'],
      ['C', 'D'],
      ['D', 'A'],
    ])
      await test.add({ name, provider: script(`echo '@${next} please'`) })
    test.hear('@A begin')
    await vi.waitFor(() => expect(test.stopped()).toHaveLength(1), often)
    expect(test.stopped()).toEqual(['@D does not answer: depth 3 reached: A → B → C → D'])
    expect(test.published.filter(({ type }) => type === 'response').map(({ respondingChain }) => respondingChain)).toEqual([
      ['a'],
      ['a', 'b'],
      ['a', 'b', 'c'],
    ])
  })
})

describe('after a crash', () => {
  it('a prompt that ran is not run again, and the sender is told once; waiting prompts are asked for again', async () => {
    await test.add({ provider: script('echo run >> ran; sleep 60') })
    const first = test.hear('@Coder one')
    const second = test.hear('@Coder two')
    await vi.waitFor(() => expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('run\n'), often)
    const [typing] = await test.until(['typing'])
    const before = test.agents
    test.crash()
    test.agents.start()
    const error = (await test.until(['typing', 'error'])).at(-1)
    expect(error).toMatchObject({ messageId: typing?.responseId, parentMessageId: first, agentName: 'Coder', projectId: project })
    test.hear('@Coder one', { messageId: first }, { via: 'rewind' })
    expect(test.agent('Coder')).toMatchObject({ state: 'ready', queue: [] })
    test.hear('@Coder two', { messageId: second }, { via: 'rewind' })
    expect(test.agent('Coder')).toMatchObject({ current: { messageId: second } })
    await test.agents.stop()
    test.crash()
    test.agents.start()
    expect(test.published.filter(({ type, messageId }) => type === 'error' && messageId === typing?.responseId)).toHaveLength(1)
    await before.stop()
  })

  it('an answer stopped while disconnected is reported once after reconnecting, with its reason', async () => {
    const agent = await test.add({ provider: script('echo begun; sleep 60') })
    test.hear('@Coder')
    const [typing] = await test.until(['typing', 'chunk'])
    const { publish } = test
    test.publish = () => Promise.resolve(fail('unavailable', 'no connection'))
    valueOf(await test.call('stopAnswer', { agent }))
    await vi.waitFor(() => expect(test.agent('Coder').state).toBe('failed'), often)
    test.publish = publish
    test.agents.connected()
    test.agents.connected()
    const error = (await test.until(['typing', 'chunk', 'error'])).at(-1)
    expect(error).toMatchObject({ messageId: typing?.responseId, text: 'Agent error: stopped by the operator' })
    await vi.waitFor(() => expect(test.agents.saved().ledger.open).toEqual([]), often)
    test.agents.connected()
    await test.agents.stop()
    expect(test.published).toHaveLength(3)
  })

  it('an answer that arrived before we recorded it is not reported', async () => {
    await test.add({})
    let saved: unknown
    const { publish } = test
    test.publish = (message) => {
      saved = test.saved
      return publish(message)
    }
    test.hear('@Coder')
    const response = (await test.until(['typing', 'chunk', 'response'])).at(-1)
    test.stored.add(response?.messageId ?? '')
    test.saved = saved
    test.crash()
    test.agents.start()
    await settled()
    expect(test.published.filter(({ type }) => type === 'error')).toEqual([])
    expect(test.agents.saved().ledger.open).toEqual([])
  })

  it('what runs is on disk before it runs', async () => {
    await test.add({})
    const seen: string[] = []
    const { publish } = test
    test.publish = (message) => {
      seen.push(JSON.stringify((test.saved as { readonly ledger: unknown }).ledger))
      return publish(message)
    }
    const asked = test.hear('@Coder')
    await test.until(['typing', 'chunk', 'response'])
    expect(seen[0]).toContain(`"coder ${asked}"`)
    expect(seen[0]).toContain(test.published[0]?.responseId)
  })

  it('running agents run again, stopped ones do not; the approval is still the same one', async () => {
    await test.add({})
    const agent = await test.add({ name: 'Reviewer', instructions: 'Read.' })
    valueOf(await test.call('stopAgent', { agent }))
    test.crash()
    expect(test.agents.view().agents.map(({ state }) => state)).toEqual(['ready', 'stopped'])
    expect(test.agents.presence(project)).toEqual([{ agentName: 'Coder', agentInstructions: '' }])
    await settled()
    expect(test.approvals.list()).toEqual([])
  })

  it('a state that cannot be read means no agents', async () => {
    for (const saved of [null, 'x', { v: 2 }, { v: 1, agents: [{}] }]) {
      test.saved = saved
      test.crash()
      expect(test.agents.view()).toEqual({ agents: [], prompts: [] })
    }
  })
})

describe('the end of the link', () => {
  it('ends what runs, reports it, and leaves nothing to report at the next start (F15)', async () => {
    await test.add({ provider: script('echo begun; setsid sleep 60 & sleep 60') })
    test.hear('@Coder')
    await test.until(['typing', 'chunk'])
    await test.agents.stop()
    expect(processesIn(folder)).toEqual([])
    expect(test.published.at(-1)).toMatchObject({ type: 'error', text: 'Agent error: Patchbay left the team.' })
    test.crash()
    test.agents.start()
    await test.agents.stop()
    expect(test.published.filter(({ type }) => type === 'error')).toHaveLength(1)
  })

  it('does not wait for a connection', async () => {
    test.publish = () => Promise.resolve(fail('unavailable', 'Not connected.'))
    await test.add({})
    test.crash({ chunkMs: 5, retryMs: 60_000, longestRetryMs: 60_000, publishForMs: 600_000, echoMs: 1 })
    const { id } = test.agent('Coder')
    test.hear('@Coder')
    await vi.waitFor(
      async () => expect(JSON.stringify(await test.call('log', { agent: id, limit: 9 }))).toContain('could not publish response'),
      often,
    )
    await test.agents.stop()
    test.hear('@Coder more')
    expect(test.agent('Coder').queue).toEqual([])
  })
})

describe('the operator’s approval', () => {
  it('is asked once, for exactly the command line and the channels', async () => {
    const provider = script('cat')
    await test.add({ provider })
    const grants = test.grants.list().map(({ actor, kind, reach, target }) => ({ actor: actor.name, kind, reach, target }))
    expect(grants).toEqual([
      { actor: 'Coder (Jaibber)', kind: 'spawn', reach: 'pair', target: '/bin/sh -c cat < the prompt' },
      { actor: 'Coder (Jaibber)', kind: 'publish', reach: 'pair', target: 'ably.test jaibber:project:p1' },
    ])
    await test.call('startAgent', { agent: test.agent('Coder').id })
    expect(test.grants.list()).toHaveLength(2)
  })

  it('is valid for the configured agent, not for its name (F24)', async () => {
    const agent = await test.add({ provider: script('cat') })
    expect(test.grants.list().map(({ actor }) => actor.registration)).toEqual([agent, agent])
    expect(test.agents.registrationOf('Coder (Jaibber)')).toBe(agent)
    expect(test.agents.registrationOf('Coder')).toBeUndefined()
    for (const grant of test.grants.list()) valueOf(test.grants.revoke(grant.id))
    test.hear('@Coder')
    await vi.waitFor(() => expect(test.approvals.list()).toMatchObject([{ actor: { registration: agent } }]), often)
  })

  it('starts nothing without a confirmation', async () => {
    const agent = await test.add({})
    valueOf(await test.call('stopAgent', { agent }))
    for (const confirmed of [undefined, {} as Confirmation]) {
      const call = { actor: { kind: 'operator', name: 'operator' }, ...(confirmed !== undefined && { confirmed }) } as const
      expect(await test.agents.call('startAgent', { agent }, call)).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    }
    expect(test.agent('Coder').state).toBe('stopped')
    expect(test.grants.list()).toEqual([])
  })

  it('ends with the agent, and with a change of it', async () => {
    const agent = await test.add({ provider: script('cat') })
    const { settings } = test.agent('Coder')
    expect(await test.call('saveAgent', { agent, settings })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    valueOf(await test.call('stopAgent', { agent }))
    expect(test.grants.list()).toEqual([])
    valueOf(await test.call('saveAgent', { agent, settings: { ...settings, provider: script('env') } }))
    valueOf(await test.call('startAgent', { agent }))
    valueOf(await test.call('removeAgent', { agent }))
    expect(test.grants.list()).toEqual([])
    expect(test.agents.view().agents).toEqual([])
    expect(await test.call('startAgent', { agent })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it('when revoked, is asked for again, to publish and to run; a refusal runs nothing', async () => {
    await test.add({ provider: script('echo ran > ran') })
    for (const grant of test.grants.list()) valueOf(test.grants.revoke(grant.id))
    const asked = test.hear('@Coder')
    await vi.waitFor(() => expect(test.approvals.list()).toHaveLength(1), often)
    expect(test.approvals.list()[0]).toMatchObject({ actor: { kind: 'agent', name: 'Coder (Jaibber)' }, effect: { kind: 'publish' } })
    expect(test.agent('Coder').state).toBe('waiting')
    valueOf(await answer(test.services, test.approvals, { allow: true, scope: 'once' }))
    await vi.waitFor(() => expect(test.approvals.list()[0]?.effect.kind).toBe('spawn'), often)
    expect(test.approvals.list()[0]?.effect).toMatchObject({
      target: "/bin/sh -c 'echo ran > ran' < the prompt",
      exact: expect.stringContaining('User: @Coder'),
    })
    expect(test.published).toEqual([])
    valueOf(await answer(test.services, test.approvals, { allow: false, reason: 'secret plans' }))
    const [error] = await test.until(['error'])
    expect(error).toMatchObject({ text: 'Agent error: the operator of this agent did not allow it.', parentMessageId: asked })
    expect(() => readFileSync(join(folder, 'ran'))).toThrow('ENOENT')
    await vi.waitFor(() => expect(test.agent('Coder').lastFault?.message).toContain('secret plans'), often)
  })

  it('when revoked and refused, publishes nothing; the project shows it once', async () => {
    await test.add({})
    for (const grant of test.grants.list()) valueOf(test.grants.revoke(grant.id))
    const messageId = test.hear('@Coder')
    await vi.waitFor(() => expect(test.approvals.list()).toHaveLength(1), often)
    valueOf(await answer(test.services, test.approvals, { allow: false }))
    await vi.waitFor(() => expect(test.stopped()).toHaveLength(1), often)
    test.hear('@Coder', { messageId })
    expect([test.published, test.approvals.list()]).toEqual([[], []])
  })

  it('does not cover a prompt with hidden characters', async () => {
    await test.add({ provider: script('cat') })
    test.hear('@Coder a\u202Eb')
    await vi.waitFor(() => expect(test.approvals.list()).toMatchObject([{ effect: { kind: 'spawn' }, hidden: ['U+202E'] }]), often)
  })
})

describe('settings', () => {
  it('names are unique in any case, and faults are next to their field (F18)', async () => {
    await test.add({})
    const settings = { ...test.agent('Coder').settings, name: 'CODER' }
    expect(await test.call('saveAgent', { settings })).toMatchObject({ ok: false, fault: { code: 'conflict', field: 'name' } })
    const other = { ...settings, name: 'Other' }
    const save = (more: object): Promise<unknown> => test.call('saveAgent', { settings: { ...other, ...more } })
    expect(await save({ provider: { ...script('x'), folder: 'here' } })).toMatchObject({ ok: false, fault: { field: 'folder' } })
    expect(await save({ provider: script('x'.repeat(4_001)) })).toMatchObject({ ok: false, fault: { code: 'too-large', field: 'args' } })
    for (let at = 2; at <= 16; at++) expect(await save({ name: `Agent${at}` })).toMatchObject({ ok: true })
    expect(await save({})).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    expect(await test.call('saveAgent', { agent: 'gone', settings: other })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it('of all agents together are bounded (F18)', async () => {
    for (const name of ['A', 'B', 'C']) await test.add({ name, instructions: 'i'.repeat(20_000) })
    const settings = { ...test.agent('A').settings, name: 'D' }
    expect(await test.call('saveAgent', { settings })).toMatchObject({ ok: false, fault: { code: 'too-large', field: 'instructions' } })
  })

  it('terms say what starting it allows', async () => {
    const agent = await test.add({ provider: { ...script("it's"), program: 'claude' } })
    const { command, terms } = valueOf(await test.call('startTerms', { agent })) as {
      command: string
      terms: { label: string; value: string }[]
    }
    expect(command).toBe("claude -c 'it'\\''s' < the prompt")
    const said = Object.fromEntries(terms.map(({ label, value }) => [label, value]))
    expect(said).toMatchObject({ 'Runs in': folder, 'Asked by': 'everyone who mentions @Coder in Harbour team' })
    expect(said['Publishes']).toContain('everything it prints on stdout, in Harbour team')
    expect(said['Limits']).toBe('30 s for an answer · Harbour team: 30 answers in 10 minutes, chains up to depth 3')
    const echo = await test.add({ name: 'Echo' })
    expect(valueOf(await test.call('startTerms', { agent: echo }))).not.toHaveProperty('command')
    expect(test.agents.call('members', {}, { actor: { kind: 'operator', name: 'operator' } })).toBeUndefined()
  })
})

it('an agent that cannot publish its typing still answers', async () => {
  const { publish } = test
  test.publish = (message) => (message.type === 'typing' ? Promise.resolve(fail('unavailable', 'no')) : publish(message))
  await test.add({})
  test.hear('@Coder')
  await test.until(['chunk', 'response'])
  expect(answers()).toEqual(['@Coder'])
})
