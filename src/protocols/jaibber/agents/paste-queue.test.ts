import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestAgents, project } from '../../../../test/fakes/local-agents.ts'
import type { TestAgents } from '../../../../test/fakes/local-agents.ts'
import { fail } from '../../../core/fault.ts'
import { maxWireBytes, wireSize } from '../pure/size.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

let test: TestAgents
let agent: string
beforeEach(async () => {
  test = await openTestAgents(tmpdir())
  agent = await test.add({ instructions: 'Be kind.', provider: { kind: 'paste' } })
})
afterEach(() => test.close())

const waiting = (): string[] => test.agents.view().prompts.map(({ id }) => id)
const first = (): string => waiting()[0] ?? ''

describe('a prompt for the operator', () => {
  it('waits, is shown as typing to others, and the pasted text is the response', async () => {
    const asked = test.hear('@Coder what now?', { respondingChain: ['reviewer'] })
    const [typing] = await test.until(['typing'])
    expect(test.agents.view().prompts).toEqual([
      {
        id: typing?.responseId,
        agent: 'Coder',
        messageId: asked,
        project,
        from: 'Kim',
        text: '@Coder what now?',
        at: test.services.now(),
        chars: expect.any(Number),
      },
    ])
    expect(test.agent('Coder')).toMatchObject({
      state: 'waiting',
      current: { messageId: asked, responseId: typing?.responseId },
      queue: [],
    })
    const { prompt } = valueOf(await test.call('prompt', { prompt: first() })) as { readonly prompt: string }
    expect(prompt).toMatch(/^Be kind\.\n\nRespond ONLY .*\n\nUser: @Coder what now\?$/s)
    expect(valueOf(await test.call('answer', { prompt: first(), text: 'This.' }))).toEqual({ ids: [typing?.responseId] })
    const response = (await test.until(['typing', 'response'])).at(-1)
    expect(response).toMatchObject({
      text: 'This.',
      messageId: typing?.responseId,
      responseDepth: 2,
      respondingChain: ['reviewer', 'coder'],
    })
    expect(test.persisted).toEqual([response])
    expect(test.agent('Coder')).toMatchObject({ state: 'ready', answered: 1 })
    expect(test.approvals.list()).toEqual([])
    expect(await test.call('answer', { prompt: typing?.responseId, text: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  it('survives a restart, and is not asked for again', async () => {
    const messageId = test.hear('@Coder one')
    const [typing] = await test.until(['typing'])
    test.crash()
    test.agents.start()
    expect(waiting()).toEqual([typing?.responseId])
    test.hear('@Coder one', { messageId }, { via: 'rewind' })
    expect(waiting()).toHaveLength(1)
    valueOf(await test.call('answer', { prompt: first(), text: 'late' }))
    test.crash()
    test.hear('@Coder one', { messageId }, { via: 'rewind' })
    expect(waiting()).toEqual([])
    expect(test.published.map(({ type }) => type)).toEqual(['typing', 'response'])
  })

  it('can be declined, which is an error for the sender', async () => {
    test.hear('@Coder')
    test.hear('@Coder')
    valueOf(await test.call('decline', { prompt: first() }))
    valueOf(await test.call('decline', { prompt: first(), reason: ' not mine ' }))
    const errors = test.published.filter(({ type }) => type === 'error')
    expect(errors.map(({ text }) => text)).toEqual(['Agent error: this prompt gets no answer.', 'Agent error: not mine'])
    expect(test.persisted).toEqual(errors)
    expect(waiting()).toEqual([])
  })

  it('ends as an error when it is stopped; all end with their agent', async () => {
    for (let at = 0; at < 3; at++) test.hear('@Coder')
    valueOf(await test.call('stopAnswer', { agent }))
    expect(waiting()).toHaveLength(2)
    valueOf(await test.call('stopAgent', { agent }))
    expect(waiting()).toEqual([])
    expect(test.published.filter(({ type }) => type === 'error').map(({ text }) => text)).toEqual(
      Array.from({ length: 3 }, () => 'Agent error: stopped by the operator'),
    )
  })

  it('that cannot be published keeps waiting', async () => {
    test.hear('@Coder')
    const { publish } = test
    test.publish = () => Promise.resolve(fail('unavailable', 'Not connected.'))
    expect(await test.call('answer', { prompt: first(), text: 'This.' })).toMatchObject({ ok: false, fault: { message: 'Not connected.' } })
    expect(waiting()).toHaveLength(1)
    test.publish = publish
    valueOf(await test.call('answer', { prompt: first(), text: 'This.' }))
    expect(waiting()).toEqual([])
  })

  it('gets a long answer as several messages; a second try uses the ids of the first (F18)', async () => {
    test.hear('@Coder')
    await test.until(['typing'])
    const { publish } = test
    let left = 2
    test.publish = (message) => (left-- > 0 ? publish(message) : Promise.resolve(fail('unavailable', 'Gone.')))
    const text = 'word '.repeat(50_000)
    expect(await test.call('answer', { prompt: first(), text })).toMatchObject({
      ok: false,
      fault: { message: expect.stringMatching(/^2 of 4 messages/) },
    })
    test.crash()
    test.publish = publish
    const { ids } = valueOf(await test.call('answer', { prompt: first(), text })) as { readonly ids: string[] }
    const responses = test.published.filter(({ type }) => type === 'response')
    expect(responses.map(({ messageId }) => messageId)).toEqual([...ids.slice(0, 2), ...ids])
    expect(
      responses
        .slice(2)
        .map((message) => message.text)
        .join(''),
    ).toBe(text)
    expect(Math.max(...responses.map(wireSize))).toBeLessThanOrEqual(maxWireBytes)
  })

  it('is one of at most twenty per agent, and of 2 MiB in all (F18)', async () => {
    for (let at = 0; at <= 20; at++) test.hear('@Coder')
    expect(waiting()).toHaveLength(20)
    expect(test.stopped()).toEqual(['@Coder does not answer: too many prompts are waiting for it'])
    test.settings = { ...test.settings, budget: 100 }
    for (const name of ['B', 'C']) await test.add({ name, provider: { kind: 'paste' } })
    for (let at = 0; at < 40; at++) test.hear(`@B @C ${'x'.repeat(60_000)}`)
    expect(test.agents.view().prompts.reduce((sum, { chars }) => sum + chars, 0)).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(waiting().length).toBeLessThan(60)
  })
})
