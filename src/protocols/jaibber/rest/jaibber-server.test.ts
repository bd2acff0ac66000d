import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { permit } from '../../../../test/fakes/ably-client.ts'
import { fakeJaibberServer } from '../../../../test/fakes/jaibber-server.ts'
import type { FakeJaibberServer } from '../../../../test/fakes/jaibber-server.ts'
import { JaibberServer } from './jaibber-server.ts'
import { askTokenAddress } from './token-address.ts'
import { valueOf } from '../../../../test/fakes/value-of.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const password = 'open-sesame-77'

async function start(
  over: Partial<{ password: string; timeoutMs: number; mostBytes: number }> = {},
): Promise<[JaibberServer, FakeJaibberServer]> {
  const fake = await fakeJaibberServer({ password, projects: [{ id: 'harbour', name: 'Harbour' }] })
  const client = new JaibberServer({ base: fake.base, account: 'mira', password: over.password ?? password }, over)
  ends.push(
    () => client.close(),
    () => fake.close(),
  )
  return [client, fake]
}

const message = (id: string, text = id) => ({ id, senderType: 'user', senderName: 'mira', type: 'message', text }) as const

describe('the client of a Jaibber server', () => {
  test('logs in once for simultaneous requests, and again when its token is refused', async () => {
    const [client, fake] = await start()
    const asked = await Promise.all([client.projects(), client.projects(), client.ablyToken()])
    expect(asked.map((each) => each.ok)).toEqual([true, true, true])
    expect(valueOf(await client.projects())).toEqual([{ id: 'harbour', name: 'Harbour' }])
    expect(fake.logins).toBe(1)
    fake.expireTokens()
    expect((await client.projects()).ok).toBe(true)
    expect(fake.logins).toBe(2)
    expect(client.identity).toEqual({ userId: 'user-mira', username: 'mira' })
  })

  test('a wrong password is reported, appears in no fault, and is not retried', async () => {
    const [client, fake] = await start({ password: 'wrong-password-1' })
    const first = await client.projects()
    expect(first).toMatchObject({ ok: false, fault: { code: 'refused', message: expect.stringMatching(/account and password/) as string } })
    expect(JSON.stringify(first)).not.toContain('wrong-password-1')
    const count = fake.asked.length
    expect((await client.login()).ok).toBe(false)
    expect(fake.asked).toHaveLength(count)
  })

  test('a token that is refused again causes no endless loop', async () => {
    const [client, fake] = await start()
    fake.intercept = (request, response) => request.url !== '/api/auth/token' && answerWith(response, 401, '{"error":"no"}')
    expect(await client.projects()).toMatchObject({ ok: false, fault: { code: 'refused' } })
    expect(fake.asked).toEqual(['POST /api/auth/token', 'GET /api/projects'])
  })

  test('messages are read in pages; the same id is stored once; a page that is too long is requested in smaller ones', async () => {
    const [client, fake] = await start({ mostBytes: 3_000 })
    for (let number = 0; number < 30; number++) valueOf(await client.store(permit, 'harbour', message(`m${number}`, 'x'.repeat(100))))
    valueOf(await client.store(permit, 'harbour', message('m29', 'again')))
    expect(fake.messages.get('harbour')).toHaveLength(30)
    const first = valueOf(await client.messages('harbour', { limit: 20 }))
    expect(first.messages.length).toBeGreaterThan(0)
    expect(first.messages.length).toBeLessThan(20)
    const ids: string[] = first.messages.map(({ data }) => (data as { messageId: string }).messageId)
    for (let next = first.next; next !== undefined;) {
      const page = valueOf(await client.messages('harbour', { limit: 10, before: next }))
      ids.push(...page.messages.map(({ data }) => (data as { messageId: string }).messageId))
      next = page.next
    }
    expect(ids).toEqual(Array.from({ length: 30 }, (_, at) => `m${29 - at}`))
  })

  test('a stored message reads like one from Ably; an invalid row is passed on unchanged', async () => {
    const [client, fake] = await start()
    fake.messages.set('harbour', [
      {
        id: 'a',
        senderId: 'user-x',
        senderType: 'agent',
        senderName: 'Coder',
        type: 'response',
        text: 'done',
        createdAt: '2026-01-02T03:04:05Z',
      },
      { id: 'b', senderType: 7 } as never,
    ])
    const { messages } = valueOf(await client.messages('harbour', { limit: 10 }))
    expect(messages).toMatchObject([
      { id: 'rest:b', data: { id: 'b', senderType: 7 }, via: 'rest' },
      {
        via: 'rest',
        timestamp: Date.UTC(2026, 0, 2, 3, 4, 5),
        data: {
          from: 'user-x',
          fromUsername: 'Coder',
          agentName: 'Coder',
          isAgentMessage: true,
          projectId: 'harbour',
          messageId: 'a',
          type: 'response',
        },
      },
    ])
  })

  test('every refusal has a message, and a redirect is not followed', async () => {
    const [client, fake] = await start()
    valueOf(await client.login())
    const cases = [
      [302, 'unavailable', /redirects to https:\/\/evil\.example/],
      [403, 'not-allowed', /does not allow this account/],
      [404, 'not-found', /Check the address/],
      [413, 'too-large', /too large/],
      [422, 'invalid', /refused to list the projects/],
      [429, 'unavailable', /try again in 7 s/],
      [503, 'unavailable', /a server error/],
    ] as const
    for (const [status, code, words] of cases) {
      fake.intercept = (_request, response) =>
        answerWith(response, status, `sorry ${password}`, { location: 'https://evil.example/x', 'retry-after': '7' })
      const asked = await client.projects()
      expect(asked).toMatchObject({ ok: false, fault: { code, message: expect.stringMatching(words) as string } })
      expect(JSON.stringify(asked)).not.toContain(password)
    }
  })

  test('an answer that is not JSON, of another form, too long, late or missing is a fault with a message', async () => {
    const [client, fake] = await start({ mostBytes: 2_000 })
    valueOf(await client.login())
    const says = async (status: number, text: string): Promise<unknown> => {
      fake.intercept = (_request, response) => answerWith(response, status, text)
      return await client.projects()
    }
    expect(await says(200, '<html>')).toMatchObject({
      fault: { code: 'unavailable', message: expect.stringMatching(/is not JSON/) as string },
    })
    expect(await says(200, '{"projects":7}')).toMatchObject({
      fault: { message: expect.stringMatching(/unknown format/) as string },
    })
    expect(await says(200, '['.repeat(500))).toMatchObject({ fault: { code: 'unavailable' } })
    expect(await says(200, `[${'"x",'.repeat(1_000)}1]`)).toMatchObject({ fault: { code: 'too-large' } })
    const [hasty, silent] = await start({ timeoutMs: 150 })
    silent.intercept = () => true
    expect(await hasty.projects()).toMatchObject({ fault: { code: 'timeout' } })
    await fake.close()
    expect(await client.projects()).toMatchObject({
      fault: { code: 'unavailable', message: expect.stringMatching(/cannot be reached/) as string },
    })
    client.close()
    expect(await client.projects()).toMatchObject({ fault: { code: 'cancelled' } })
  })

  test('a server that changes to another protocol has not answered', async () => {
    const [client, fake] = await start()
    valueOf(await client.login())
    fake.intercept = (_request, response) => {
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
      return true
    }
    let asked: unknown
    void client.projects().then((answer) => (asked = answer))
    await vi.waitFor(() => expect(asked).toMatchObject({ fault: { code: 'unavailable' } }))
  })

  test('tasks are created, listed and moved', async () => {
    const [client] = await start()
    const { id } = valueOf(await client.createTask(permit, 'harbour', { title: 'Index the ledger', assignedAgentName: 'Coder' }))
    expect(valueOf(await client.moveTask(permit, id, 'working'))).toMatchObject({ id, status: 'working' })
    expect(valueOf(await client.tasks('harbour'))).toMatchObject([
      { id, title: 'Index the ledger', status: 'working', assignedAgentName: 'Coder' },
    ])
    expect(await client.moveTask(permit, 'nowhere', 'working')).toMatchObject({ fault: { code: 'not-found' } })
  })

  test('names are put into addresses safely and lead nowhere else', async () => {
    const [client, fake] = await start()
    await client.messages('../../tasks?x=1#y', { limit: 1 })
    expect(fake.asked.at(-1)).toBe('GET /api/projects/..%2F..%2Ftasks%3Fx%3D1%23y/messages?limit=1')
  })
})

describe('a token address', () => {
  test('receives what we need, and its answer is a token or a fault without the secret', async () => {
    const [, fake] = await start()
    const headers: unknown[] = []
    const says = async (status: number, text: string): Promise<unknown> => {
      fake.intercept = (request, response) => {
        headers.push(request.headers.authorization)
        return answerWith(response, status, text)
      }
      return await askTokenAddress(`${fake.base}/token?for=us`, 'Basic c2VjcmV0LXRoaW5n')
    }
    expect(await says(200, 'app.token-1234567890')).toEqual({ ok: true, value: 'app.token-1234567890' })
    expect(await says(200, '{"keyName":"app.key","mac":"m","nonce":"n"}')).toMatchObject({
      ok: true,
      value: { keyName: 'app.key', nonce: 'n' },
    })
    expect(await says(200, '{"other":1}')).toMatchObject({ fault: { code: 'unavailable' } })
    const refused = await says(403, 'not you: Basic c2VjcmV0LXRoaW5n')
    expect(refused).toMatchObject({ fault: { code: 'not-allowed' } })
    expect(JSON.stringify(refused)).not.toContain('c2VjcmV0')
    expect(new Set(headers)).toEqual(new Set(['Basic c2VjcmV0LXRoaW5n']))
    expect(fake.asked.at(-1)).toBe('GET /token?for=us')
  })
})

function answerWith(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): true {
  response.writeHead(status, headers).end(text)
  return true
}
