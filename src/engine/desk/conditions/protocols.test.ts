import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { callValue } from '../../../../test/fakes/calls.ts'
import { follow, testEngine, type Followed, type TestEngine } from '../../../../test/fakes/engine.ts'
import { fakeProtocol, type FakeProtocol } from '../../../../test/fakes/protocol.ts'
import type { Condition, Conditions } from '../../../core/condition.ts'
import type { Event, EventBody } from '../../../core/event.ts'
import { ok } from '../../../core/fault.ts'
import type { Need } from '../../../core/need.ts'
import { openProtocolConditions, patienceMs, seenMs, stillUnusable } from './protocols.ts'

const now = 1_700_000_000_000
const unusableNeed: Need = { id: 'x', source: 'unusable', band: 'rest', who: 'ada', text: '', since: now, blocks: [], change: 'new' }
const need = (source: 'unusable' | 'lint', link: string, path: string): Need => ({
  ...unusableNeed,
  source,
  link,
  anchor: { label: '', path },
})

/** `stop NAME` says that nobody answers it. */
const stopping: Conditions = {
  inEvent: ({ wireId, body, at }) =>
    body.kind === 'message' && body.text.startsWith('stop')
      ? [
          {
            id: body.text,
            source: 'stopped',
            who: body.from,
            text: `${body.from} is not answered`,
            since: at,
            to: 'ben',
            unanswered: wireId,
          },
        ]
      : [],
  inView: (view) => view as Condition[],
}

function event(wireId: string, text: string, more: Partial<Event> = {}, replyTo?: string): Event {
  const place = { cursor: 1, ord: 1, workspace: 'w', source: 'l', protocol: 'fake', seq: 1, at: now, raw: { text: '' } }
  const body: EventBody = {
    kind: 'message',
    conversation: 'c',
    from: 'ada',
    to: [],
    observers: [],
    text,
    ...(replyTo !== undefined && { replyTo }),
  }
  return { ...place, id: `e${wireId}`, wireId, body, ...more }
}

test('a condition of an event ends with the answer to its message, or after a day; the same again is one, counted', () => {
  const kept = openProtocolConditions({
    protocolOf: () => ({ ...fakeProtocol(), conditions: stopping }),
    isLate: ({ late }) => late === true,
  })
  const later = now + patienceMs + 1
  const ids = (at = later): string[] => kept.needs(at).needs.map(({ id }) => id)
  kept.apply(event('1', 'stop a'))
  kept.apply(event('2', 'stop b'))
  kept.apply(event('3', 'stop c', { late: true }))
  expect(kept.needs(later).needs[0]).toMatchObject({
    id: 'l|stop a',
    source: 'stopped',
    who: 'ada',
    to: 'ben',
    event: 'e1',
    conversation: 'c',
  })
  expect(ids()).toEqual(['l|stop a', 'l|stop b'])
  kept.apply(event('4', 'stop a', { at: now + 1 }))
  expect(kept.needs(later).needs[1]).toMatchObject({ id: 'l|stop a', since: now + 1, text: expect.stringContaining('2 ×') as string })
  kept.apply(event('5', 'here it is', { source: 'other' }, '2'))
  expect(ids()).toContain('l|stop b')
  kept.apply(event('6', 'here it is', {}, '2'))
  expect(ids()).toEqual(['l|stop a'])
  expect(kept.needs(later).nextAt).toBe(now + 1 + seenMs)
  expect(ids(now + 1 + seenMs)).toEqual([])
})

test('a condition ends by the event that its protocol names, also after a start', async () => {
  const refusing: Conditions = {
    inEvent: ({ body, at }) => (body.kind === 'fault' ? [{ id: 'r', source: 'refused', who: 'ada', text: 'no reply', since: at }] : []),
    endedBy: ({ body }) => (body.kind === 'message' && body.text === 'reply' ? ['r'] : []),
  }
  Object.assign(fake, { conditions: refusing })
  const fault: EventBody = { kind: 'fault', fault: { code: 'invalid', message: 'no reply' } }
  const emit = (wireId: string, body: EventBody): void =>
    fake.drivers.at(-1)?.context.emit([{ wireId, raw: { text: '' }, body }], fake.medium.length)
  emit('f', fault)
  await sources(followed, ['refused'])
  running = await running.restart()
  followed = follow(running.client, workspace)
  await sources(followed, ['refused'])
  emit('m', event('m', 'reply').body)
  await sources(followed, [])
  running = await running.restart()
  followed = follow(running.client, workspace)
  await followed.state((state) => state.links[0]?.status.lamp === 'up' && state.desk.needs.length === 0)
})

test('a message that may still be answered needs nobody for a minute', () => {
  const kept = openProtocolConditions({ protocolOf: () => ({ ...fakeProtocol(), conditions: stopping }), isLate: () => false })
  kept.apply(event('1', 'stop a'))
  expect(kept.needs(now + patienceMs - 1)).toEqual({ needs: [], nextAt: now + patienceMs })
  kept.apply(event('2', 'here it is', {}, '1'))
  expect(kept.needs(now + patienceMs)).toEqual({ needs: [], nextAt: undefined })
})

test('a flood of conditions keeps the newest', () => {
  const kept = openProtocolConditions({ protocolOf: () => ({ ...fakeProtocol(), conditions: stopping }), isLate: () => false })
  for (let at = 0; at < 1_000; at++) kept.apply(event(`${at}`, `stop ${at}`))
  const { needs } = kept.needs(now + patienceMs)
  expect(needs).toHaveLength(200)
  expect(needs.at(-1)?.id).toBe('l|stop 999')
})

let fake: FakeProtocol
let running: TestEngine
let workspace: string
let followed: Followed

beforeEach(async () => {
  fake = { ...fakeProtocol(), api: { methods: {}, view: z.array(z.unknown()) }, conditions: stopping }
  running = await testEngine({ protocols: [fake], isQuick: true })
  workspace = (await callValue(running.client, 'workspaces.open', { path: running.folder })).id
  followed = follow(running.client, workspace)
  await followed.state((state) => state.links[0]?.status.lamp === 'up')
})
afterEach(() => running.stop())

test('a file that is not a message needs nobody once its link no longer shows it as one', () => {
  const all = [need('unusable', 'l', 'a'), need('unusable', 'l', 'b'), need('lint', 'l', 'b'), need('unusable', 'other', 'b')]
  const shown = (files: ReadonlySet<string> | undefined) => {
    const protocol = { ...fakeProtocol(), conditions: { unusableFiles: () => files } }
    return stillUnusable(all, [{ link: 'l', view: {}, protocol }])
  }
  expect(shown(new Set(['a']))).toEqual([all[0], all[2], all[3]])
  expect(shown(undefined)).toEqual(all)
  expect(stillUnusable(all, [])).toEqual(all)
})

const sources = (followed_: Followed, wanted: readonly string[]) =>
  followed_.state(({ desk }) => desk.needs.map(({ source }) => source).join(' ') === wanted.join(' '))

function read(text: string): void {
  fake.medium.push(`ada>ben: ${text}`)
  fake.drivers.at(-1)?.read()
}

/** Ada is not answered for some time; the message after it has the engine look at its clock. */
async function stopsFor(ms: number): Promise<void> {
  const seen = followed.pushes.length
  read('stop a')
  await followed.until((pushes) => pushes.slice(seen).some((push) => push.type === 'events'))
  running.pass(ms)
  read('going on')
}

test('what a link shows and what it reads needs the operator, until it is gone, seen or answered', async () => {
  const prompt: Condition = { id: 'prompt/1', source: 'prompt', who: 'Docs', text: 'Docs waits', since: 1, about: '1' }
  fake.drivers[0]?.context.show([prompt])
  const { desk } = await sources(followed, ['prompt'])
  expect(desk.needs[0]).toMatchObject({ who: 'Docs', text: 'Docs waits', about: '1' })
  fake.drivers[0]?.context.show([])
  await sources(followed, [])
  await stopsFor(patienceMs)
  await sources(followed, ['stopped'])
  running = await running.restart()
  followed = follow(running.client, workspace)
  const again = await sources(followed, ['stopped'])
  await callValue(running.client, 'desk.mark', { workspace, keys: [again.desk.needs[0]?.id ?? ''], verb: 'settle' })
  await sources(followed, [])
  running.pass(1_000)
  await stopsFor(patienceMs)
  await sources(followed, ['stopped'])
})

test('what nobody answers is asked again in the words of its protocol, by the operator', async () => {
  fake.deskDraft = ({ debt, ask }, intent, from) =>
    ok({ from, to: [debt.debtor ?? ''], observers: [], text: `${intent}: ${ask.body.text}`, also: [] })
  await stopsFor(patienceMs)
  const { desk } = await followed.state((state) => state.desk.needs[0]?.source === 'stopped')
  const key = desk.needs[0]?.id ?? ''
  expect(await callValue(running.client, 'desk.draft', { workspace, key, intent: 'nudge' })).toMatchObject({
    draft: { from: 'operator', to: ['ben'], text: 'nudge: stop a' },
    preview: { wire: 'operator>ben: nudge: stop a\n' },
  })
})
