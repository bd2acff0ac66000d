import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { fakeEvent, fakeProtocol, type FakeProtocol } from '../../../test/fakes/protocol.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { openApprovals } from '../gate/approvals.ts'
import { backoff } from '../../core/backoff.ts'
import { openGate } from '../gate/gate.ts'
import { openGrants } from '../gate/grants.ts'
import { JournalError, JournalWriteError } from '../../core/journal.ts'
import { openRoom, type Room } from '../room.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

let services: TestServices
let fake: FakeProtocol
let room: Room

beforeEach(async () => {
  fake = fakeProtocol()
  services = await testServices([fake])
  services.journal.putWorkspace(testWorkspace)
})
afterEach(async () => {
  vi.useRealTimers()
  await room.close()
  services.close()
})

function open(over: Partial<TestServices['journal']> = {}, isNew = true): Room {
  const own = { ...services, journal: { ...services.journal, ...over } }
  const grants = openGrants(own)
  const approvals = openApprovals(own, grants, () => undefined)
  room = openRoom(own, openGate(own, grants, approvals), approvals, testWorkspace, isNew, { needs: () => [], changed: () => undefined })
  return room
}

function status(): ReturnType<Room['links']['list']>[number]['status'] | undefined {
  return room.links.list()[0]?.status
}

function only(): string {
  return room.links.list()[0]?.id ?? ''
}

function unread(): number[] {
  return room.state().conversations.map((conversation) => conversation.unread)
}

/** The driver says that it is up. @returns since when the link is so. */
function upFor(reason?: NonNullable<ReturnType<typeof status>>['reason']): number | undefined {
  fake.drivers[0]?.context.status({ lamp: 'up', text: 'following', ...(reason !== undefined && { reason }) })
  return status()?.since
}

describe('supervision', () => {
  test('a new workspace has the default links of protocols, and they run', () => {
    open()
    expect(room.links.list()).toMatchObject([{ name: 'fake room', place: 'one', enabled: true, status: { lamp: 'up' } }])
    expect(fake.drivers.map((driver) => driver.isRunning)).toEqual([true])
  })

  test('a link that is up, and then no longer as it was set up, is so since then', () => {
    open()
    const first = upFor() ?? 0
    services.advance(60_000)
    const taken = { code: 'conflict', message: 'mira is in use.' } as const
    expect(upFor(taken)).toBe(first + 60_000)
    services.advance(60_000)
    expect(upFor(taken)).toBe(first + 60_000)
    expect(upFor()).toBe(first + 120_000)
  })

  test('a link that cannot be opened is retried, with growing delays, and says when', async () => {
    vi.useFakeTimers()
    fake.failures = 2
    open()
    expect(status()).toMatchObject({ lamp: 'down', reason: { code: 'internal', detail: 'no medium' }, retryAt: services.now() + 250 })
    await vi.advanceTimersByTimeAsync(250)
    expect(status()).toMatchObject({ lamp: 'down', retryAt: services.now() + 500 })
    expect(fake.drivers).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(status()?.lamp).toBe('up')
  })

  test('a journal that cannot store takes the link down; nothing is lost when it can again', async () => {
    vi.useFakeTimers()
    let isFull = true
    const append: TestServices['journal']['append'] = (batch) => {
      if (isFull) throw new JournalWriteError(fail('unavailable', 'The disk is full.').fault)
      return services.journal.append(batch)
    }
    fake.medium.push('coder>reviewer: one')
    open({ append })
    expect(status()).toMatchObject({ lamp: 'down', reason: { message: 'The disk is full.' } })
    expect(room.desk.needs()[0]).toMatchObject({ source: 'journal', band: 'losing', text: 'The disk is full.' })
    await vi.advanceTimersByTimeAsync(0)
    expect(fake.drivers[0]?.isRunning).toBe(false)
    fake.medium.push('coder>reviewer: two')
    fake.drivers[0]?.read() // reports of a failed driver are ignored
    const sent = await room.links.act(only(), 'wave', 'operator')
    expect(sent).toMatchObject({
      fault: { code: 'unavailable', message: expect.stringContaining('is down at the moment: The disk is full.') as string },
    })
    isFull = false
    fake.drivers[0]?.read()
    expect(room.folds.counts.messages()).toBe(0)
    await vi.advanceTimersByTimeAsync(250)
    expect(status()?.lamp).toBe('up')
    expect(room.desk.needs().filter(({ source }) => source === 'journal')).toEqual([])
    expect(services.journal.since('w', 0, 10).map((event) => event.raw.text)).toEqual(['coder>reviewer: one', 'coder>reviewer: two'])
  })

  test('what was stored is in the lists, though the journal could not be read right afterwards (F19)', () => {
    const { setting } = services.journal
    let isBroken = false
    open({
      setting(key) {
        if (isBroken) throw new JournalError(fail('unavailable', 'The journal cannot be read.').fault)
        return setting(key)
      },
    })
    isBroken = true
    fake.medium.push('coder>reviewer: one')
    fake.drivers[0]?.read()
    isBroken = false
    expect(services.journal.since('w', 0, 10).filter(({ body }) => body.kind === 'message')).toHaveLength(1)
    expect(room.folds.counts.messages()).toBe(1)
  })

  test('what a driver stores while it stops is kept; afterwards it is ignored', async () => {
    open()
    const [driver] = fake.drivers
    if (driver === undefined) throw new Error('no driver')
    const stop = driver.stop.bind(driver)
    driver.stop = async () => {
      await Promise.resolve()
      expect(driver.context.stored.head()).toBe(services.journal.head('w'))
      fake.medium.push('coder>reviewer: while it stops')
      driver.read()
      driver.context.status({ lamp: 'up', text: 'still here' })
      return stop()
    }
    await room.close()
    expect(status()?.text).toBe('not followed')
    const texts = (): string[] => services.journal.since('w', 0, 10).flatMap(({ body }) => (body.kind === 'message' ? [body.text] : []))
    expect(texts()).toEqual(['while it stops'])
    expect(services.journal.linkState(only())).toBe(1)
    fake.medium.push('coder>reviewer: too late')
    driver.read()
    expect(texts()).toHaveLength(1)
  })

  test('a driver that cannot store while it stops is not started again', async () => {
    vi.useFakeTimers()
    let isFull = false
    open({
      append(batch) {
        if (isFull) throw new JournalWriteError(fail('unavailable', 'The disk is full.').fault)
        return services.journal.append(batch)
      },
    })
    const [driver] = fake.drivers
    if (driver === undefined) throw new Error('no driver')
    const stop = driver.stop.bind(driver)
    driver.stop = () => {
      isFull = true
      fake.medium.push('coder>reviewer: while it stops')
      driver.read()
      return stop()
    }
    await room.links.enable(only(), false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fake.drivers).toHaveLength(1)
    expect(status()?.lamp).toBe('off')
  })

  test('events before a link has caught up are late, and so is history; later ones are news (F27)', () => {
    fake.medium.push('coder>reviewer: before')
    open()
    fake.medium.push('coder>reviewer: now')
    fake.drivers[0]?.read()
    const context = fake.drivers[0]?.context
    const raw = { text: 'x' }
    const body = { kind: 'comment', text: 'x' } as const
    context?.emit([{ wireId: 'filled in', ord: context.reserveOrder(1), raw, body }], undefined)
    context?.status({ lamp: 'down', text: 'lost' })
    context?.emit([{ wireId: 'rewound', raw, body }], undefined)
    context?.status({ lamp: 'up', text: 'back' })
    context?.emit([{ wireId: 'next', raw, body }], undefined)
    const late = services.journal.since('w', 0, 10).map((event) => [event.raw.text === 'x' ? event.wireId : event.raw.text, event.late])
    expect(late).toEqual([
      ['coder>reviewer: before', true],
      ['coder>reviewer: now', undefined],
      ['filled in', true],
      ['rewound', true],
      ['next', undefined],
    ])
  })

  test('a failed reservation takes the link down as well', () => {
    open({
      reserveOrder: () => {
        throw new JournalWriteError(fail('unavailable', 'The disk is full.').fault)
      },
    })
    expect(fake.drivers[0]?.context.reserveOrder(10)).toBe(0)
    expect(status()?.lamp).toBe('down')
  })

  test('a driver reads its own events back, in pieces and from a mark on, but not others’', () => {
    fake.medium.push(...Array.from({ length: 1_201 }, (_, at) => `coder>reviewer: ${at}`))
    open()
    const stored = fake.drivers[0]?.context.stored
    const mark = stored?.head() ?? -1
    services.journal.append({ workspace: 'w', source: 'other', protocol: 'fake', at: services.now(), events: [fakeEvent('x>y: z', 1)] })
    fake.medium.push('coder>reviewer: later')
    fake.drivers[0]?.read()
    expect([...(stored?.since(0) ?? [])].map((event) => event.raw.text)).toEqual(fake.medium)
    expect([...(stored?.since(mark) ?? [])]).toMatchObject([{ raw: { text: 'coder>reviewer: later' } }])
  })

  test('a journal that cannot be read back takes the link down; its driver is told that there is nothing', () => {
    open({
      sinceOf: vi.fn<TestServices['journal']['sinceOf']>().mockThrow(new JournalError(fail('unavailable', 'The disk is broken.').fault)),
    })
    expect([...(fake.drivers[0]?.context.stored.since(0) ?? ['no driver'])]).toEqual([])
    expect(status()).toMatchObject({ lamp: 'down', reason: { message: 'The disk is broken.' } })
  })

  test('the delay doubles up to a minute, and half of it is random', () => {
    const waits = [1, 2, 3, 8, 100].map((attempt) => [backoff(attempt, () => 0), backoff(attempt, () => 1)])
    expect(waits).toEqual([
      [250, 500],
      [500, 1_000],
      [1_000, 2_000],
      [30_000, 60_000],
      [30_000, 60_000],
    ])
  })

  test('a driver that does not stop does not delay closing', async () => {
    vi.useFakeTimers()
    open()
    const [driver] = fake.drivers
    if (driver !== undefined) driver.stop = () => new Promise(() => undefined)
    const closed = room.close()
    await vi.advanceTimersByTimeAsync(5_000)
    await closed
    expect(services.logged.join()).toContain('did not stop in time')
  })
})

describe('operator actions on links', () => {
  test('stops and starts a link; it stays stopped after a restart', async () => {
    open()
    expect(valueOf(await room.links.enable(only(), false))).toMatchObject({ enabled: false, status: { lamp: 'off' } })
    expect(fake.drivers[0]?.isRunning).toBe(false)
    expect(await room.links.send(only(), 'x', 'operator')).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    await room.close()
    open({}, false)
    expect(room.links.list()).toMatchObject([{ enabled: false }])
    expect(fake.drivers).toHaveLength(1)
    expect(valueOf(await room.links.enable(only(), true)).status.lamp).toBe('up')
  })

  test('settings are read when they change, not whenever links are listed', async () => {
    const place = vi.spyOn(fake, 'place')
    open()
    for (let look = 0; look < 5; look++) expect(room.links.list()[0]?.place).toBe('one')
    expect(place).toHaveBeenCalledOnce()
    expect(valueOf(await room.links.update(only(), 'renamed', { room: 'two' }))).toMatchObject({ name: 'renamed', place: 'two' })
    for (let look = 0; look < 5; look++) expect(room.links.list()[0]?.place).toBe('two')
    expect(place).toHaveBeenCalledTimes(2)
  })

  test('adds, changes and removes links; invalid settings name their field', async () => {
    open()
    expect(await room.links.add('fake', 'second', { room: '' })).toMatchObject({
      ok: false,
      fault: { code: 'invalid', field: 'room', message: 'The room is missing.' },
    })
    expect(await room.links.add('fake', 'twin', { room: 'one' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await room.links.add('nothing', 'x', {})).toMatchObject({ ok: false, fault: { field: 'protocol' } })
    const added = valueOf(await room.links.add('fake', 'second', { room: 'two' }))
    expect(valueOf(await room.links.update(added.id, 'renamed', { room: 'three' }))).toMatchObject({ name: 'renamed', place: 'three' })
    expect(fake.drivers.map((driver) => driver.isRunning)).toEqual([true, false, true])
    valueOf(await room.links.remove(added.id, () => ok(undefined)))
    expect(room.links.list()).toHaveLength(1)
    expect(services.journal.links('w')).toHaveLength(1)
    expect(await room.links.update(added.id, 'x', { room: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })

  test('a workspace has a limited number of links (F18)', async () => {
    open()
    for (let at = 1; at < 64; at++) valueOf(await room.links.add('fake', `${at}`, { room: `r${at}` }))
    expect(await room.links.add('fake', 'more', { room: 'more' })).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  })

  test('a secret is put into the store and never sent back', async () => {
    open()
    const added = valueOf(await room.links.add('fake', 'second', { room: 'two', token: 'hush-hush' }))
    expect(added.secrets).toEqual(['token'])
    expect(JSON.stringify([room.state(), services.journal.links('w'), services.logged])).not.toContain('hush-hush')
    expect(await fake.drivers[1]?.secret('token')).toBe('hush-hush')
    valueOf(await room.links.update(added.id, 'third', { room: 'two', token: '' }))
    expect(await fake.drivers[2]?.secret('token')).toBe('hush-hush')
    valueOf(await room.links.remove(added.id, () => ok(undefined)))
    expect(await services.secrets.get(added.id, 'token', JSON.stringify([['room', 'two']]))).toEqual(ok(undefined))
  })

  test('a stored secret is not sent to another place, by a test or by an edit', async () => {
    open()
    const seen: unknown[] = []
    fake.test = async function* ({ secret }) {
      seen.push(await secret('token'))
      yield { name: 'there', state: 'ok', text: 'it is' }
    }
    const { id } = valueOf(await room.links.add('fake', 'second', { room: 'two', token: 'hush-hush' }))
    const asked = { ok: false, fault: { code: 'invalid', field: 'token' } }
    expect(await room.links.test('fake', { room: 'three' }, id)).toMatchObject(asked)
    expect(await room.links.update(id, 'second', { room: 'three' })).toMatchObject(asked)
    valueOf(await room.links.test('fake', { room: 'three', token: '' }, id))
    valueOf(await room.links.test('fake', { room: 'two' }, id))
    expect(seen).toEqual([undefined, 'hush-hush'])
    expect(valueOf(await room.links.update(id, 'second', { room: 'three', token: '' })).secrets).toEqual([])
    expect(await fake.drivers.at(-1)?.secret('token')).toBeUndefined()
    valueOf(await room.links.update(id, 'second', { room: 'four', token: 'another' }))
    expect(await fake.drivers.at(-1)?.secret('token')).toBe('another')
  })

  test('retry restarts; unknown actions are refused; known ones reach the driver', async () => {
    open()
    expect(valueOf(await room.links.act(only(), 'retry', 'operator')).text).toBe('restarted')
    expect(fake.drivers.map((driver) => driver.isRunning)).toEqual([false, true])
    expect(await room.links.act(only(), 'explode', 'operator')).toMatchObject({ ok: false, fault: { code: 'unsupported' } })
    expect(valueOf(await room.links.act(only(), 'wave', 'operator'))).toEqual({ text: 'wave' })
    expect(valueOf(await room.links.act(only(), 'cancel', 'operator'))).toEqual({ text: 'cancel' })
  })

  test('a driver that throws is a fault', async () => {
    open()
    const [driver] = fake.drivers
    if (driver !== undefined) driver.act = () => Promise.reject(new Error('bug'))
    expect(await room.links.act(only(), 'wave', 'operator')).toMatchObject({ ok: false, fault: { code: 'internal' } })
  })

  test('a running driver formats a draft for its connection, under the message’s id; otherwise the protocol does', async () => {
    open()
    const draft = { from: 'operator', to: ['coder'], observers: [], text: 'hi' }
    const wire = (): string => valueOf(room.links.format(only(), draft, { id: 'ID', at: 0 })).wire.trim()
    expect(wire()).toBe('operator>coder: hi')
    const [driver] = fake.drivers
    if (driver !== undefined) driver.format = ({ text }, { id }) => ok({ wire: `${id} ${text}`, bytes: 5, limit: 9 })
    expect(wire()).toBe('ID hi')
    await room.links.enable(only(), false)
    expect(wire()).toBe('operator>coder: hi')
  })

  test('tests a link with its stored secret, and a test that throws is a fault', async () => {
    open()
    expect(valueOf(await room.links.test('fake', { room: 'x' }, undefined))).toMatchObject([{ name: 'there', state: 'ok' }])
    const seen: (string | undefined)[] = []
    fake.test = async function* (context) {
      seen.push(await context.secret('token'))
      yield* []
      throw new Error('bug')
    }
    const added = valueOf(await room.links.add('fake', 'second', { room: 'two', token: 'hush' }))
    const tested: Result<unknown> = await room.links.test('fake', { room: 'two' }, added.id)
    expect(tested).toMatchObject({ ok: false, fault: { code: 'internal' } })
    expect(seen).toEqual(['hush'])
  })
})

test('at midnight the state is sent again, because “today” changes', async () => {
  vi.useFakeTimers()
  open()
  const days: number[] = []
  room.hub.follow({ workspace: 'w' }, (push) => {
    if (push.type === 'state') days.push(push.today)
    return true
  })
  fake.medium.push('coder>reviewer: new')
  fake.drivers[0]?.read()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(days.at(-1)).toBe(1)
  services.advance(24 * 3_600_000)
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  expect(days.at(-1)).toBe(0)
})

describe('unread messages', () => {
  test('nothing from before the first time; everything after it', () => {
    fake.isUpByItself = false
    fake.medium.push('coder>reviewer: old')
    open()
    fake.medium.push('coder>reviewer: old, too')
    fake.drivers[0]?.read()
    expect(unread()).toEqual([0])
    fake.drivers[0]?.up()
    fake.medium.push('coder>reviewer: new', 'tester>coder: new')
    fake.drivers[0]?.read()
    expect(unread()).toEqual([1, 1])
  })

  test('what arrived while Patchbay was closed is unread after a restart, and marks are kept', async () => {
    fake.medium.push('coder>reviewer: old')
    open()
    fake.medium.push('coder>reviewer: one', 'coder>reviewer: two')
    fake.drivers[0]?.read()
    const [conversation] = room.state().conversations
    room.folds.markRead([conversation?.id ?? ''], (conversation?.lastOrd ?? 0) - 1)
    expect(unread()).toEqual([1])
    await room.close()
    fake.medium.push('coder>reviewer: three')
    open({}, false)
    expect(unread()).toEqual([2])
    const [, first] = services.journal.since('w', 0, 10)
    if (first !== undefined) await room.folds.markUnread(first)
    expect(unread()).toEqual([3])
    await room.close()
    open({}, false)
    expect(unread()).toEqual([3])
  })

  test('the folds are the same after rebuilding them from the journal', async () => {
    fake.medium.push('coder>reviewer: old')
    open()
    for (let at = 0; at < 50; at++) fake.medium.push(`${at % 3 === 0 ? 'operator' : 'coder'}>reviewer: ${at}`)
    fake.drivers[0]?.read()
    const [event] = services.journal.since('w', 20, 1)
    const [conversation] = room.state().conversations
    room.folds.markRead([conversation?.id ?? ''], event?.ord ?? 0)
    const { conversations, agents, messages, today, guesses } = room.state()
    expect(messages).toBe(51)
    await room.close()
    open({ snapshot: () => undefined }, false)
    expect(room.state()).toMatchObject({ conversations, agents, messages, today, guesses })
  })
})
