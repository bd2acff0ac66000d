import { fail } from '../core/fault.ts'
import type { Fault, Result } from '../core/fault.ts'
import type { Client, Connection } from './client.ts'
import type { MethodName, Output, Push, Subscription } from './contract.ts'
import { parseServerFrame } from './frames.ts'
import type { ClientFrame } from './frames.ts'
import { ReceivedStates } from './state-change.ts'
import type { WirePush } from './state-change.ts'
import { limits } from '../core/limits.ts'

/** A connection that carries text frames: a WebSocket, or a pair of functions in a test. */
export interface Transport {
  send(text: string): void
  close(): void
}

export interface TransportEvents {
  opened(): void
  received(text: string): void
  /** The connection was lost or never made; called once. */
  closed(): void
}

export interface WireClientOptions {
  /** Starts a connection. Events arrive later, never before this returns. */
  readonly open: (events: TransportEvents) => Transport
  /** 0 ≤ n < 1, for the jitter of the back-off. */
  readonly random: () => number
  /** Shortest and longest pause between attempts, ms. */
  readonly firstPause?: number
  readonly longestPause?: number
  /** Sends a ping after this much silence, ms; after twice as long the connection is dropped. */
  readonly silence?: number
  /** How long a call waits for a connection, ms. */
  readonly connectTime?: number
  /** How long a call waits for its result, ms. Long, because some calls wait for the operator's decision. */
  readonly callTime?: number
  /** Explains why an attempt failed, if anything is known; `final` stops the attempts. */
  readonly explain?: () => Promise<{ readonly words: string; readonly final: boolean }>
}

/** The return type of `setTimeout` differs between Node, browsers and the pure build. */
type Timer = ReturnType<typeof setTimeout>

interface Pending {
  readonly frame: ClientFrame
  readonly resolve: (result: Result<unknown>) => void
  isSent: boolean
  timer: Timer | undefined
}

interface Following {
  readonly workspace: string
  cursor: number | undefined
  /** Number of the subscription on the current connection; undefined: not subscribed there. */
  id: number | undefined
  taken: number
  states: ReceivedStates
  readonly onPush: (push: Push) => void
  readonly onFault: ((fault: Fault) => void) | undefined
}

/** A client over text frames that reconnects with back-off and jitter, and resumes every subscription from its cursor. */
export function createWireClient(options: WireClientOptions): Client {
  const { firstPause = 250, longestPause = 10_000, silence = 15_000, connectTime = 10_000, callTime = 600_000 } = options
  const pending = new Map<number, Pending>()
  const followings = new Set<Following>()
  const listeners = new Set<(state: Connection, detail?: string) => void>()
  let state: Connection = 'connecting'
  let detail: string | undefined
  let transport: Transport | undefined
  let attempts = 0
  let nextId = 1
  let heartbeat: Timer | undefined
  let retry: Timer | undefined

  function setState(next: Connection, words?: string): void {
    state = next
    detail = words
    for (const listener of listeners) listener(state, detail)
  }

  function settle(id: number, result: Result<unknown>): void {
    const call = pending.get(id)
    if (call === undefined) return
    pending.delete(id)
    clearTimeout(call.timer)
    call.resolve(result)
  }

  function sendCall(id: number, call: Pending): void {
    const text = JSON.stringify(call.frame)
    // The engine would close the connection.
    if (isTooLong(text)) return settle(id, fail('too-large', 'This is too large to send to Patchbay.'))
    call.isSent = true
    clearTimeout(call.timer)
    call.timer = setTimeout(
      () => settle(id, fail('timeout', 'Patchbay did not answer in time. The action may still complete; check before you try again.')),
      callTime,
    )
    transport?.send(text)
  }

  /** Registers a request and sends it now or, with `waits`, as soon as there is a connection. */
  function request(make: (id: number) => ClientFrame): { readonly id: number; readonly result: Promise<Result<unknown>> } {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>()
    const call: Pending = { frame: make(id), resolve, isSent: false, timer: undefined }
    pending.set(id, call)
    if (state === 'open') sendCall(id, call)
    else call.timer = setTimeout(() => settle(id, notConnected()), connectTime)
    return { id, result: promise }
  }

  function notConnected(): Result<never> {
    return fail('unavailable', 'Patchbay is not responding. The page reconnects automatically.', detail === undefined ? {} : { detail })
  }

  function follow(following: Following): void {
    const { workspace, cursor } = following
    const { id, result } = request((number) => ({
      kind: 'subscribe',
      id: number,
      subscription: cursor === undefined ? { workspace } : { workspace, cursor },
    }))
    following.id = id
    following.taken = 0
    following.states = new ReceivedStates()
    void refusal(following, id, result)
  }

  async function refusal(following: Following, id: number, result: Promise<Result<unknown>>): Promise<void> {
    const answer = await result
    if (answer.ok || following.id !== id || state !== 'open') return
    followings.delete(following)
    following.onFault?.(answer.fault)
  }

  function stopFollowing(id: number): void {
    transport?.send(JSON.stringify({ kind: 'unsubscribe', id } satisfies ClientFrame))
  }

  function receivePush(id: number, carried: WirePush): void {
    for (const following of followings) {
      if (following.id !== id) continue
      const push = following.states.read(carried)
      if (push === undefined) {
        // Something is missing: subscribe again from the cursor, which begins with a whole state.
        stopFollowing(id)
        follow(following)
        continue
      }
      // A state may be ahead of the events; it only defines where "from now on" begins.
      if ('cursor' in push && (push.type !== 'state' || following.cursor === undefined)) following.cursor = push.cursor
      following.onPush(push)
      following.taken += 1
      transport?.send(JSON.stringify({ kind: 'taken', id, total: following.taken } satisfies ClientFrame))
    }
  }

  /** Drops a silent connection: after an unanswered ping once it is open, without one while it is being made. */
  function listenForSilence(isLastChance = false): void {
    clearTimeout(heartbeat)
    heartbeat = setTimeout(() => {
      if (isLastChance) {
        transport?.close()
        void reconnect()
      } else {
        request((id) => ({ kind: 'ping', id }))
        listenForSilence(true)
      }
    }, silence)
  }

  function connect(): void {
    const mine: Transport = options.open({
      opened() {
        if (mine !== transport) return
        attempts = 0
        state = 'open'
        const waiting = [...pending]
        // Before what was asked for: an event that is stored between a page and the subscription would never be shown.
        for (const following of followings) follow(following)
        for (const [id, call] of waiting) sendCall(id, call)
        // Listeners may call: what they ask for is sent once.
        setState('open')
        listenForSilence()
      },
      received(text) {
        if (mine !== transport) return
        listenForSilence()
        const frame = parseServerFrame(text)
        if (frame?.kind === 'result') settle(frame.id, frame.result)
        else if (frame?.kind === 'push') receivePush(frame.id, frame.push)
        else if (frame?.id !== undefined) settle(frame.id, { ok: false, fault: frame.fault })
      },
      closed() {
        if (mine === transport) void reconnect()
      },
    })
    transport = mine
    listenForSilence(true)
  }

  async function reconnect(): Promise<void> {
    transport = undefined
    clearTimeout(heartbeat)
    const wasOpen = state === 'open'
    for (const following of followings) following.id = undefined
    setState('connecting', wasOpen ? 'Connection lost.' : detail)
    for (const [id, call] of pending)
      if (call.isSent)
        settle(
          id,
          fail(
            'unavailable',
            'The connection was lost before Patchbay answered. The action may still complete; check before you try again.',
          ),
        )
    const why = wasOpen ? undefined : await options.explain?.()
    if (state === 'closed') return
    if (why?.final === true) return end(why.words)
    const pause = Math.min(longestPause, firstPause * 2 ** attempts) * (0.5 + options.random())
    attempts = Math.min(attempts + 1, 20)
    setState('connecting', why?.words ?? detail)
    retry = setTimeout(connect, pause)
  }

  function end(words?: string): void {
    setState('closed', words)
    clearTimeout(heartbeat)
    clearTimeout(retry)
    const last = transport
    transport = undefined
    last?.close()
    for (const id of pending.keys()) settle(id, fail('unavailable', words ?? 'The connection is closed.'))
    followings.clear()
  }

  connect()
  return {
    async call<M extends MethodName>(method: M, input: unknown) {
      if (state === 'closed') return fail('unavailable', detail ?? 'The connection is closed.')
      return (await request((id) => ({ kind: 'call', id, method, input })).result) as Result<Output<M>>
    },
    subscribe(subscription: Subscription, onPush, onFault) {
      const following: Following = {
        workspace: subscription.workspace,
        cursor: subscription.cursor,
        id: undefined,
        taken: 0,
        states: new ReceivedStates(),
        onPush,
        onFault,
      }
      followings.add(following)
      if (state === 'open') follow(following)
      return () => {
        followings.delete(following)
        if (following.id !== undefined && state === 'open') stopFollowing(following.id)
      }
    },
    onConnection(listener) {
      listeners.add(listener)
      listener(state, detail)
      return () => listeners.delete(listener)
    },
    close() {
      if (state !== 'closed') end()
    },
  }
}

function isTooLong(text: string): boolean {
  if (text.length * 3 <= limits.wsFrame) return false
  return text.length > limits.wsFrame || new TextEncoder().encode(text).length > limits.wsFrame
}
