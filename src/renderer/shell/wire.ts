import { noticeVerbs, type NoticeVerb } from '../../core/notice.ts'
import type { Client } from '../../api/client.ts'
import { createWireClient } from '../../api/wire-client.ts'
import type { Transport, TransportEvents } from '../../api/wire-client.ts'
import { connectBridge } from '../../api/wires/bridge.ts'
import type { Bridge } from '../../api/wires/bridge.ts'
import type { KeptText } from '../features/state/env.ts'
import { keptText } from './kept-text.ts'
import { prove } from './prove.ts'
import type { SharedKey } from './prove.ts'

declare global {
  interface Window {
    /** Set by Electron's preload script; absent in a browser. */
    readonly patchbay?: Bridge
  }
}

const storageKey = 'patchbay.token'

/** The engine of the page, and what the page keeps for its reload. */
export interface Wire {
  readonly client: Client
  readonly kept: KeptText
}

/** Connects the page to its engine: by Electron's bridge if there is one, otherwise by a WebSocket to the server of the page. */
export function connect(): Wire {
  if (window.patchbay !== undefined) return { client: connectBridge(window.patchbay), kept: keptText(undefined) }
  const { promise: installation, resolve: onKey } = Promise.withResolvers<string>()
  const session: Session = { token: takeToken(), key: undefined, version: undefined, answered: 'silent' }
  const client = createWireClient({
    open: (events) => openSocket(session, events),
    random: Math.random,
    explain: () => Promise.resolve(explain(session)),
  })
  client.onConnection((state) => {
    if (state === 'open') void renew(session, client, onKey)
  })
  return { client, kept: keptText(installation) }
}

/** By what this tab and its engine recognize each other. */
interface Session {
  /** Of the launch that the page was opened with, or of the last one that it found. */
  token: string | undefined
  /** Valid for every launch of the installation, so it stays in memory: another program that takes the port could read what the tab stores. */
  key: string | undefined
  version: string | undefined
  /** What the last attempt met at the address. */
  answered: 'core' | 'stranger' | 'silent'
}

/** Takes what the page needs to find the next launch. After an update the page is that of an earlier release, so it is loaded again. */
async function renew(session: Session, client: Client, onKey: (key: string) => void): Promise<void> {
  const given = await client.call('app.session', {})
  if (!given.ok) return
  const { version, key, token } = given.value
  if (token !== undefined) sessionStorage.setItem(storageKey, token)
  if (key !== undefined) onKey(key)
  Object.assign(session, { key: key ?? session.key, token: token ?? session.token })
  if (session.version !== undefined && session.version !== version) location.reload()
  session.version = version
}

/**
 * Electron requests a workspace with `#workspace=<path>`, when a second start or the menu opened one; the fragment is then removed. A page in a browser ignores
 * it: there, other pages could set the address.
 */
export function onWorkspaceAsked(open: (path: string) => void): void {
  if (window.patchbay === undefined) return
  const take = (): void => {
    const path = new URLSearchParams(location.hash.slice(1)).get('workspace')
    if (path === null) return
    history.replaceState(null, '', location.pathname)
    open(path)
  }
  addEventListener('hashchange', take)
  take()
}

/** Electron requests what a notification is about with `#needIn=<workspace id>&need=<item>&verb=<what its button says>`. As above, a page in a browser ignores it. */
export function onNeedAsked(open: (target: { readonly workspace: string; readonly item?: string }, verb?: NoticeVerb) => void): void {
  if (window.patchbay === undefined) return
  const take = (): void => {
    const asked = new URLSearchParams(location.hash.slice(1))
    const [workspace, item] = [asked.get('needIn'), asked.get('need')]
    if (workspace === null) return
    history.replaceState(null, '', location.pathname)
    const verb = noticeVerbs.find((each) => each === asked.get('verb'))
    open({ workspace, ...(item !== null && { item }) }, verb)
  }
  addEventListener('hashchange', take)
  take()
}

/** The tray requests the dialog of Halt, or of Resume, with `#halt=ask`. As above, a page in a browser ignores it. */
export function onHaltAsked(open: () => void): void {
  if (window.patchbay === undefined) return
  const take = (): void => {
    if (!new URLSearchParams(location.hash.slice(1)).has('halt')) return
    history.replaceState(null, '', location.pathname)
    open()
  }
  addEventListener('hashchange', take)
  take()
}

/** Takes the launch token out of the address bar, and keeps it only for reloads of this tab. */
function takeToken(): string | undefined {
  const given = /^#token=([\w-]{16,200})$/.exec(location.hash)?.[1]
  if (given === undefined) return sessionStorage.getItem(storageKey) ?? undefined
  sessionStorage.setItem(storageKey, given)
  history.replaceState(null, '', location.pathname)
  return given
}

/** Opens the WebSocket once the server has proved that it is ours. */
function openSocket(session: Session, events: TransportEvents): Transport {
  let socket: WebSocket | undefined
  let isClosed = false

  async function start(): Promise<void> {
    const key = keyOf(session)
    const proved = await (key === undefined ? Promise.resolve('silent' as const) : prove(key))
    session.answered = typeof proved === 'string' ? proved : 'core'
    if (isClosed) return
    if (typeof proved === 'string') return events.closed()
    // Names as in server/access.ts; the proof is sent as a header, so no address ever contains it.
    socket = new WebSocket(`ws://${location.host}/socket`, ['patchbay.1', proved.protocol])
    socket.addEventListener('open', () => events.opened())
    socket.addEventListener('message', (message) => events.received(String(message.data)))
    socket.addEventListener('close', () => events.closed())
  }
  void start()

  return {
    send: (text) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      isClosed = true
      socket?.close()
    },
  }
}

function keyOf({ key, token }: Session): SharedKey | undefined {
  if (key !== undefined) return { name: 'installation', secret: key }
  return token === undefined ? undefined : { name: 'launch', secret: token }
}

const openAgain = 'Open the address that was printed when Patchbay started; it contains the launch token.'

/** Why the last attempt failed. Only a page that knows its installation can wait for the next launch. */
function explain(session: Session): { readonly words: string; readonly final: boolean } {
  if (keyOf(session) === undefined) return { words: `This page has no launch token. ${openAgain}`, final: true }
  if (session.answered !== 'stranger') return { words: 'Patchbay is no longer running, or cannot be reached.', final: false }
  if (session.key === undefined) return { words: `Patchbay was restarted after this page was opened. ${openAgain}`, final: true }
  return { words: 'Another program uses the address of this page. The page reconnects when its own Patchbay is back there.', final: false }
}
