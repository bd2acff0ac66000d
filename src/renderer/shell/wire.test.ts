import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, onWorkspaceAsked } from './wire.ts'

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
  close(): void {}
  send(): void {}
}

const token = 'abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE'
beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'patchbay')
})

/** The last state that a client says of its wire. */
function lastState(client: ReturnType<typeof connect>): () => readonly [string, string | undefined] | undefined {
  let last: readonly [string, string | undefined] | undefined
  client.onConnection((state, detail) => (last = [state, detail]))
  return () => last
}

describe('connect', () => {
  it('takes the token out of the address bar and sends it as a subprotocol, never in an address', () => {
    location.hash = `#token=${token}`
    connect().close()
    expect(location.href).not.toContain(token)
    expect(FakeSocket.all[0]?.url).toBe(`ws://${location.host}/socket`)
    expect(FakeSocket.all[0]?.protocols).toEqual(['patchbay.1', `token.${token}`])
  })

  it('keeps the token for a reload of the tab', () => {
    location.hash = `#token=${token}`
    connect().close()
    connect().close()
    expect(FakeSocket.all[1]?.protocols[1]).toBe(`token.${token}`)
    expect(localStorage.length).toBe(0)
  })

  it.each(['', '#token=', '#token=short', '#token=a b c d e f g h i j', '#other'])(
    'says what to do when the address ends in %j',
    async (hash) => {
      location.hash = hash
      const state = lastState(connect())
      await vi.waitFor(() => expect(state()?.[0]).toBe('closed'))
      expect(state()?.[1]).toContain('no launch token')
      expect(FakeSocket.all).toEqual([])
    },
  )

  it('says that the token is old when the server gives out the page but refuses the socket', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
    location.hash = `#token=${token}`
    const state = lastState(connect())
    FakeSocket.all[0]?.dispatchEvent(new Event('close'))
    await vi.waitFor(() => expect(state()?.[0]).toBe('closed'))
    expect(state()?.[1]).toContain('restarted')
  })

  it('goes on trying when nothing answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('refused')))
    location.hash = `#token=${token}`
    const client = connect()
    const state = lastState(client)
    FakeSocket.all[0]?.dispatchEvent(new Event('close'))
    await vi.waitFor(() => expect(state()?.[1]).toContain('cannot be reached'))
    expect(state()?.[0]).toBe('connecting')
    await vi.waitFor(() => expect(FakeSocket.all.length).toBe(2))
    client.close()
  })

  it('uses the bridge of Electron when there is one', async () => {
    const call = vi.fn(async () => ({ ok: true, value: [] }))
    Object.assign(window, { patchbay: { call, subscribe: () => () => undefined } })
    expect(await connect().call('workspaces.list', {})).toEqual({ ok: true, value: [] })
    expect(call).toHaveBeenCalledWith('workspaces.list', {})
    expect(FakeSocket.all).toEqual([])
  })
})

describe('onWorkspaceAsked', () => {
  it('opens what Electron asks for and takes it out of the address', async () => {
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

  it('listens to no address in a browser', () => {
    const asked: string[] = []
    location.hash = '#workspace=%2Fetc'
    onWorkspaceAsked((path) => asked.push(path))
    window.dispatchEvent(new Event('hashchange'))
    expect(asked).toEqual([])
  })
})
