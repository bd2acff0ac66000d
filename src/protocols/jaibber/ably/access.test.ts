import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { permit, quickTimings, testAbly, until } from '../../../../test/fakes/ably-client.ts'
import type { TestAbly } from '../../../../test/fakes/ably-client.ts'
import { faultyAbly } from '../../../../test/fakes/ably.ts'
import type { FaultyAbly, FaultyAblyOptions } from '../../../../test/fakes/ably.ts'
import type { AblyAddress, AblyToken } from './address.ts'

const open: { close(): Promise<void> }[] = []
const printed = ['log', 'warn', 'error', 'info', 'debug'] as const
beforeEach(() => {
  for (const name of printed) vi.spyOn(console, name)
})
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
  for (const name of printed) expect(vi.mocked(console[name])).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

async function start(options?: FaultyAblyOptions): Promise<FaultyAbly> {
  const ably = await faultyAbly(options)
  open.push(ably)
  return ably
}

function connect(ably: FaultyAbly, address: Partial<AblyAddress> = {}): TestAbly {
  const endpoint = { host: '127.0.0.1', port: ably.port, tls: false }
  const made = testAbly({ clientId: 'ann', endpoint, ...(address.token === undefined ? { key: ably.key } : {}), ...address }, quickTimings)
  open.push(made.connection)
  return made
}

const down = async (made: TestAbly): Promise<TestAbly['states'][number]> => {
  await until(() => expect(made.states.at(-1)?.lamp).toBe('down'))
  return made.states.at(-1) as TestAbly['states'][number]
}
const alpha = 'jaibber:project:alpha'
const refusal = (words: RegExp) => ({ code: 'refused', message: expect.stringMatching(words) as string })
const hello = { name: 'message', data: 'hello' }
const taken = { ok: true, value: undefined }

describe('tokens', () => {
  test('an expiring one is renewed, and nothing is missed', async () => {
    const ably = await start()
    const asked: string[] = []
    const token = async (): Promise<Result<AblyToken>> => {
      const issued = ably.server.access.issue({ clientId: 'ann' })
      asked.push(issued.token)
      return ok(issued)
    }
    const made = connect(ably, { token })
    made.connection.join(alpha)
    await made.isIn(alpha)
    ably.expireTokens()
    ably.server.board.publish(alpha, [hello], { id: 'others' })
    await until(() => expect(asked).toHaveLength(2))
    await until(() => expect(made.said(alpha)).toEqual(['hello']))
    expect(made.gaps).toEqual([])
    expect(await made.connection.publish(permit, alpha, { ...hello, data: 'again' })).toEqual(taken)
    const told = JSON.stringify([made.states, made.failed, made.logs])
    for (const each of asked) expect(told).not.toContain(each)
  })

  test('our identity is taken from the token', async () => {
    const ably = await start()
    const made = connect(ably, { clientId: undefined, token: async () => ok(ably.server.access.issue({ clientId: 'from-the-token' })) })
    await made.isUp()
    expect(made.connection.clientId()).toBe('from-the-token')
  })

  test('a refusal by their issuer is reported in its words and not retried; a temporary failure is', async () => {
    const ably = await start()
    const refused = connect(ably, { token: async () => fail('refused', 'The server does not let us in. Check account and password.') })
    expect(await down(refused)).toEqual({
      lamp: 'down',
      words: 'refused',
      fault: { code: 'refused', message: 'The server does not let us in. Check account and password.' },
    })
    let tries = 0
    const late = connect(ably, {
      token: async () => (++tries < 3 ? fail('unavailable', 'The server sleeps.') : ok(ably.server.access.issue({ clientId: 'ann' }))),
    })
    await until(() => expect(late.states.find((state) => state.lamp === 'down')?.fault?.message).toBe('The server sleeps.'))
    await late.isUp()
    expect(tries).toBe(3)
  })

  test('one for somebody else is refused, whatever its issuer says', async () => {
    const ably = await start()
    const made = connect(ably, { clientId: 'ann', token: async () => ok(ably.server.access.issue({ clientId: 'mallory' })) })
    expect(await down(made)).toMatchObject({ fault: { code: 'refused', message: expect.stringMatching(/another user/) as string } })
    expect(made.states.at(-1)).not.toHaveProperty('retryAt')
  })
})

describe('keys and permissions', () => {
  test('a wrong key is reported, not retried, and appears nowhere', async () => {
    const ably = await start()
    const key = 'demo.key1:a-wrong-and-secret-one'
    const made = connect(ably, { key })
    const state = await down(made)
    expect(state.fault).toMatchObject({ code: 'refused', message: expect.stringMatching(/key/) as string })
    expect(state).not.toHaveProperty('retryAt')
    expect(JSON.stringify([made.states, made.logs])).not.toContain('a-wrong-and-secret-one')
    expect(await made.connection.publish(permit, alpha, hello)).toMatchObject({ ok: false, fault: { code: 'refused' } })
  })

  test('a missing permission is named for each of join, publish, presence and history', async () => {
    const keys = [{ key: 'demo.listen:only', capability: { [alpha]: ['subscribe'] } }]
    const ably = await start({ keys })
    const made = connect(ably)
    for (const channel of [alpha, 'jaibber:presence']) made.connection.join(channel)
    await made.isIn(alpha)
    await until(() =>
      expect(made.failed).toMatchObject([
        { channel: 'jaibber:presence', fault: refusal(/no permission to join channel jaibber:presence/) },
      ]),
    )
    const tried = [
      await made.connection.publish(permit, alpha, hello),
      await made.connection.enter(permit, alpha, {}),
      await made.connection.history(alpha, { limit: 1 }),
    ]
    expect(tried).toMatchObject([
      { ok: false, fault: refusal(/no permission to publish to channel jaibber:project:alpha/) },
      { ok: false, fault: refusal(/no permission to be shown as present in/) },
      { ok: false, fault: refusal(/no permission to read earlier messages of/) },
    ])
    expect(made.states.at(-1)?.lamp).toBe('up')
  })

  test('a refused channel is joined on a retry with more permissions', async () => {
    const ably = await start()
    let capability = '{"beta":["*"]}'
    const made = connect(ably, { token: async () => ok(ably.server.access.issue({ clientId: 'ann', capability })) })
    made.connection.join(alpha)
    await until(() => expect(made.failed).toHaveLength(1))
    capability = '{"*":["*"]}'
    ably.expireTokens()
    await until(() => expect(made.states.filter((state) => state.lamp === 'up')).toHaveLength(2))
    made.connection.retry()
    await made.isIn(alpha)
  })

  test('a refusal by Ably is reported, and the next message is sent', async () => {
    const ably = await start()
    const made = connect(ably)
    made.connection.join(alpha)
    await made.isIn(alpha)
    ably.nackNext({ code: 42_911, statusCode: 429, message: 'Rate limit exceeded' })
    ably.nackNext({ code: 50_000, statusCode: 500, message: `Internal error with ${ably.key}` })
    expect(await made.connection.publish(permit, alpha, hello)).toMatchObject({
      fault: { code: 'unavailable', message: expect.stringMatching(/rate limit/) as string, detail: '42911: Rate limit exceeded' },
    })
    expect(await made.connection.publish(permit, alpha, hello)).toMatchObject({
      fault: { code: 'unavailable', detail: '50000: Internal error with ••••••' },
    })
    expect(await made.connection.publish(permit, alpha, hello)).toEqual(taken)
    await until(() => expect(made.said(alpha)).toEqual(['hello']))
  })
})

describe('bounds', () => {
  test('1,000 members arrive in pages, each once, and leave together (F18)', async ({ annotate }) => {
    const ably = await start()
    const members = Array.from({ length: 1_000 }, (_, index) => ({
      clientId: `c${index}`,
      connectionId: `x${index}`,
      id: `x${index}:0:0`,
      data: 'd',
    }))
    ably.server.board.populate(alpha, members)
    const made = connect(ably)
    const began = performance.now()
    made.connection.join(alpha)
    await until(() => expect(made.presence).toHaveLength(1_000))
    await annotate(`1,000 members known after ${Math.round(performance.now() - began)} ms`, 'F18')
    expect(new Set(made.presence.map((each) => each.clientId)).size).toBe(1_000)
    ably.server.board.channel(alpha).members.clear()
    ably.drop()
    await until(() => expect(made.presence.filter((each) => each.action === 'leave')).toHaveLength(1_000))
  })

  test('while disconnected 1,000 messages wait, in order; one more is refused (F18)', async () => {
    // The server still knows the connection when it is back: what was said before it joined again is not repeated to it.
    const ably = await start({ maxRate: 10_000, connectionStateTtl: 600_000 })
    const made = connect(ably)
    made.connection.join(alpha)
    await made.isIn(alpha)
    ably.refuse()
    ably.drop()
    await down(made)
    const texts = Array.from({ length: 1_000 }, (_, index) => `${index}`)
    const waiting = texts.map((data) => made.connection.publish(permit, alpha, { name: 'message', data }))
    expect(await made.connection.publish(permit, alpha, hello)).toMatchObject({
      fault: { code: 'unavailable', message: expect.stringMatching(/1,000 messages are already waiting/) as string },
    })
    ably.refuse(false)
    expect(await Promise.all(waiting)).toEqual(texts.map(() => taken))
    await until(() => expect(made.said(alpha)).toEqual(texts))
  })

  test('closing is immediate, at any stage; waiting messages are answered, and nothing is reported afterwards', async () => {
    const ably = await start()
    const made = connect(ably)
    made.connection.join(alpha)
    await made.isIn(alpha)
    await made.connection.enter(permit, alpha, {})
    ably.mute()
    const waiting = made.connection.publish(permit, alpha, hello)
    const half = connect(ably)
    const began = performance.now()
    await Promise.all([made.connection.close(), half.connection.close()])
    expect(performance.now() - began).toBeLessThan(quickTimings.requestMs)
    expect(await waiting).toMatchObject({
      ok: false,
      fault: { code: 'timeout', message: expect.stringMatching(/may have arrived/) as string },
    })
    expect(made.states.at(-1)).toEqual({ lamp: 'off', words: 'closed' })
    expect(await made.connection.publish(permit, alpha, hello)).toMatchObject({ ok: false })
    ably.mute(false)
    const count = made.received.length
    ably.server.board.publish(alpha, [hello], { id: 'others' })
    const other = connect(ably)
    await other.isUp()
    expect(made.received).toHaveLength(count)
  })

  test('meaningless frames do not disturb it', async () => {
    const ably = await start()
    const made = connect(ably)
    made.connection.join(alpha)
    await made.isIn(alpha)
    const channel = alpha
    const odd: readonly object[] = [
      { action: 99 },
      { action: 15 },
      { action: 15, channel: '__proto__', messages: [{ data: 'x' }] },
      { action: 15, channel, messages: [{}] },
      { action: 15, channel, messages: [{ data: '{', encoding: 'json', name: 'message' }] },
      { action: 15, channel, messages: [{ data: 'x', encoding: 'utf-8/cipher+aes-256-cbc/base64' }] },
      { action: 14, channel, presence: [{ action: 2, clientId: '__proto__', connectionId: 'x', id: 'x:0:0', data: {} }] },
      { action: 16, channel, channelSerial: 'a:b', presence: [] },
      { action: 1, msgSerial: 4_000, count: 9 },
      { action: 2, msgSerial: 4_000, count: 1 },
    ]
    for (const frame of odd) ably.inject(frame as Parameters<FaultyAbly['inject']>[0])
    ably.server.board.publish(alpha, [hello], { id: 'others' })
    await until(() => expect(made.said(alpha).at(-1)).toBe('hello'))
    expect(await made.connection.publish(permit, alpha, { ...hello, data: 'still here' })).toEqual(taken)
  })
})
