import { isInitializeRequest, isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { Result } from '../../../core/fault.ts'
import { isRepeatable, markedForRepeat, Remembered } from './bridge-memory.ts'
import type { Upstream, UpstreamEvents } from './upstream.ts'

export interface BridgeOptions {
  /** Name and role with which the client is registered automatically. */
  readonly agent: string
  readonly role?: string | undefined
  /** Secret from an earlier run of this client, and where to keep the current one. */
  readonly resumeSecret?: string | undefined
  keepSecret(secret: string): void
  /** Finds the server or starts it, and opens a session before the handshake. */
  connect(events: UpstreamEvents): Promise<Result<Upstream>>
  toClient(message: JSONRPCMessage): void
  /** Reports progress, in words for people. */
  say(line: string): void
  readonly newMessageId: () => string
  readonly now: () => number
}

/** Connects one client to whichever server keeps the folder. */
export interface Bridge {
  receive(message: JSONRPCMessage): void
  close(): Promise<void>
}

interface Waiting {
  readonly message: JSONRPCRequest
  wasSent: boolean
}

/** Pauses between connection attempts, ms; the last one repeats. */
const pauses = [20, 50, 100, 200, 400, 800]
/** Without a server for this long, waiting requests fail, ms. */
const patience = 20_000
/** Pause before retrying a name that another session holds, ms: it becomes free a minute after that session ends. */
const nameAgain = 2_000

/**
 * Carries messages between a client and a server that can be replaced at any time: repeats handshake, registration, subscriptions and unanswered requests.
 * Requests that must not happen twice are refused instead of repeated.
 */
export function openBridge(options: BridgeOptions): Bridge {
  const waiting = new Map<RequestId, Waiting>()
  const memory = new Remembered(options)
  /** Our own requests, by id. */
  const own = new Map<RequestId, (answer: JSONRPCMessage) => void>()
  let ownIds = 0
  let upstream: Upstream | undefined
  let isReady = false
  let isJoining = false
  let isClosed = false
  let nameTimer: NodeJS.Timeout | undefined

  function fromServer(message: JSONRPCMessage): void {
    if ('method' in message) {
      options.toClient(message)
      return
    }
    const id = message.id ?? ''
    const mine = own.get(id)
    if (mine !== undefined) {
      own.delete(id)
      mine(message)
      return
    }
    const entry = waiting.get(id)
    if (entry === undefined) return // cancelled, or answered by an earlier try
    waiting.delete(id)
    memory.answered(entry.message, message)
    options.toClient(message)
  }

  function ask(to: Upstream, method: string, params: Record<string, unknown>): Promise<JSONRPCMessage> {
    const id = `patchbay-${++ownIds}`
    return new Promise((resolve) => {
      own.set(id, resolve)
      to.send({ jsonrpc: '2.0', id, method, params })
    })
  }

  const isWanted = (): boolean => !isClosed && !isReady

  /** Retries until there is a server, or the bridge is closed. */
  async function join(): Promise<void> {
    if (isJoining || memory.hello === undefined) return
    isJoining = true
    const since = options.now()
    for (let round = 0; isWanted(); round++) {
      const reason = await tryOnce()
      if (reason === undefined) break
      if (round === 0) options.say(reason)
      if (options.now() - since > patience) refuseAll(`The Switchboard of this workspace cannot be reached. ${reason}`)
      await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(round, pauses.length - 1)]))
    }
    isJoining = false
  }

  /** Undefined on success, otherwise the reason. */
  async function tryOnce(): Promise<string | undefined> {
    const lost = Promise.withResolvers<string>()
    const events: UpstreamEvents = {
      message: fromServer,
      lost: (reason) => {
        lost.resolve(reason)
        own.clear()
        upstream = undefined
        if (!isReady) return
        isReady = false
        clearTimeout(nameTimer)
        void join()
      },
    }
    const connected = await options.connect(events)
    if (!connected.ok) return connected.fault.message
    if (isClosed) {
      await connected.value.close()
      return undefined
    }
    upstream = connected.value
    const greeted = await Promise.race([lost.promise, shakeHands(connected.value)])
    if (greeted !== undefined) return greeted
    isReady = true
    resend(connected.value)
    return undefined
  }

  async function shakeHands(to: Upstream): Promise<undefined> {
    const hello = memory.hello
    if (hello === undefined) return undefined
    const answer = await ask(to, 'initialize', { ...hello.params })
    // Only the first handshake is the client's own.
    if (waiting.delete(hello.id)) options.toClient({ ...answer, id: hello.id } as JSONRPCMessage)
    to.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    to.listen()
    await register(to)
    for (const { method, params } of memory.again()) await ask(to, method, params)
    return undefined
  }

  async function register(to: Upstream, isFirst = true): Promise<void> {
    const answer = await ask(to, 'tools/call', { name: 'register_chat_agent', arguments: memory.registration() })
    const refusal = memory.registered(answer)
    if (refusal === undefined || isClosed) return
    if (isFirst) options.say(`${options.agent} is not registered yet: ${refusal}`)
    clearTimeout(nameTimer)
    nameTimer = setTimeout(() => {
      if (upstream === to) void register(to, false)
    }, nameAgain)
  }

  function resend(to: Upstream): void {
    for (const [id, entry] of waiting) {
      if (entry.wasSent && !isRepeatable(entry.message)) {
        waiting.delete(id)
        options.toClient(
          failure(id, 'The connection was lost during this call, so its outcome is unknown. Check before you repeat the call.'),
        )
        continue
      }
      entry.wasSent = true
      to.send(entry.message)
    }
  }

  function refuseAll(words: string): void {
    for (const id of waiting.keys()) options.toClient(failure(id, words))
    waiting.clear()
  }

  return {
    receive(message) {
      if (isJSONRPCRequest(message)) {
        const request = markedForRepeat(message, options.newMessageId)
        const entry: Waiting = { message: request, wasSent: false }
        waiting.set(message.id, entry)
        if (isInitializeRequest(message)) {
          memory.hello = request
          void join()
          return
        }
        memory.asked(request)
        if (upstream === undefined || !isReady) return
        entry.wasSent = true
        upstream.send(request)
        return
      }
      if ('method' in message && message.method === 'notifications/initialized') return // our own request
      if ('method' in message && message.method === 'notifications/cancelled') {
        const id = message.params?.['requestId']
        if (typeof id === 'string' || typeof id === 'number') waiting.delete(id)
      }
      if (isReady) upstream?.send(message)
    },
    async close() {
      isClosed = true
      clearTimeout(nameTimer)
      await upstream?.close()
    },
  }
}

function failure(id: RequestId, message: string): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_000, message } }
}
