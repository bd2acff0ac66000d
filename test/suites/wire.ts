import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/api/client.ts'
import { contract } from '../../src/api/contract.ts'
import type { Push } from '../../src/api/contract.ts'
import type { Event } from '../../src/core/event.ts'
import { limits } from '../../src/core/limits.ts'
import { FakeServer, workspaceId } from './wire-fixture.ts'

/** One wire between the fixture's server and any number of a test's clients. */
export interface WireHarness {
  connect(): Promise<Client>
  /** Messages logged by the engine's side of the wire. */
  readonly logged: readonly string[]
  close(): Promise<void>
}

interface Followed {
  readonly pushes: Push[]
  readonly stop: () => void
  events(): Event[]
}

function follow(by: Client, cursor?: number): Followed {
  const pushes: Push[] = []
  const from = cursor === undefined ? { workspace: workspaceId } : { workspace: workspaceId, cursor }
  const stop = by.subscribe(from, (push) => pushes.push(push))
  return { pushes, stop, events: () => pushes.flatMap((push) => (push.type === 'events' ? push.events : [])) }
}

function cursors(followed: Followed): number[] {
  return followed.events().map((event) => event.cursor)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** What every wire must do. `open` connects a new harness to the given server. */
export function wireSuite(name: string, open: (server: FakeServer) => Promise<WireHarness>): void {
  describe(`wire: ${name}`, () => {
    let server: FakeServer
    let harness: WireHarness
    let client: Client
    beforeEach(async () => {
      server = new FakeServer()
      harness = await open(server)
      client = await harness.connect()
    })
    afterEach(() => harness.close())

    it('answers calls with checked values, without fields that the contract does not name', async () => {
      server.publish(3)
      const page = await client.call('feed.page', { workspace: workspaceId, filter: {}, limit: 2 })
      expect(page).toEqual({ ok: true, value: { events: server.events.slice(-2), hasBefore: true, hasAfter: false } })
    })

    it('passes faults on with their fields', async () => {
      expect(await client.call('events.get', { id: 'e9' })).toEqual({
        ok: false,
        fault: { code: 'not-found', message: 'There is no event e9.', field: 'id' },
      })
    })

    it('turns invalid input into a fault that names the field', async () => {
      const result = await client.call('feed.page', { workspace: workspaceId, filter: {}, limit: limits.pageRows + 1 })
      expect(result).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'limit' } })
      const extra = await client.call('app.info', { secret: 1 } as never)
      expect(extra).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'secret' } })
    })

    it.each(['nope', 'toString', '__proto__', ''])('knows no method %j', async (method) => {
      expect(await client.call(method as 'app.info', {})).toMatchObject({ ok: false, fault: { code: 'invalid', field: 'method' } })
    })

    it.each(['protocols.list', 'workspaces.list', 'gate.grants'] as const)(
      'hides the words of a bug in %s, and logs it',
      async (method) => {
        const result = await client.call(method, {})
        expect(result).toMatchObject({ ok: false, fault: { code: 'internal' } })
        expect(JSON.stringify(result)).not.toContain('/home/somebody')
        expect(harness.logged.length).toBe(1)
      },
    )

    it('carries a page of the maximum size', async () => {
      server.publish(limits.pageRows, 4_000)
      const page = await client.call('feed.page', { workspace: workspaceId, filter: {}, limit: limits.pageRows })
      expect(page.ok && page.value.events.length).toBe(limits.pageRows)
      expect(page.ok && page.value.events.at(-1)).toEqual(server.events.at(-1))
    })

    it('answers many simultaneous calls, and refuses more than the limit', async () => {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      server.hold = promise
      const calls = Array.from({ length: limits.callsInFlight + 1 }, () => client.call('settings.get', {}))
      const first = await Promise.race(calls)
      expect(first).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
      release()
      const answers = await Promise.all(calls)
      expect(answers.filter((answer) => answer.ok).length).toBe(limits.callsInFlight)
      expect((await client.call('settings.get', {})).ok).toBe(true)
    })

    it('pushes the state first and then every event one time, in order', async () => {
      server.publish(2)
      const followed = follow(client)
      await expect.poll(() => followed.pushes.length).toBe(1)
      for (let round = 0; round < 20; round += 1) server.publish(10)
      await expect.poll(() => followed.events().length).toBe(200)
      expect(followed.pushes[0]?.type).toBe('state')
      expect(cursors(followed)).toEqual(range(3, 202))
      expect(followed.events()[7]).toEqual(server.events[9])
    })

    it('pushes nothing after the end of a subscription', async () => {
      const followed = follow(client)
      const other = follow(client)
      await expect.poll(() => followed.pushes.length + other.pushes.length).toBe(2)
      followed.stop()
      await expect.poll(() => server.followers.size).toBe(1)
      server.publish(1)
      await expect.poll(() => other.events().length).toBe(1)
      expect(followed.events()).toEqual([])
    })

    it('resumes from a cursor after a cut: nothing lost, nothing twice', async () => {
      const before = follow(client)
      await expect.poll(() => before.pushes.length).toBe(1)
      server.publish(30)
      await expect.poll(() => before.events().length).toBe(30)
      client.close()
      await expect.poll(() => server.followers.size).toBe(0)
      server.publish(25)
      const again = follow(await harness.connect(), before.events().at(-1)?.cursor)
      await expect.poll(() => again.events().length).toBe(25)
      expect(cursors(again)).toEqual(range(31, 55))
    })

    it('reports why a subscription is refused', async () => {
      const codes: string[] = []
      client.subscribe(
        { workspace: 'other' },
        () => undefined,
        (fault) => codes.push(fault.code),
      )
      await expect.poll(() => codes).toEqual(['not-found'])
    })

    it('refuses more subscriptions than the limit', async () => {
      const codes: string[] = []
      for (let index = 0; index <= limits.subscriptions; index += 1)
        client.subscribe(
          { workspace: workspaceId },
          () => undefined,
          (fault) => codes.push(fault.code),
        )
      await expect.poll(() => codes).toEqual(['too-large'])
      expect(server.followers.size).toBe(limits.subscriptions)
    })

    it('sends a resync, not an endless queue, to a client that falls behind', async () => {
      const followed = follow(client)
      await expect.poll(() => followed.pushes.length).toBe(1)
      // All in one turn: no wire can deliver in between, so the queue fills whatever its speed.
      for (let round = 0; round < 50; round += 1) server.publish(100)
      await expect.poll(() => followed.pushes.some((push) => push.type === 'resync')).toBe(true)
      expect(followed.events().length).toBeLessThanOrEqual(limits.queuedEvents)
      expect(cursors(followed)).toEqual(range(1, followed.events().length))
      expect(followed.pushes.at(-1)).toMatchObject({ type: 'resync', cursor: 5_000 })
      server.publish(5)
      await expect.poll(() => followed.events().at(-1)?.cursor).toBe(5_005)
      expect(cursors(followed).slice(-5)).toEqual(range(5_001, 5_005))
    })

    it('bounds the queue by size as well', async () => {
      const followed = follow(client)
      await expect.poll(() => followed.pushes.length).toBe(1)
      server.batch = 1
      for (let round = 0; round < 40; round += 1) server.publish(1, limits.message)
      await expect.poll(() => followed.pushes.some((push) => push.type === 'resync')).toBe(true)
      expect(followed.events().length).toBeGreaterThan(0)
      expect(followed.events().length * limits.message).toBeLessThanOrEqual(limits.queuedBytes)
    })

    it('replaces a waiting state by the newest', async () => {
      const followed = follow(client)
      await expect.poll(() => followed.pushes.length).toBe(1)
      for (let messages = 1; messages <= 100; messages += 1) server.publishState(messages)
      await expect.poll(() => followed.pushes.at(-1)).toMatchObject({ type: 'state', messages: 100 })
      expect(followed.pushes.length).toBeLessThanOrEqual(4)
    })

    it('identifies its callers', async () => {
      await client.call('settings.get', {})
      await (await harness.connect()).call('settings.get', {})
      expect(new Set([...server.callers].map((caller) => caller.id)).size).toBe(2)
    })

    it('answers every method of the contract, whatever the input, with ok or a fault', async () => {
      for (const method of Object.keys(contract)) {
        for (const input of [undefined, null, 1, 'x', [], {}, { id: 'a' }, { workspace: 5 }]) {
          const result = await client.call(method as 'app.info', input as never)
          expect(result.ok ? 'ok' : result.fault.code).toMatch(/^(ok|invalid|not-found|internal)$/)
        }
      }
    })

    it('reports that it is open, then closed, and ends everything', async () => {
      const states: string[] = []
      client.onConnection((state) => states.push(state))
      follow(client)
      await expect.poll(() => server.followers.size).toBe(1)
      client.close()
      expect(states).toEqual(['open', 'closed'])
      await expect.poll(() => server.followers.size).toBe(0)
      expect(await client.call('settings.get', {})).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    })
  })
}
