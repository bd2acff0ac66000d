import { afterEach, describe, expect, test } from 'vitest'
import { permit, quickTimings, testAbly, until } from '../../../../test/fakes/ably-client.ts'
import type { TestAbly } from '../../../../test/fakes/ably-client.ts'
import { faultyAbly } from '../../../../test/fakes/ably.ts'
import type { FaultyAbly, FaultyAblyOptions } from '../../../../test/fakes/ably.ts'
import { sized } from '../../../../test/sizes.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function start(options?: FaultyAblyOptions): Promise<FaultyAbly> {
  const ably = await faultyAbly(options)
  open.push(ably)
  return ably
}

function connect(ably: FaultyAbly, clientId: string, timings = quickTimings): TestAbly {
  const made = testAbly({ key: ably.key, clientId, endpoint: { host: '127.0.0.1', port: ably.port, tls: false } }, timings)
  open.push(made.connection)
  return made
}

const alpha = 'jaibber:project:alpha'
const said = (text: string) => ({ name: 'message', data: text, id: text })
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function pair(ably: FaultyAbly, how: { readonly rewind?: string } = {}): Promise<[TestAbly, TestAbly]> {
  const both: [TestAbly, TestAbly] = [connect(ably, 'ann'), connect(ably, 'bob')]
  for (const each of both) each.connection.join(alpha, how)
  await Promise.all(both.map((each) => each.isIn(alpha)))
  return both
}

describe('a lost connection', () => {
  test('for a second: messages of others and our own follow, without a gap', async () => {
    const ably = await start({ connectionStateTtl: 30_000 })
    const [ann, bob] = await pair(ably)
    await ann.connection.enter(permit, alpha, { agent: 'Coder' })
    ably.refuse()
    ably.drop()
    ably.server.board.publish(alpha, [said('by others')], { id: 'others' })
    await until(() => expect(ann.states.at(-1)?.lamp).toBe('down'))
    expect(ann.states.at(-1)).toMatchObject({ fault: { code: 'unavailable' }, retryAt: expect.any(Number) as number })
    const meanwhile = ann.connection.publish(permit, alpha, said('meanwhile'))
    await wait(1_000)
    ably.refuse(false)
    expect(await meanwhile).toEqual({ ok: true, value: undefined })
    for (const each of [ann, bob]) {
      await until(() => expect(each.said(alpha)).toEqual(['by others', 'meanwhile']))
      expect(each.attached.at(-1)).toEqual({ channel: alpha, resumed: true, hasBacklog: true, first: false })
      expect(each.gaps).toEqual([])
    }
    await until(() => expect([...ably.server.board.channel(alpha).members.values()]).toHaveLength(1))
  })

  test('for longer than can be resumed: the gap is reported with its beginning, history closes it, presence is back', async () => {
    const ably = await start({ connectionStateTtl: 120 })
    const [ann, bob] = await pair(ably)
    await ann.connection.enter(permit, alpha, { agent: 'Coder' })
    await ann.connection.publish(permit, alpha, said('before'))
    await until(() => expect(bob.said(alpha)).toEqual(['before']))
    ably.refuse()
    ably.drop()
    ably.server.board.publish(alpha, [said('missed')], { id: 'others' })
    await until(() => expect(bob.states.at(-1)?.words).toBe('not connected for a while'))
    await until(() => expect(ably.server.board.channel(alpha).members.size).toBe(0))
    expect(await ann.connection.enter(permit, alpha, { agent: 'Tester' })).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(await bob.connection.publish(permit, alpha, said('never'))).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    ably.refuse(false)
    await until(() => expect(bob.gaps).toHaveLength(1))
    expect(bob.gaps[0]).toMatchObject({ channel: alpha, after: bob.received.at(-1)?.timestamp })
    expect(bob.said(alpha)).toEqual(['before'])
    const page = await bob.connection.history(alpha, { limit: 10, until: 'attach' })
    expect(page.ok ? page.value.messages.map((message) => message.data) : page).toEqual(['before', 'missed'])
    await until(() => expect(bob.presence.at(-1)).toMatchObject({ clientId: 'ann', data: { agent: 'Tester' } }))
  })

  test('and forgotten by the server, with everything resumable: a gap for every channel', async () => {
    const ably = await start()
    const bob = connect(ably, 'bob')
    for (const channel of [alpha, 'beta']) bob.connection.join(channel, { rewind: '2m' })
    await Promise.all([bob.isIn(alpha), bob.isIn('beta')])
    ably.server.board.publish(alpha, [said('one')], { id: 'others' })
    await until(() => expect(bob.said(alpha)).toEqual(['one']))
    ably.forget(true)
    await until(() => expect(bob.gaps.map((gap) => gap.channel).toSorted()).toEqual(['beta', alpha]))
    expect(bob.attached.slice(-2).map(({ resumed, first }) => [resumed, first])).toEqual([
      [false, false],
      [false, false],
    ])
    await until(() => expect(bob.received.map((each) => each.via)).toEqual(['live', 'rewind']))
  })

  test('half-open: silence is noticed, and handled like a lost connection', async () => {
    const ably = await start({ maxIdleInterval: 30 })
    const ann = connect(ably, 'ann', { ...quickTimings, requestMs: 150 })
    const bob = connect(ably, 'bob')
    for (const each of [ann, bob]) each.connection.join(alpha)
    await Promise.all([ann.isIn(alpha), bob.isIn(alpha)])
    ably.mute()
    await until(() => expect(ann.states.at(-1)?.lamp).not.toBe('up'))
    ably.mute(false)
    await ann.isUp()
    expect(await ann.connection.publish(permit, alpha, said('again'))).toMatchObject({ ok: true })
    await until(() => expect(bob.said(alpha)).toEqual(['again']))
  })

  test('a channel that the server detaches is joined again', async () => {
    const ably = await start()
    const [ann, bob] = await pair(ably)
    ably.detach(alpha)
    await until(() => expect(bob.attached).toHaveLength(2))
    await until(() => expect(ann.attached).toHaveLength(2))
    await ann.connection.publish(permit, alpha, said('on'))
    await until(() => expect(bob.said(alpha)).toEqual(['on']))
    expect(bob.gaps).toEqual([])
  })
})

/** Everything in the history. */
async function pastOf({ connection }: TestAbly): Promise<unknown[]> {
  const found: unknown[] = []
  let page = await connection.history(alpha, { limit: 1_000 })
  while (page.ok) {
    found.push(...page.value.messages.map((message) => message.data))
    if (page.value.next === undefined) break
    page = await page.value.next()
  }
  return found
}

const cuts = sized(25, 200)
describe('chaos', () => {
  test(`${cuts} cuts of five connections: nothing lost, nothing twice, every gap reported (F19)`, async ({ annotate }) => {
    const ably = await start({ connectionStateTtl: 60_000, presenceGrace: 20, history: 10_000, latency: 2 })
    const all = ['ann', 'bob', 'cyd', 'dan', 'eve'].map((name) => connect(ably, name))
    for (const each of all) each.connection.join(alpha)
    await Promise.all(all.map((each) => each.isIn(alpha)))
    const taken: string[] = []
    let lostContinuity = 0
    let seed = 11
    const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
    for (let round = 0; round < cuts; round++) {
      const publishing = all.flatMap((each, who) =>
        [0, 1].map(async (number) => {
          const text = `${round}-${who}-${number}`
          const result = await each.connection.publish(permit, alpha, said(text))
          if (result.ok) taken.push(text)
          return result
        }),
      )
      const before = all.map((each) => each.states.length)
      const isForgotten = random() < 0.2
      ably.refuse(random() < 0.3)
      if (isForgotten) {
        lostContinuity++
        ably.forget(true)
      } else ably.drop()
      ably.server.board.publish(alpha, [said(`${round}-others`)], { id: `others${round}` })
      taken.push(`${round}-others`)
      await until(() => expect(all.every((each, who) => each.states.length > (before[who] ?? 0))).toBe(true))
      ably.refuse(false)
      for (const each of all) each.connection.retry()
      await Promise.all(all.map((each) => each.isIn(alpha)))
      expect(await Promise.all(publishing)).toEqual(publishing.map(() => ({ ok: true, value: undefined })))
    }
    for (const each of all) {
      await until(() => expect(each.gaps).toHaveLength(lostContinuity))
      await each.connection.publish(permit, alpha, said(`end of ${each.connection.clientId()}`))
    }
    for (const each of all) await until(() => expect(new Set(each.said(alpha))).toContain('end of eve'))
    for (const each of all) {
      const live = each.said(alpha)
      expect(live).toHaveLength(new Set(live).size)
      const past = each.gaps.length > 0 ? await pastOf(each) : []
      const known = new Set([...live, ...past])
      expect(taken.filter((text) => !known.has(text))).toEqual([])
    }
    const inChannel = ably.server.board.channel(alpha).messages.map((message) => message.data)
    expect(inChannel).toHaveLength(new Set(inChannel).size)
    await annotate(`${cuts} cuts of 5 connections, ${taken.length} messages, 0 lost, 0 twice, ${lostContinuity} gaps told`, 'F19')
  })
})
