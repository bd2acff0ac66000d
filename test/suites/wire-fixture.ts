import type { Push, Subscription } from '../../src/api/contract.ts'
import type { Caller, Handlers, Server, SubscriptionHandle } from '../../src/api/server.ts'
import { defaultSettings } from '../../src/api/contract.ts'
import { emptyDesk } from '../fakes/empty-desk.ts'
import type { Event } from '../../src/core/event.ts'
import { fail, ok } from '../../src/core/fault.ts'
import { limits } from '../../src/core/limits.ts'

export const workspaceId = 'w'

/** One stored message, with a text of the given length. */
export function makeEvent(cursor: number, textLength = 10): Event {
  const text = `${cursor} `.padEnd(textLength, 'x')
  return {
    id: `e${cursor}`,
    cursor,
    ord: cursor,
    workspace: workspaceId,
    source: 's',
    protocol: 'chat',
    seq: cursor,
    at: 1_760_000_000_000 + cursor,
    wireId: `0:${cursor}`,
    raw: { text },
    body: { kind: 'message', conversation: 'a⇄b', from: 'a', to: ['b'], observers: [], text },
  }
}

function makeState(cursor: number, messages: number): Push {
  const info = { id: workspaceId, path: '/p', name: 'p', operator: 'me', operatorAsked: true, openedAt: 1, demo: false }
  const empty = {
    conversations: [],
    forYou: 0,
    unusable: {},
    agents: [],
    guesses: [],
    links: [],
    views: [],
    commands: [],
    approvals: [],
    desk: emptyDesk,
  }
  return { type: 'state', workspace: workspaceId, cursor, info, messages, today: 0, ...empty }
}

interface Follower {
  readonly send: (push: Push) => boolean
  cursor: number
  isFull: boolean
}

/** A server that keeps its promises (`api/server.ts`) with an array as its journal, so a suite tests the wires and nothing else. */
export class FakeServer implements Server {
  readonly events: Event[] = []
  readonly callers = new Set<Caller>()
  followers = new Set<Follower>()
  /** Maximum length of one push. */
  batch = 100
  /** Calls that were handled. */
  handled = 0
  /** Calls of `settings.get` wait for this. */
  hold: Promise<void> = Promise.resolve()

  readonly handlers: Handlers = new Proxy({} as Handlers, {
    get: (_target, method: string) => (input: never, caller: Caller) => {
      this.callers.add(caller)
      this.handled += 1
      return this.answer(method, input)
    },
  })

  subscribe(subscription: Subscription, send: (push: Push) => boolean) {
    if (subscription.workspace !== workspaceId) return fail('not-found', 'There is no such workspace.')
    const follower: Follower = { send, cursor: subscription.cursor ?? this.events.length, isFull: false }
    this.followers.add(follower)
    send(makeState(this.events.length, this.events.length))
    this.flush(follower)
    const handle: SubscriptionHandle = {
      resume: () => {
        follower.isFull = false
        follower.cursor = this.events.length
        send({ type: 'resync', workspace: workspaceId, cursor: follower.cursor })
      },
      end: () => void this.followers.delete(follower),
    }
    return ok(handle)
  }

  /** Stores `count` more events and pushes them. */
  publish(count: number, textLength?: number): void {
    for (let index = 0; index < count; index += 1) this.events.push(makeEvent(this.events.length + 1, textLength))
    for (const follower of this.followers) this.flush(follower)
  }

  publishState(messages: number): void {
    for (const follower of this.followers) follower.send(makeState(this.events.length, messages))
  }

  private flush(follower: Follower): void {
    while (!follower.isFull && follower.cursor < this.events.length) {
      const events = this.events.slice(follower.cursor, follower.cursor + this.batch)
      const cursor = follower.cursor + events.length
      if (follower.send({ type: 'events', workspace: workspaceId, events, cursor })) follower.cursor = cursor
      else follower.isFull = true
    }
  }

  private async answer(method: string, input: { readonly limit?: number; readonly id?: string }) {
    switch (method) {
      case 'settings.get':
        await this.hold
        return ok(defaultSettings)
      case 'feed.page':
        return ok({
          events: this.events.slice(-(input.limit ?? limits.pageRows)),
          hasBefore: true,
          hasAfter: false,
          secret: 'not in the contract',
        })
      case 'events.get':
        return fail('not-found', `There is no event ${input.id}.`, { field: 'id' })
      case 'protocols.list':
        throw new Error('a bug with /home/somebody in its words')
      case 'workspaces.list':
        return ok([{ id: 1 }])
      case 'gate.grants':
        return { ok: false, fault: { code: 'no such code', message: 'x' } }
      default:
        return ok({})
    }
  }
}
