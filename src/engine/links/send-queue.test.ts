import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServices, testWorkspace, type TestServices } from '../../../test/fakes/services.ts'
import { fakeEvent } from '../../../test/fakes/protocol.ts'
import { unsureMs } from '../../core/command.ts'
import type { Command, Draft } from '../../core/command.ts'
import type { Event, NewEvent } from '../../core/event.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { openSendQueue, type SendQueue } from './send-queue.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const draft: Draft = { from: 'operator', to: ['coder'], observers: [], text: 'go on' }
const id = (number: number): string => `01J${String(number).padStart(23, '0')}`

let services: TestServices
let sendQueue: SendQueue
let wires: string[]
let formattedUnder: string[]
let answer: (wire: string) => Promise<Result<void>>
let lines: number

function open(): SendQueue {
  return openSendQueue(
    services,
    'w',
    () => 'operator',
    {
      format: (_source, given, under) => {
        formattedUnder.push(under.id)
        if (given.to.length === 0) return fail('invalid', 'Nobody is addressed.', { field: 'to' })
        const wire = `${given.from}>${given.to[0] ?? ''}: ${given.text}\n`
        return ok({ wire, bytes: wire.length, limit: 100 })
      },
      send: (_source, wire) => {
        wires.push(wire)
        return answer(wire)
      },
    },
    () => undefined,
  )
}

/** Stores lines as read from the source. */
function store(...texts: string[]): Event[] {
  const events = texts.map((text) => fakeEvent(text, ++lines))
  return services.journal.append({ workspace: 'w', source: 's', protocol: 'fake', at: services.now(), events })
}

function states(of: SendQueue = sendQueue): string[] {
  return of.list().map((command) => `${command.id.slice(-1)} ${command.state}`)
}

/** A command left by an earlier run. */
function pending(number: number, state: Command['state'], more: Partial<Command> = {}): void {
  services.journal.putCommand({
    id: id(number),
    workspace: 'w',
    source: 's',
    draft,
    wire: 'operator>coder: go on\n',
    state,
    at: services.now(),
    ...more,
  })
}

beforeEach(async () => {
  services = await testServices()
  services.journal.putWorkspace(testWorkspace)
  services.journal.putLink({ id: 's', workspace: 'w', protocol: 'fake', name: 's', config: {}, enabled: true })
  wires = []
  formattedUnder = []
  lines = 0
  answer = () => Promise.resolve(ok(undefined))
  sendQueue = open()
})
afterEach(() => services.close())

describe('sending', () => {
  test('is recorded before the effect, sent after it, confirmed by an event', async () => {
    let during: Command | undefined
    answer = () => {
      during = services.journal.command(id(1))
      return Promise.resolve(ok(undefined))
    }
    expect(valueOf(await sendQueue.send(id(1), 's', draft)).state).toBe('sent')
    expect(during?.state).toBe('accepted')
    const [event] = store('operator>coder: go on')
    sendQueue.observe([event as Event])
    expect(services.journal.command(id(1))).toMatchObject({ state: 'confirmed', event: event?.id })
  })

  test('the same id twice is one message; with another text it is a conflict', async () => {
    const both = await Promise.all([sendQueue.send(id(1), 's', draft), sendQueue.send(id(1), 's', draft)])
    expect(both.map((each) => each.ok)).toEqual([true, true])
    expect(wires).toHaveLength(1)
    expect(await sendQueue.send(id(1), 's', { ...draft, text: 'else' })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(wires).toHaveLength(1)
  })

  test('a draft without a wire form is a fault at its field and leaves nothing behind', async () => {
    expect(await sendQueue.send(id(1), 's', { ...draft, to: [] })).toMatchObject({ ok: false, fault: { field: 'to' } })
    expect([states(), wires, services.journal.command(id(1))]).toEqual([[], [], undefined])
  })

  test('a confirmation that arrives before the effect returns stays', async () => {
    answer = () => {
      sendQueue.observe(store('operator>coder: go on'))
      return Promise.resolve(ok(undefined))
    }
    expect(valueOf(await sendQueue.send(id(1), 's', draft)).state).toBe('confirmed')
    expect(states()).toEqual(['1 confirmed'])
  })

  test('a failure keeps the draft; retry sends it under its id, discard removes it from the list', async () => {
    answer = () => Promise.resolve(fail('unavailable', 'The disk is full.'))
    expect(valueOf(await sendQueue.send(id(1), 's', draft))).toMatchObject({
      state: 'failed',
      draft,
      fault: { message: 'The disk is full.' },
    })
    answer = () => Promise.resolve(ok(undefined))
    const retried = valueOf(await sendQueue.retry(id(1)))
    expect(formattedUnder).toEqual([id(1), id(1)]) // a recipient of both can tell that they are the same
    expect(retried).toMatchObject({ state: 'sent', id: id(1) })
    expect(retried.fault).toBeUndefined()
    expect(await sendQueue.retry(id(1))).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(sendQueue.discard(id(1))).toMatchObject({ ok: false, fault: { code: 'conflict' } })

    answer = () => Promise.resolve(fail('unavailable', 'again'))
    await sendQueue.send(id(2), 's', draft)
    expect(valueOf(sendQueue.discard(id(2)))).toMatchObject({ draft })
    expect(states()).toEqual(['1 sent'])
    expect(states(open())).toEqual(['1 sent'])
    expect(await sendQueue.retry(id(2))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
    expect(sendQueue.discard(id(9))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })
})

describe('when it is unknown whether a message arrived', () => {
  test('a sent message not confirmed within half a minute can be sent again, or removed from the list', async () => {
    await sendQueue.send(id(1), 's', draft)
    expect(await sendQueue.retry(id(1))).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    services.advance(unsureMs)
    expect(valueOf(await sendQueue.retry(id(1))).state).toBe('sent')
    expect(wires).toHaveLength(2)
    services.advance(unsureMs)
    expect(valueOf(sendQueue.discard(id(1))).id).toBe(id(1))
  })

  test('a clock set back does not delay earlier messages', async () => {
    await sendQueue.send(id(1), 's', draft)
    services.advance(-3_600_000)
    expect(valueOf(await sendQueue.retry(id(1))).state).toBe('sent')
  })

  test.each([
    ['timeout', 'confirmed'],
    ['unavailable', 'confirmed'],
    ['refused', 'failed'],
  ] as const)('a failure by %s, and the message is there all the same: %s', async (code, state) => {
    answer = () => Promise.resolve(fail(code, 'It went wrong.'))
    await sendQueue.send(id(1), 's', draft)
    sendQueue.observe(store('operator>coder: go on'))
    expect(states()).toEqual([`1 ${state}`])
  })
})

describe('confirmation', () => {
  test('equal texts: the oldest command takes the oldest event, one each', async () => {
    await sendQueue.send(id(1), 's', draft)
    services.advance(1)
    await sendQueue.send(id(2), 's', draft)
    const [first] = store('operator>coder: go on')
    sendQueue.observe([first as Event])
    expect(states()).toEqual(['1 confirmed', '2 sent'])
    const [second] = store('operator>coder: go on')
    sendQueue.observe([second as Event])
    expect(sendQueue.list().map((command) => command.event)).toEqual([first?.id, second?.id])
  })

  test.each([
    ['another text', 'operator>coder: go on now', {}],
    ['another source', 'operator>coder: go on', { source: 't' }],
    ['stored before the command', 'operator>coder: go on', { at: 1 }],
  ])('%s confirms nothing', async (_why, text, more) => {
    await sendQueue.send(id(1), 's', draft)
    sendQueue.observe(store(text).map((event) => ({ ...event, ...more })))
    expect(states()).toEqual(['1 sent'])
  })

  test('line ends and trailing white space belong to the medium', async () => {
    await sendQueue.send(id(1), 's', { ...draft, text: 'one  \n  two' })
    sendQueue.observe(store('operator>coder: one\r\n  two'))
    expect(states()).toEqual(['1 confirmed'])
  })

  test('only the latest confirmed stay in the list', async () => {
    for (let at = 1; at <= 30; at++) {
      await sendQueue.send(id(at), 's', { ...draft, text: `${at}` })
      sendQueue.observe(store(`operator>coder: ${at}`))
    }
    expect(sendQueue.list()).toHaveLength(20)
    expect(sendQueue.list().at(-1)?.id).toBe(id(30))
  })
})

describe('after a crash', () => {
  test.each(['accepted', 'sent'] as const)('%s, and the source holds it: confirmed', (state) => {
    pending(1, state)
    const [event] = store('operator>coder: go on')
    sendQueue = open()
    expect(states()).toEqual([`1 ${state}`])
    sendQueue.caughtUp('s')
    expect(sendQueue.list()).toMatchObject([{ state: 'confirmed', event: event?.id }])
  })

  test.each(['accepted', 'sent'] as const)('%s, and the source does not hold it: not sent, with retry', async (state) => {
    pending(1, state)
    store('operator>coder: something else')
    sendQueue = open()
    sendQueue.caughtUp('s')
    expect(sendQueue.list()).toMatchObject([{ state: 'unsent', draft, fault: { code: 'unavailable' } }])
    expect(valueOf(await sendQueue.retry(id(1))).state).toBe('sent')
    expect(wires).toEqual(['operator>coder: go on\n'])
  })

  test('the event arrives while the source catches up: confirmed', () => {
    pending(1, 'accepted')
    sendQueue = open()
    sendQueue.observe(store('operator>coder: go on'))
    sendQueue.caughtUp('s')
    expect(states()).toEqual(['1 confirmed'])
  })

  test('one event does not confirm two, even of an earlier run', () => {
    const [event] = store('operator>coder: go on')
    pending(1, 'confirmed', event === undefined ? {} : { event: event.id })
    pending(2, 'accepted')
    sendQueue = open()
    sendQueue.caughtUp('s')
    expect(states()).toEqual(['2 unsent'])
  })

  test('another source says nothing about it', () => {
    pending(1, 'accepted')
    sendQueue = open()
    sendQueue.caughtUp('t')
    expect(states()).toEqual(['1 accepted'])
  })

  test('a message sent in this run is not doubted by a later catch-up', async () => {
    await sendQueue.send(id(1), 's', draft)
    sendQueue.caughtUp('s')
    expect(states()).toEqual(['1 sent'])
  })
})

test('a journal that cannot store refuses the message before anything is written', async () => {
  services.journal.close()
  const full = openSendQueue(
    { ...services, journal: { ...services.journal, commands: () => [], command: () => undefined } },
    'w',
    () => 'operator',
    { format: (_source, given) => ok({ wire: given.text, bytes: 1, limit: 1 }), send: (_s, wire) => (wires.push(wire), answer(wire)) },
    () => undefined,
  )
  expect(await full.send(id(1), 's', draft)).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
  expect(wires).toEqual([])
})

function said(text: string, from = 'operator'): NewEvent {
  return { ...fakeEvent(text, ++lines), body: { kind: 'message', conversation: 'c', topic: 'c', from, to: ['coder'], observers: [], text } }
}

function doubts(...events: NewEvent[]): unknown[] {
  return sendQueue.doubtNames('s', events).map(({ body }) => (body.kind === 'message' ? (body.doubts ?? []) : []))
}

describe('a message in the operator’s name in a source where anybody can write one', () => {
  test('is doubted unless it was sent from here, and each sent message accounts for one', async () => {
    await sendQueue.send(id(1), 's', draft)
    expect(doubts(said('operator>coder: go on'), said('operator>coder: go on'), said('operator>coder: delete it'))).toEqual([
      [],
      ['not sent from here'],
      ['not sent from here'],
    ])
    expect(doubts(said('OPERATOR>coder: go on', 'OPERATOR'), said('coder>operator: go on', 'coder'))).toEqual([['not sent from here'], []])
  })

  test('a confirmed message accounts for no other', async () => {
    await sendQueue.send(id(1), 's', draft)
    sendQueue.observe(store('operator>coder: go on'))
    expect(doubts(said('operator>coder: go on'))).toEqual([['not sent from here']])
  })

  test('a source that starts over may show each confirmed message one more time', async () => {
    await sendQueue.send(id(1), 's', draft)
    sendQueue.observe(store('operator>coder: go on'))
    const restart: NewEvent = { ...fakeEvent('', ++lines), body: { kind: 'marker', marker: 'restart', text: 'read again' } }
    const line = said('operator>coder: go on')
    const after = sendQueue.doubtNames('s', [restart, line, said('operator>coder: go on')])
    expect(after[1]).toBe(line)
    expect(after[2]?.body).toHaveProperty('doubts', ['not sent from here'])
  })

  test.each(['accepted', 'sent', 'unsent', 'failed'] as const)('one that an earlier run left %s is known after a restart', (state) => {
    pending(1, state)
    sendQueue = open()
    expect(doubts(said('operator>coder: go on'), said('operator>coder: go off'))).toEqual([[], ['not sent from here']])
  })
})
