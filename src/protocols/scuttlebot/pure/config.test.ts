import { describe, expect, test } from 'vitest'
import { isChannel, isNick, placeOf, readChannelKeys, readConfig, scuttlebotConfig, scuttlebotInfo } from './config.ts'

const least = { server: 'irc.example.org', nick: 'mira' }
const fault = (more: object): string | undefined => {
  const parsed = scuttlebotConfig.safeParse({ ...least, ...more })
  return parsed.success
    ? undefined
    : parsed.error.issues.map((issue) => `${issue.path[0] === undefined ? '' : String(issue.path[0])}: ${issue.message}`)[0]
}

test('server and nick are enough; the rest has safe defaults', () => {
  expect(readConfig(least)).toEqual({
    ok: true,
    value: {
      ...least,
      port: 6697,
      tls: true,
      ca: '',
      fingerprint: '',
      sasl: 'none',
      account: '',
      certificate: '',
      channels: ['#general'],
      backfill: 200,
      announce: true,
      type: 'operator',
      bridges: ['bridge'],
      types: new Map(),
    },
  })
})

describe('refused, with the field', () => {
  test.each([
    [{ server: '' }, 'server'],
    [{ server: 'irc.example.org:6697' }, 'server'],
    [{ server: 'a b' }, 'server'],
    [{ server: 'a\r\nb' }, 'server'],
    [{ port: 0 }, 'port'],
    [{ port: 1.5 }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ nick: '9lives' }, 'nick'],
    [{ nick: 'a b' }, 'nick'],
    [{ nick: 'a\nQUIT' }, 'nick'],
    [{ nick: 'x'.repeat(33) }, 'nick'],
    [{ fingerprint: 'abc' }, 'fingerprint'],
    [{ channels: ['deploys'] }, 'channels'],
    [{ channels: ['#a,#b'] }, 'channels'],
    [{ channels: ['#a\r\nQUIT'] }, 'channels'],
    [{ channels: Array.from({ length: 65 }, (_, at) => `#c${at}`) }, 'channels'],
    [{ backfill: -1 }, 'backfill'],
    [{ backfill: 5_000 }, 'backfill'],
    [{ types: ['coder=boss'] }, 'types'],
    [{ types: ['coder'] }, 'types'],
    [{ sasl: 'plain' }, 'password'],
    [{ sasl: 'external' }, 'certificate'],
    [{ sasl: 'external', certificate: 'me.pem', tls: false, server: '127.0.0.1' }, 'tls'],
    [{ account: 'a\0b' }, 'account'],
    [{ ca: 'a\nb' }, 'ca'],
    [{ password: 'a\r\nb' }, 'password'],
  ])('%o: %s', (more, field) => expect(fault(more)).toMatch(new RegExp(`^${field}: .`)))

  test('a channel without # gets a suggestion', () => {
    expect(fault({ channels: ['deploys'] })).toBe('channels: A channel name starts with #: write “#deploys”.')
  })
})

test('a password is never sent over a network without TLS', () => {
  const plain = { sasl: 'plain', password: 'p', tls: false }
  expect(fault(plain)).toMatch(/^tls: /)
  expect(fault({ serverPassword: 'p', tls: false })).toMatch(/^tls: /)
  expect(fault({ tls: false })).toBeUndefined()
  for (const server of ['127.0.0.1', 'localhost', '::1', '127.8.9.1']) expect(fault({ ...plain, server })).toBeUndefined()
  for (const server of ['127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1'])
    expect(fault({ ...plain, server })).toMatch(/^tls: /)
})

test('checked settings have their types; a fingerprint may be written with colons', () => {
  const digest = 'AB:'.repeat(31) + 'cd'
  const read = readConfig({ ...least, fingerprint: digest, types: ['coder=worker', 'lead = orchestrator'] })
  expect(read).toMatchObject({ ok: true, value: { fingerprint: `${'ab'.repeat(31)}cd` } })
  expect(read.ok && [...read.value.types]).toEqual([
    ['coder', 'worker'],
    ['lead', 'orchestrator'],
  ])
})

test('keys of channels', () => {
  expect([...readChannelKeys('#ops key, #dev  other,nonsense,#none')]).toEqual([
    ['#ops', 'key'],
    ['#dev', 'other'],
  ])
})

test('the place of a network', () => {
  expect(placeOf({ server: 'irc.example.org', port: 6667 })).toBe('irc.example.org:6667')
  expect(placeOf({ server: '::1' })).toBe('[::1]:6697')
})

test('every setting has a field on the form, and secrets are secret there', () => {
  const form = scuttlebotInfo.fields.map((field) => field.name)
  const parsed = scuttlebotConfig.parse(least)
  expect(form.toSorted()).toEqual(Object.keys(parsed).toSorted())
  expect(
    scuttlebotInfo.fields
      .filter(({ kind }) => kind === 'secret')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['channelKeys', 'password', 'serverPassword'])
})

test.each([
  ['claude-myrepo-a1b2c3d4', true],
  ['[x]`_^{|}\\', true],
  ['-x', false],
  ['x.y', false],
  ['é', false],
])('%s can be a nick: %s', (name, expected) => expect(isNick(name)).toBe(expected))
test.each([
  ['#session-claude', true],
  ['#project.gateway', true],
  ['#task.å', true],
  ['&local', true],
  ['#', false],
  ['#a:b', false],
  ['#a b', false],
])('%s can be a channel: %s', (name, expected) => expect(isChannel(name)).toBe(expected))
