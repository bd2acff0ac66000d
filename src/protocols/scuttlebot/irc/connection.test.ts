import { afterEach, describe, expect, test, vi } from 'vitest'
import { faultyIrcd } from '../../../../test/fakes/ircd.ts'
import type { FaultyIrcd, FaultyIrcdOptions } from '../../../../test/fakes/ircd.ts'
import { testCertificate } from '../../../../test/fakes/ircd-certificate.ts'
import { quickTimings, testConnection } from '../../../../test/fakes/irc-network.ts'
import type { TestConnection } from '../../../../test/fakes/irc-network.ts'
import type { ConnectionState } from './connection.ts'
import type { Happening } from './happening.ts'

const open: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.stop()
})

async function server(options?: FaultyIrcdOptions): Promise<FaultyIrcd> {
  const made = await faultyIrcd(options)
  open.push({ stop: () => made.close() })
  return made
}

function connect(port: number, given?: Parameters<typeof testConnection>[1]): TestConnection {
  const made = testConnection(port, given)
  open.push(made.connection)
  made.connection.start()
  return made
}

const until = (look: () => void): Promise<void> => vi.waitFor(look, { interval: 2 })
const isIn = (made: TestConnection): Promise<void> =>
  until(() => expect(made.connection.state).toMatchObject({ kind: 'up', isCaughtUp: true }))
const said = (made: TestConnection): string[] =>
  made.happenings.filter((each): each is Happening & { kind: 'said' } => each.kind === 'said').map((each) => each.text)
type Down = ConnectionState & { kind: 'down' }
/** The last reason for being down, which may be over already. */
async function down(made: TestConnection): Promise<Down> {
  const last = (): Down | undefined => made.states.findLast((state): state is Down => state.kind === 'down')
  await until(() => expect(last()).toBeDefined())
  return last() as Down
}

describe('connecting', () => {
  test('joins channels with and without keys, reports refusals, and knows who is present', async () => {
    const { ircd, port } = await server({ keys: { '#ops': 'sesame', '#dark': 'x' } })
    const made = connect(port, { channels: [{ name: '#general' }, { name: '#ops', key: 'sesame' }, { name: '#dark' }] })
    await isIn(made)
    expect([...ircd.clients].map((client) => client.nick)).toEqual(['mira'])
    const names = made.happenings.filter((each) => each.kind === 'names')
    expect(names.map((each) => [each.channel, each.nicks])).toEqual(expect.arrayContaining([['#general', ['mira']]]))
    expect(made.happenings).toContainEqual(expect.objectContaining({ kind: 'refused', channel: '#dark' }))
    expect(made.happenings.filter((each) => each.kind === 'joined').map((each) => each.channel)).toEqual(['#ops', '#general'])
  })

  test('logs in with SASL PLAIN; the password appears nowhere', async () => {
    const { port } = await server({ caps: ['sasl=PLAIN,EXTERNAL', 'server-time'], accounts: { mira: 'correct horse' } })
    const made = connect(port, { login: { sasl: 'plain', password: 'correct horse' }, secrets: ['correct horse'] })
    await isIn(made)
    expect(made.steps).toContain('SASL: logged in as mira')
    const wire = made.wire().join('\n')
    expect(wire).toContain('out AUTHENTICATE PLAIN\n')
    expect(wire).toContain('out AUTHENTICATE ••••••')
    expect(wire).not.toContain('correct horse')
    expect(wire).not.toContain(Buffer.from('mira\0mira\0correct horse').toString('base64'))
  })

  test('SASL EXTERNAL sends no password at all', async () => {
    const { port, lines } = await server({ caps: ['sasl=EXTERNAL'], accounts: {} })
    await isIn(connect(port, { login: { sasl: 'external', password: 'unused' } }))
    expect(lines.map((each) => each.line)).toEqual(expect.arrayContaining(['AUTHENTICATE EXTERNAL', 'AUTHENTICATE +']))
    expect(lines.filter((each) => each.line.startsWith('AUTHENTICATE'))).toHaveLength(2)
  })

  test.each<[string, FaultyIrcdOptions, string]>([
    ['a wrong password', { caps: ['sasl=PLAIN'], accounts: { mira: 'other' } }, 'password'],
    ['a server without SASL', { caps: ['server-time'] }, 'sasl'],
    ['a server without capabilities', { intercept: (_client, command) => command === 'CAP' }, 'sasl'],
    ['a server with another mechanism', { caps: ['sasl=SCRAM-SHA-256'], accounts: {} }, 'sasl'],
  ])('%s refuses an unauthenticated login, without a retry', async (_what, options, field) => {
    const { ircd, port, lines } = await server(options)
    const made = connect(port, { login: { sasl: 'plain', password: 'wrong one' } })
    const state = await down(made)
    expect(state.fault.field).toBe(field)
    expect(state).not.toHaveProperty('retryAt')
    expect(JSON.stringify(made.states)).not.toContain('wrong one')
    await until(() => expect(ircd.clients.size).toBe(0))
    expect(lines.filter((each) => each.line.startsWith('JOIN'))).toEqual([])
  })

  test('the server password is sent, masked, and a wrong one is not retried', async () => {
    const { port } = await server({ password: 'open sesame' })
    const right = connect(port, { login: { serverPassword: 'open sesame' } })
    await isIn(right)
    expect(right.wire().join('\n')).not.toContain('sesame')
    const wrong = connect(port, { login: { nick: 'other', serverPassword: 'wrong one' } })
    const state = await down(wrong)
    expect(state.fault.field).toBe('serverPassword')
    expect(state).not.toHaveProperty('retryAt')
  })

  test('a nick in use is replaced by a similar one, and regained when it is free', async () => {
    const { ircd, port } = await server()
    const first = connect(port)
    await isIn(first)
    const second = connect(port)
    await isIn(second)
    expect(second.connection.nick).toBe('mira_')
    ircd.find('mira')?.socket.destroy()
    await first.connection.stop()
    await until(() => expect(second.connection.nick).toBe('mira'))
  })
})

describe('TLS', () => {
  const fingerprint = '83'
  test('a certificate of a private CA is accepted, by name and chain', async () => {
    const { port } = await server({ tls: true })
    const made = connect(port, { address: { tls: { ca: testCertificate } } })
    await isIn(made)
    expect(made.steps.find((step) => step.startsWith('TLS'))).toMatch(/^TLS: TLS 1\.3, certificate valid until /)
  })

  test('an untrusted certificate is refused before anything is sent, and its fingerprint is offered', async () => {
    const { port, lines } = await server({ tls: true })
    const made = connect(port, { address: { tls: {} } })
    const { fault } = await down(made)
    expect(fault.message).toContain('its certificate is self-signed')
    expect(fault.fix).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(lines).toEqual([])
    await made.connection.stop()
    await isIn(connect(port, { login: { nick: 'pinned' }, address: { tls: { fingerprint: fault.fix?.toLowerCase() ?? '' } } }))
  })

  test('another certificate than the pinned one is refused, even from a trusted CA', async () => {
    const { port, lines } = await server({ tls: true })
    const made = connect(port, { address: { tls: { ca: testCertificate, fingerprint: fingerprint.repeat(32) } } })
    expect((await down(made)).fault.message).toContain('does not match the fingerprint')
    expect(lines).toEqual([])
  })

  test('a server without TLS is reported as such, and receives no password', async () => {
    const { port, lines } = await server()
    const made = connect(port, { address: { tls: {} }, login: { serverPassword: 'secret word' } })
    expect((await down(made)).fault.message).toMatch(/does not use TLS|closed the connection off|reports an error/)
    expect(JSON.stringify(lines)).not.toContain('secret word')
  })
})

describe('staying connected', () => {
  test('a stalled server, one that stops half-way, and an absent one are each reported with a reason and retried', async () => {
    const stalled = await server({ isStalled: true })
    const slow = connect(stalled.port, { timing: { ...quickTimings.timing, loginMs: 50 } })
    const late = await down(slow)
    expect(late.fault.message).toContain('did not complete within')
    expect(late).toHaveProperty('retryAt')

    const frozen = await server()
    // A login that begins while the server is frozen is in vain, so it must not last.
    const half = connect(frozen.port, { timing: { ...quickTimings.timing, loginMs: 1_000, quietMs: 20, goneMs: 500 } })
    await isIn(half)
    await until(() => expect(half.connection.lag).toBeDefined())
    frozen.freeze()
    await until(() => expect(JSON.stringify(half.states)).toContain('has not responded'))
    frozen.freeze(false)
    await isIn(half)

    const { port, close } = await faultyIrcd()
    await close()
    expect((await down(connect(port))).fault.message).toContain('connection refused on this port')
  })

  test('retry delays grow, and start small again after a stable connection', async () => {
    const { ircd, port } = await server()
    const tried: number[] = []
    const wait = (attempt: number): number => {
      tried.push(attempt)
      return 1
    }
    const lose = async (made: TestConnection): Promise<void> => {
      await isIn(made)
      const before = tried.length
      ircd.dropAll()
      await until(() => expect(tried.length).toBe(before + 1))
    }
    const short = connect(port, { wait, stableMs: 60_000 })
    for (let round = 0; round < 3; round++) await lose(short)
    await short.connection.stop()
    const stable = connect(port, { wait, stableMs: 0 })
    for (let round = 0; round < 3; round++) await lose(stable)
    expect(tried).toEqual([1, 2, 3, 1, 1, 1])
  })

  test('garbage, endless lines and lines that break the parser do not disturb it (F9)', async ({ annotate }) => {
    const { port, inject } = await server()
    const made = connect(port)
    await isIn(made)
    let count = 0
    const send = (line: string | Uint8Array): void => {
      count++
      inject('mira', line)
    }
    const broken = [
      '',
      ' ',
      ':',
      '@',
      '@ ',
      ':x',
      '@=;;=',
      'PRIVMSG',
      ':a PRIVMSG',
      ':a!b@c PRIVMSG #general',
      '001',
      '005',
      ':s 005',
      ':s 005 mira =',
      ':s 005 mira PREFIX=(',
      ':s 353',
      ':s 366',
      'CAP',
      ':s CAP',
      ':s CAP mira ACK',
      ':s CAP mira DEL',
      'BATCH',
      'BATCH +',
      'NICK',
      ':mira NICK',
      'MODE',
      ':s MODE',
      'KICK',
      'JOIN',
      ':mira JOIN',
      'PART',
      'QUIT',
      'TOPIC',
      '332',
      'AUTHENTICATE',
      'PING',
      'PONG',
      '433',
      '900',
      '903',
      '904',
      ':s 475',
      'ERROR',
      ':__proto__ JOIN #general',
      ':x!y@z PRIVMSG __proto__ :hi',
      '@time=never;msgid= :x!y@z PRIVMSG #general :odd tags',
      ':s 005 mira __proto__=x constructor=y',
    ]
    for (const line of broken) send(`${line}\r\n`)
    let seed = 7
    const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
    for (let index = 0; index < 500; index++) send(Uint8Array.from({ length: (next() % 200) + 1 }, () => next() % 256))
    for (let index = 0; index < 20; index++) send('x'.repeat(65_536))
    send('\r\n:coder!c@h PRIVMSG #general :still here\r\n')
    await until(() => expect(said(made)).toContain('still here'))
    expect(made.connection.state.kind).toBe('up')
    expect(made.troubles.some((each) => each.fault.code === 'too-large')).toBe(true)
    await annotate(`${count} malformed pieces survived`, 'F9')
  })

  test('the server’s reason for closing is reported', async () => {
    const { port, inject, ircd } = await server()
    const made = connect(port)
    await isIn(made)
    inject('mira', 'ERROR :Closing link (K-lined)\r\n')
    await until(() => expect(made.wire().join('\n')).toContain('K-lined'))
    ircd.dropAll()
    expect((await down(made)).fault.message).toContain('K-lined')
  })
})

describe('sending', () => {
  test('CR, LF and NUL are refused in every line, and so is what a server would cut (F9)', async () => {
    const { port, lines } = await server()
    const { connection } = connect(port)
    await until(() => expect(connection.state).toMatchObject({ isCaughtUp: true }))
    for (const bad of ['\r', '\n', '\0', '\r\nQUIT'])
      expect(await connection.send(`PRIVMSG #general :a${bad}b`, { target: '#general' })).toMatchObject({
        ok: false,
        fault: { code: 'invalid' },
      })
    const fits = `PRIVMSG #general :${'x'.repeat(510 - 18)}`
    expect(await connection.send(`${fits}x`, { target: '#general' })).toMatchObject({ ok: false, fault: { code: 'too-large' } })
    expect(await connection.send(fits, { target: '#general' })).toMatchObject({ ok: true })
    expect(lines.filter((each) => each.line.startsWith('PRIVMSG'))).toHaveLength(1)
  })

  test('a refusal of a line by the server is the result of that line, and the order is kept at any pace', async () => {
    const { port, lines } = await server()
    const { connection } = connect(port, { timing: { ...quickTimings.timing, pace: { burst: 3, intervalMs: 2 } } })
    await until(() => expect(connection.state).toMatchObject({ isCaughtUp: true }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const target = index === 7 ? '#elsewhere' : '#general'
        return connection.send(`PRIVMSG ${target} :${index}`, { target })
      }),
    )
    expect(answers.map((answer) => answer.ok)).toEqual(answers.map((_, index) => index !== 7))
    expect(answers[7]).toMatchObject({ fault: { code: 'refused', message: expect.stringMatching(/^#elsewhere: /) as string } })
    const order = lines.filter((each) => each.line.startsWith('PRIVMSG')).map((each) => Number(each.line.split(' ')[2]))
    expect(order).toEqual(Array.from({ length: 30 }, (_, index) => index))
  })

  test('a line in flight when the connection ends is not reported as sent', async () => {
    const { port, freeze, ircd } = await server()
    const { connection } = connect(port)
    await until(() => expect(connection.state).toMatchObject({ isCaughtUp: true }))
    freeze()
    const sending = connection.send('PRIVMSG #general :lost?', { target: '#general' })
    ircd.dropAll()
    expect(await sending).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(await connection.send('PRIVMSG #general :x')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  })
})
