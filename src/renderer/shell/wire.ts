import type { Client } from '../../api/client.ts'
import { createWireClient } from '../../api/wire-client.ts'
import type { Transport, TransportEvents } from '../../api/wire-client.ts'
import { connectBridge } from '../../api/wires/bridge.ts'
import type { Bridge } from '../../api/wires/bridge.ts'

declare global {
  interface Window {
    /** Set by Electron's preload script; absent in a browser. */
    readonly patchbay?: Bridge
  }
}

const storageKey = 'patchbay.token'

/** Connects the page to its core: by Electron's bridge if there is one, otherwise by a WebSocket to the server of the page. */
export function connect(): Client {
  if (window.patchbay !== undefined) return connectBridge(window.patchbay)
  const token = takeToken()
  return createWireClient({
    open: (events) => (token === undefined ? closedTransport(events) : openSocket(token, events)),
    random: Math.random,
    explain: () => explain(token),
  })
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

/** Takes the launch token out of the address bar, and keeps it only for reloads of this tab. */
function takeToken(): string | undefined {
  const given = /^#token=([\w-]{16,200})$/.exec(location.hash)?.[1]
  if (given === undefined) return sessionStorage.getItem(storageKey) ?? undefined
  sessionStorage.setItem(storageKey, given)
  history.replaceState(null, '', location.pathname)
  return given
}

function openSocket(token: string, events: TransportEvents): Transport {
  // Names as in server/access.ts; the token is sent as a header, so no address ever contains it.
  const socket = new WebSocket(`ws://${location.host}/socket`, ['patchbay.1', `token.${token}`])
  socket.addEventListener('open', () => events.opened())
  socket.addEventListener('message', (message) => events.received(String(message.data)))
  socket.addEventListener('close', () => events.closed())
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}

function closedTransport(events: TransportEvents): Transport {
  queueMicrotask(() => events.closed())
  return { send: () => undefined, close: () => undefined }
}

const openAgain = 'Open the address that was printed when Patchbay started; it contains the launch token.'

/** A browser does not say why a WebSocket failed: a server that still serves the page has refused the token. */
async function explain(token: string | undefined): Promise<{ readonly words: string; readonly final: boolean }> {
  if (token === undefined) return { words: `This page has no launch token. ${openAgain}`, final: true }
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    if (answer.ok) return { words: `Patchbay was restarted after this page was opened. ${openAgain}`, final: true }
  } catch {
    // Not reachable: falls through to the message for that.
  }
  return { words: 'Patchbay is no longer running, or cannot be reached.', final: false }
}
