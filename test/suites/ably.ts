import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import type { AblyAddress } from '../../src/protocols/jaibber/ably/address.ts'
import { permit, quickTimings, testAbly, until } from '../fakes/ably-client.ts'
import type { TestAbly } from '../fakes/ably-client.ts'

/** Where the suite runs: the demo server, or an account at Ably. */
export interface AblyWorld {
  readonly name: string
  address(clientId: string): AblyAddress
}

/** What a connection to Ably must do, at any server. Channel names are new each time, so several runs do not collide. */
export function ablySuite(world: AblyWorld): void {
  describe(world.name, { timeout: 30_000 }, () => {
    const open: TestAbly[] = []
    const sockets = new Set<Socket>()
    const opened = (message: unknown): void => {
      const { socket } = message as { socket: Socket }
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    beforeAll(() => subscribe('net.client.socket', opened))
    afterAll(() => unsubscribe('net.client.socket', opened))
    afterEach(async () => {
      for (const each of open.splice(0)) await each.connection.close()
    })
    /** Cuts every connection of this process. */
    const cut = (): void => {
      for (const socket of sockets) socket.destroy()
    }
    const connect = (name: string): TestAbly => {
      const made = testAbly(world.address(name), quickTimings)
      open.push(made)
      return made
    }
    const pair = async (channel: string, how: { readonly rewind?: string } = {}): Promise<[TestAbly, TestAbly]> => {
      const both: [TestAbly, TestAbly] = [connect('ann'), connect('bob')]
      for (const each of both) each.connection.join(channel, how)
      await Promise.all(both.map((each) => each.isIn(channel)))
      return both
    }

    test('published messages arrive everywhere in order, with the sender confirmed by Ably', async () => {
      const channel = newChannel()
      const [ann, bob] = await pair(channel)
      const texts = Array.from({ length: 20 }, (_, index) => ({ text: `${index} ä€😀` }))
      const taken = await Promise.all(texts.map((data) => ann.connection.publish(permit, channel, { name: 'message', data })))
      expect(taken).toEqual(texts.map(() => ({ ok: true, value: undefined })))
      for (const each of [ann, bob]) await until(() => expect(each.said(channel)).toEqual(texts))
      expect(bob.received[0]).toMatchObject({ name: 'message', clientId: 'ann', connectionId: ann.connection.connectionId(), via: 'live' })
      expect(bob.connection.clientId()).toBe('bob')
    })

    test('the same id is accepted one time', async () => {
      const channel = newChannel()
      const [ann, bob] = await pair(channel)
      const id = randomUUID()
      for (let time = 0; time < 2; time++)
        expect(await ann.connection.publish(permit, channel, { name: 'message', data: 'once', id })).toEqual({ ok: true, value: undefined })
      await ann.connection.publish(permit, channel, { name: 'message', data: 'end' })
      await until(() => expect(bob.said(channel)).toContain('end'))
      expect(bob.said(channel)).toEqual(['once', 'end'])
    })

    test('a late client gets recent messages, and history has them page by page', async () => {
      const channel = newChannel()
      const [ann] = await pair(channel)
      const texts = Array.from({ length: 5 }, (_, index) => `${index}`)
      for (const data of texts) await ann.connection.publish(permit, channel, { name: 'message', data })
      const late = connect('late')
      late.connection.join(channel, { rewind: '2m' })
      await until(() => expect(late.said(channel)).toEqual(texts))
      expect(late.attached).toEqual([{ channel, resumed: false, hasBacklog: true, first: true }])
      expect(late.gaps).toEqual([])
      const pages: unknown[][] = []
      let page = await late.connection.history(channel, { limit: 2 })
      while (page.ok) {
        pages.unshift(page.value.messages.map((message) => message.data))
        if (page.value.next === undefined) break
        page = await page.value.next()
      }
      expect(pages.flat()).toEqual(texts)
    })

    test('history until joining ends where delivery began', async () => {
      const channel = newChannel()
      const [ann] = await pair(channel)
      for (const data of ['one', 'two']) await ann.connection.publish(permit, channel, { name: 'message', data })
      const late = connect('late')
      late.connection.join(channel)
      await late.isIn(channel)
      await ann.connection.publish(permit, channel, { name: 'message', data: 'three' })
      await until(() => expect(late.said(channel)).toEqual(['three']))
      const page = await late.connection.history(channel, { limit: 10, until: 'attach' })
      expect(page.ok ? page.value.messages.map((message) => [message.data, message.via]) : page).toEqual([
        ['one', 'history'],
        ['two', 'history'],
      ])
    })

    test('a new client learns who is present, then changes and departures', async () => {
      const channel = newChannel()
      const [ann, bob] = await pair(channel)
      expect(await ann.connection.enter(permit, channel, { agent: 'Coder' })).toEqual({ ok: true, value: undefined })
      expect(await ann.connection.enter(permit, channel, { agent: 'Reviewer' })).toEqual({ ok: true, value: undefined })
      const late = connect('late')
      late.connection.join(channel)
      await until(() => expect(shown(late)).toEqual([['present', 'ann', { agent: 'Reviewer' }]]))
      await ann.connection.exit(channel)
      await until(() => expect(late.presence.at(-1)).toMatchObject({ action: 'leave', clientId: 'ann' }))
      expect(shown(bob).slice(0, 2)).toEqual([
        ['enter', 'ann', { agent: 'Coder' }],
        ['update', 'ann', { agent: 'Reviewer' }],
      ])
    })

    test('a cut loses nothing and duplicates nothing', async () => {
      const channel = newChannel()
      const [ann, bob] = await pair(channel, { rewind: '2m' })
      expect(await ann.connection.publish(permit, channel, { name: 'message', data: 'before' })).toMatchObject({ ok: true })
      await until(() => expect(bob.said(channel)).toEqual(['before']))
      cut()
      const meanwhile = ann.connection.publish(permit, channel, { name: 'message', data: 'meanwhile' })
      expect(await meanwhile).toEqual({ ok: true, value: undefined })
      for (const each of [ann, bob]) {
        await until(() => expect(each.said(channel)).toEqual(['before', 'meanwhile']))
        await until(() => expect(each.attached.at(-1)).toMatchObject({ resumed: true, first: false }))
        expect(each.gaps).toEqual([])
      }
    })

    test('a message that is too large is refused before it is sent, with both sizes', async () => {
      const channel = newChannel()
      const [ann, bob] = await pair(channel)
      const fits = 'x'.repeat(65_536 - 'message'.length)
      expect(await ann.connection.publish(permit, channel, { name: 'message', data: `${fits}x` })).toMatchObject({
        ok: false,
        fault: { code: 'too-large', message: expect.stringMatching(/65,537 bytes; the Ably limit is 65,536/) as string },
      })
      expect(await ann.connection.publish(permit, channel, { name: 'message', data: fits })).toEqual({ ok: true, value: undefined })
      await until(() => expect(bob.said(channel)).toEqual([fits]))
    })
  })
}

function newChannel(): string {
  return `patchbay-test:${randomUUID()}`
}

function shown(made: TestAbly): unknown[] {
  return made.presence.map(({ action, clientId, data }) => [action, clientId, data])
}
