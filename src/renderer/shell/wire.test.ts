import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Client } from '../../api/client.ts'
import { proofText } from '../../api/proof.ts'
import { connect, onHaltAsked, onWorkspaceAsked } from './wire.ts'

class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readonly url: string
  readonly protocols: readonly string[]
  readyState = 0
  constructor(url: string, protocols: readonly string[]) {
    super()
    this.url = url
    this.protocols = protocols
    FakeSocket.all.push(this)
  }
  readonly sent: string[] = []
  close(): void {}
  send(text: string): void {
    this.sent.push(text)
  }
}

const token = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE'
const key = 'KEYdefghijklmnopqrstuvwxyz0123456789-_ABCDE'

const bytesOf = (each: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(each)

async function mac(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(text)))
  return btoa(String.fromCharCode(...signed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Answers at the address of the page: an engine with these keys, or undefined for nothing. */
let keys: Partial<Record<string, string>> | undefined
let answer = async (query: URLSearchParams): Promise<unknown> => {
  const secret = keys?.[query.get('with') ?? '']
  const [page, nonce] = [query.get('page') ?? '', 'N'.repeat(43)]
  const text = proofText('server', location.port, page, nonce)
  return { nonce, proof: await mac(secret ?? 'another', text) }
}
const honest = answer

beforeEach(() => {
  FakeSocket.all = []
  keys = { launch: token, installation: key }
  answer = honest
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', (address: string) =>
    keys === undefined
      ? Promise.reject(new TypeError('refused'))
      : answer(new URL(address, location.href).searchParams).then((value) => Response.json(value)),
  )
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'patchbay')
})

/** The last state that a client says of its wire. */
function lastState(client: Client): () => readonly [string, string | undefined] | undefined {
  let last: readonly [string, string | undefined] | undefined
  client.onConnection((state, detail) => (last = [state, detail]))
  return () => last
}

async function socket(number: number): Promise<FakeSocket> {
  return vi.waitFor(() => {
    const found = FakeSocket.all[number]
    if (found === undefined) throw new Error('no socket yet')
    return found
  })
}

/** The socket opens, and the engine says how the page finds it again. */
async function welcome(opened: FakeSocket, session: object): Promise<void> {
  opened.readyState = FakeSocket.OPEN
  opened.dispatchEvent(new Event('open'))
  const call = await vi.waitFor(() => {
    const sent = opened.sent
      .map((text) => JSON.parse(text) as { id: number; method?: string })
      .find(({ method }) => method === 'app.session')
    if (sent === undefined) throw new Error('not asked yet')
    return sent
  })
  const data = JSON.stringify({ kind: 'result', id: call.id, result: { ok: true, value: session } })
  opened.dispatchEvent(new MessageEvent('message', { data }))
  await new Promise((resolve) => setTimeout(resolve))
}

async function proofOf(used: FakeSocket): Promise<{ readonly key: string; readonly isRight: boolean }> {
  const [name = '', page = '', nonce = '', given] = (used.protocols[1] ?? '').slice('proof.'.length).split('.')
  const right = await mac(keys?.[name] ?? '', proofText('page', location.port, page, nonce))
  return { key: name, isRight: given === right }
}

describe('connect', () => {
  it('removes the token from the address bar and proves that it has it, without sending it', async () => {
    location.hash = `#token=${token}`
    const { client } = connect()
    expect(location.href).not.toContain(token)
    const used = await socket(0)
    expect(used.url).toBe(`ws://${location.host}/socket`)
    expect(used.protocols[0]).toBe('patchbay.1')
    expect(await proofOf(used)).toEqual({ key: 'launch', isRight: true })
    expect(used.protocols.join()).not.toContain(token)
    client.close()
  })

  it('keeps the token for a reload of the tab', async () => {
    location.hash = `#token=${token}`
    connect().client.close()
    const { client } = connect()
    expect(await proofOf(await socket(0))).toEqual({ key: 'launch', isRight: true })
    expect(localStorage.length).toBe(0)
    client.close()
  })

  it.each(['', '#token=', '#token=short', '#token=a b c d e f g h i j', '#other'])(
    'says what to do if the address ends in %j',
    async (hash) => {
      location.hash = hash
      const state = lastState(connect().client)
      await vi.waitFor(() => expect(state()?.[0]).toBe('closed'))
      expect(state()?.[1]).toContain('no launch token')
      expect(FakeSocket.all).toEqual([])
    },
  )

  it('finds a restarted core by the key of its session, and uses its token for reloads', async () => {
    location.hash = `#token=${token}`
    const { client } = connect()
    const first = await socket(0)
    await welcome(first, { version: '1', key, token })
    keys = undefined
    first.dispatchEvent(new Event('close'))
    keys = { launch: `NEW${token.slice(3)}`, installation: key }
    const second = await socket(1)
    expect(await proofOf(second)).toEqual({ key: 'installation', isRight: true })
    await welcome(second, { version: '1', key, token: keys['launch'] })
    expect(sessionStorage.getItem('patchbay.token')).toBe(keys['launch'])
    // Another program that takes the address later could read what the tab stores.
    expect(JSON.stringify([sessionStorage, localStorage])).toContain(keys['launch'])
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain(key)
    client.close()
  })

  it.each<[string, () => unknown]>([
    ['does not know the key', () => ((keys = { launch: 'x', installation: 'y' }), honest)],
    ['answers anything', () => () => Promise.resolve({ nonce: 'N'.repeat(43), proof: 'A'.repeat(43) })],
    ['repeats our question', () => (query: URLSearchParams) => Promise.resolve({ nonce: query.get('page'), proof: query.get('page') })],
    ['answers no JSON object', () => () => Promise.resolve('welcome')],
  ])('opens no socket to a program at its address that %s, and waits (F12)', async (_what, impostor) => {
    location.hash = `#token=${token}`
    const { client } = connect()
    const state = lastState(client)
    const first = await socket(0)
    await welcome(first, { version: '1', key, token })
    answer = impostor() as typeof answer
    first.dispatchEvent(new Event('close'))
    await vi.waitFor(() => expect(state()?.[1]).toContain('Another program'))
    expect(state()?.[0]).toBe('connecting')
    expect(FakeSocket.all).toHaveLength(1)
    answer = honest
    keys = { launch: 'other', installation: key }
    expect(await proofOf(await socket(1))).toEqual({ key: 'installation', isRight: true })
    client.close()
  })

  it('reports that the token is old if the server cannot prove that it has it', async () => {
    keys = { launch: 'another' }
    location.hash = `#token=${token}`
    const state = lastState(connect().client)
    await vi.waitFor(() => expect(state()?.[0]).toBe('closed'))
    expect(state()?.[1]).toContain('restarted')
    expect(FakeSocket.all).toEqual([])
  })

  it('keeps trying if nothing answers', async () => {
    keys = undefined
    location.hash = `#token=${token}`
    const { client } = connect()
    const state = lastState(client)
    await vi.waitFor(() => expect(state()?.[1]).toContain('cannot be reached'))
    expect(state()?.[0]).toBe('connecting')
    keys = { launch: token }
    await socket(0)
    client.close()
  })

  it('uses Electron’s bridge if there is one', async () => {
    const call = vi.fn(async () => ({ ok: true, value: [] }))
    Object.assign(window, { patchbay: { call, subscribe: () => () => undefined } })
    expect(await connect().client.call('workspaces.list', {})).toEqual({ ok: true, value: [] })
    expect(call).toHaveBeenCalledWith('workspaces.list', {})
    expect(FakeSocket.all).toEqual([])
  })
})

describe('onWorkspaceAsked', () => {
  it('opens what Electron asks for and removes it from the address', async () => {
    Object.assign(window, { patchbay: {} })
    const asked: string[] = []
    location.hash = `#${new URLSearchParams({ workspace: '/a b/ü#' }).toString()}`
    onWorkspaceAsked((path) => asked.push(path))
    expect(asked).toEqual(['/a b/ü#'])
    expect(location.hash).toBe('')
    location.hash = '#workspace=%2Fc'
    window.dispatchEvent(new Event('hashchange'))
    expect(asked.at(-1)).toBe('/c')
  })

  it('follows no address in a browser', () => {
    const asked: string[] = []
    location.hash = '#workspace=%2Fetc'
    onWorkspaceAsked((path) => asked.push(path))
    window.dispatchEvent(new Event('hashchange'))
    expect(asked).toEqual([])
  })
})

it('only Electron can ask for the dialog of Halt, once', () => {
  const open = vi.fn<() => void>()
  location.hash = '#halt=ask'
  onHaltAsked(open)
  expect(open).not.toHaveBeenCalled()
  Object.assign(window, { patchbay: {} })
  onHaltAsked(open)
  window.dispatchEvent(new Event('hashchange'))
  expect(open).toHaveBeenCalledOnce()
  expect(location.hash).toBe('')
})
