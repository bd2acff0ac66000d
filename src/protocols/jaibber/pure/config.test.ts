import { describe, expect, test } from 'vitest'
import type { LinkConfig } from '../../../core/link.ts'
import { endpointOf, jaibberConfig, placeOf, projectEntry, readConfig } from './config.ts'
import { jaibberInfo } from './info.ts'

const least = { ablyKey: 'app.key:secret' }
const fault = (more: LinkConfig): string | undefined => {
  const parsed = jaibberConfig.safeParse({ ...least, ...more })
  const [issue] = parsed.error?.issues ?? []
  return issue === undefined ? undefined : String(issue.path[0])
}

test('a key is enough; the rest has safe defaults, and secrets are not returned', () => {
  expect(jaibberConfig.safeParse(least).success).toBe(true)
  const read = readConfig({ ...least, password: 'p', authHeader: 'Bearer x' })
  expect(read).toEqual({
    ok: true,
    value: {
      auth: 'key',
      authUrl: '',
      server: '',
      account: '',
      userId: '',
      username: '',
      projects: [],
      machine: '',
      maxResponseDepth: 3,
      history: 100,
      endpoint: '',
      tls: true,
    },
  })
})

describe('settings that are accepted', () => {
  test.each<[LinkConfig]>([
    [{ ablyKey: 'stored' }],
    [{ auth: 'server', ablyKey: '', server: 'https://api.example.org/', account: 'mira', password: 'p' }],
    [{ server: 'http://127.0.0.1:8080', account: 'mira', password: 'p' }],
    [{ auth: 'authUrl', ablyKey: '', authUrl: 'https://auth.example.org/ably?x=1' }],
    [{ endpoint: '127.0.0.1:8080', tls: false }],
    [{ endpoint: '[::1]:8080', tls: false }],
    [{ endpoint: 'ably.example.org:443' }],
    [{ projects: ['p1', 'p2=Web Console', ' p3 = x '] }],
  ])('%j', (more) => {
    expect(fault(more)).toBeUndefined()
  })
})

describe('settings that are refused, with the field', () => {
  test.each<[LinkConfig, string]>([
    [{ ablyKey: '' }, 'ablyKey'],
    [{ ablyKey: 'secret' }, 'ablyKey'],
    [{ ablyKey: 'app.key:sec\nret' }, 'ablyKey'],
    [{ auth: 'other' }, 'auth'],
    [{ auth: 'server' }, 'server'],
    [{ server: 'https://api.example.org' }, 'account'],
    [{ server: 'https://api.example.org', account: 'mira' }, 'password'],
    [{ server: 'http://api.example.org' }, 'server'],
    [{ server: 'http://127.0.0.1.example.org' }, 'server'],
    [{ server: 'https://mira:p@api.example.org' }, 'server'],
    [{ server: 'https://api.example.org?x' }, 'server'],
    [{ server: 'https://api.example.org#x' }, 'server'],
    [{ server: 'ftp://api.example.org' }, 'server'],
    [{ server: 'api.example.org' }, 'server'],
    [{ auth: 'authUrl' }, 'authUrl'],
    [{ auth: 'authUrl', authUrl: 'http://auth.example.org' }, 'authUrl'],
    [{ endpoint: '127.0.0.1' }, 'endpoint'],
    [{ endpoint: '127.0.0.1:70000' }, 'endpoint'],
    [{ endpoint: 'https://x:1' }, 'endpoint'],
    [{ tls: false }, 'tls'],
    [{ endpoint: 'ably.example.org:80', tls: false }, 'tls'],
    [{ userId: '*' }, 'userId'],
    [{ username: 'a\u202eb' }, 'username'],
    [{ machine: 'x'.repeat(129) }, 'machine'],
    [{ projects: ['a b'] }, 'projects'],
    [{ projects: ['=x'] }, 'projects'],
    [{ projects: Array.from({ length: 201 }, (_, at) => `p${at}`) }, 'projects'],
    [{ maxResponseDepth: 0 }, 'maxResponseDepth'],
    [{ maxResponseDepth: 17 }, 'maxResponseDepth'],
    [{ maxResponseDepth: 1.5 }, 'maxResponseDepth'],
    [{ history: 1_001 }, 'history'],
    [{ password: 'a\nb' }, 'password'],
  ])('%j: %s', (more, field) => {
    expect(fault(more)).toBe(field)
  })
})

test('settings stored without their secrets are read, or refused at a field', () => {
  expect(readConfig({ auth: 'key', server: 'https://api.example.org//', projects: ['p1=Web'] })).toMatchObject({
    ok: true,
    value: { server: 'https://api.example.org', projects: [{ id: 'p1', name: 'Web' }] },
  })
  expect(readConfig({ history: -1 })).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'history' } })
})

test('the place is the server, the endpoint, or Ably', () => {
  expect(placeOf({ server: 'https://api.example.org:8443/x', endpoint: '127.0.0.1:1' })).toBe('api.example.org:8443')
  expect(placeOf({ endpoint: '127.0.0.1:8080' })).toBe('127.0.0.1:8080')
  expect(placeOf({})).toBe('Ably')
})

test('an endpoint is host and port, a project its id or id and name', () => {
  expect(endpointOf('127.0.0.1:8080')).toEqual({ host: '127.0.0.1', port: 8080 })
  expect(endpointOf('')).toBeUndefined()
  expect(projectEntry('p1=a=b')).toEqual({ id: 'p1', name: 'a=b' })
  expect(projectEntry('p1=')).toEqual({ id: 'p1' })
  expect(projectEntry('p1=\u202e')).toBeUndefined()
})

test('secrets are separate fields of the form', () => {
  const fields = jaibberInfo.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name)
  expect(fields.toSorted()).toEqual(['ablyKey', 'authHeader', 'password'])
})
