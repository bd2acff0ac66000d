import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Ircd } from '../demo/ircd.ts'
import { runCommand, runProgram, startProgram } from '../../../../test/fakes/command-line.ts'
import type { Ran, Started } from '../../../../test/fakes/command-line.ts'
import { openGate } from '../../../../test/fakes/link-context.ts'
import { configFrom, secretsFrom } from './network-options.ts'
import { send } from './send.ts'

let folder: string
let server: Ircd
let address: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-irc-cli-'))
  server = new Ircd()
  address = `127.0.0.1:${await server.listen()}`
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (...args: string[]): Started => startProgram(args, { cwd: folder })
const run = (args: readonly string[], input = ''): Promise<Ran> => runCommand(args, { cwd: folder, input })

const json = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
const until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 5 })

describe('patchbay lint scuttlebot', () => {
  it('prints one JSON line for every line, from a file or standard input', async () => {
    const good = '{"v":1,"type":"task.create","id":"01HX9Z3V9N8Q7R6S5T4W3X2Y1Z","from":"a","ts":1712000000000,"payload":{"title":"x"}}'
    const text = `${good}\r\n\n{"v":2}\nno\n${good}`
    const expected = [
      { line: 1, kind: 'envelope', ok: true, warnings: [], envelope: JSON.parse(good) as unknown },
      { line: 2, kind: 'text', ok: true, warnings: [] },
      { line: 3, kind: 'envelope', ok: false, error: 'The field v must be the number 1.', warnings: [] },
      { line: 4, kind: 'text', ok: true, warnings: [] },
      { line: 5, kind: 'envelope', ok: true, warnings: [], envelope: JSON.parse(good) as unknown },
    ]
    await writeFile(join(folder, 'x.jsonl'), text)
    const file = await runProgram(['lint', 'scuttlebot', 'x.jsonl'], { cwd: folder })
    expect(file.code).toBe(1)
    expect(json(file.out)).toEqual(expected)
    const input = await run(['lint', 'scuttlebot', '-'], `${good}\n`)
    expect(input.code).toBe(0)
    expect(json(input.out)).toEqual([expected[0]])
  })

  it('a file that is not there is a fault in words', async () => {
    const { code, out, err } = await run(['lint', 'scuttlebot', 'none.jsonl'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('Could not read none.jsonl')
  })
})

describe('patchbay irc', () => {
  it('one command prints what another sends, as an event with the raw line', async () => {
    const tail = start('irc', 'tail', '--server', address, '--channel', '#work', '--nick', 'watcher')
    await until(() => expect(tail.err).toContain('following'))
    const payload = '{"task_id":"01HX9Z3V9N8Q7R6S5T4W3X2Y1Z","status":"in_progress"}'
    const coder = ['--server', address, '--channel', '#work', '--nick', 'coder']
    const envelopeOf = ['--to', '@workers', '--type', 'task.update', '--payload', '-']
    const sent = await runProgram(['irc', 'send', ...coder, ...envelopeOf], { cwd: folder, input: payload })
    expect([sent.code, sent.err]).toEqual([0, ''])
    const [envelope] = json(sent.out) as Record<string, unknown>[]
    expect(envelope).toMatchObject({ v: 1, type: 'task.update', from: 'coder', to: ['@workers'], payload: JSON.parse(payload) as unknown })
    await until(() => expect(tail.out).toContain('task.update'))
    tail.child.kill('SIGTERM')
    expect(await tail.ended).toBe(0)
    const events = json(tail.out) as Record<string, unknown>[]
    expect(events.find((event) => event['kind'] === 'message')).toMatchObject({
      conversation: '#work',
      from: 'coder',
      to: ['@workers'],
      label: 'task.update',
      raw: expect.stringContaining(`PRIVMSG #work :${sent.out.trim()}`),
    })
  })

  it('stops by itself after the given number of events', async () => {
    const tail = start('irc', 'tail', '--server', address, '--channel', '#work', '--count', '1')
    await until(() => expect(tail.err).toContain('following'))
    const sent = await run(['irc', 'send', '--server', address, '--channel', '#work', 'hello'])
    expect([sent.code, await tail.ended, sent.out]).toEqual([0, 0, '{"text":"hello"}\n'])
    expect(json(tail.out)).toHaveLength(1)
  })

  it('exits cleanly when it is interrupted, and with a reason when nothing answers', async () => {
    const tail = start('irc', 'tail', '--server', address, '--channel', '#work')
    await until(() => expect(tail.err).toContain('following'))
    tail.child.kill('SIGTERM')
    expect(await tail.ended).toBe(0)
    await server.close()
    const late = await run(['irc', 'tail', '--server', address, '--channel', '#work'])
    expect(late.code).toBe(1)
    expect(late.err).toContain('connection refused')
  })

  it.each([
    [{ nick: '9x' }, '--nick: A nick can have'],
    [{ server: 'a b' }, '--server: Enter only the server'],
    [{ server: 'localhost:99999' }, '--server: A port'],
    [{ account: 'mira' }, 'PATCHBAY_IRC_PASSWORD: SASL PLAIN needs the password', 1],
    [{ payload: '{}' }, '--payload: It needs a --type'],
    [{ type: 'x.y', payload: '[1]' }, 'The payload is not a JSON object'],
  ])('send refuses %o before it connects', async (more, words, code = 2) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const given = { server: address, nick: 'coder', channel: '#work', text: 'hello', version: '1', ...more }
    expect(await send(given, openGate)).toBe(code)
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(words))
    expect(server.clients.size).toBe(0)
    said.mockRestore()
  })

  it('send explains why a draft cannot be sent, naming the option', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await send({ server: address, nick: 'coder', channel: '#work', to: ['x-*'], text: 'hello', version: '1' }, openGate)).toBe(2)
    expect(said).toHaveBeenCalledExactlyOnceWith('patchbay: --to: “x-*” is not a valid nick or group.\n')
    said.mockRestore()
  })
})

it.each([
  ['irc.example.org', 'irc.example.org', 6697, true],
  ['irc.example.org:7000', 'irc.example.org', 7000, true],
  ['127.0.0.1:6667', '127.0.0.1', 6667, false],
  ['[::1]:6667', '::1', 6667, false],
  ['2001:db8::1', '2001:db8::1', 6697, true],
])('a server is given as %s: %s port %i, TLS %s', (given, server, port, tls) => {
  const config = configFrom({ server: given, nick: 'x' }, { channels: ['#c'], backfill: 0 }, new Map())
  expect(config).toMatchObject({ ok: true, value: { server, port, tls } })
})

it('secrets are taken from the environment, and empty ones are ignored', () => {
  const secrets = secretsFrom({ PATCHBAY_IRC_PASSWORD: 'p', PATCHBAY_IRC_SERVER_PASSWORD: '' })
  expect([...secrets]).toEqual([['password', 'p']])
})
