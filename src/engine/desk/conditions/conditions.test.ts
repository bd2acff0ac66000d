import { expect, test } from 'vitest'
import type { Approval } from '../../../core/approval.ts'
import type { Command } from '../../../core/command.ts'
import type { Event, EventBody } from '../../../core/event.ts'
import type { Link } from '../../../core/link.ts'
import { unmarked } from '../with-marks.ts'
import { openEventConditions } from './events.ts'
import { approvalNeeds, askerBy, journalNeeds } from './gate.ts'
import { commandNeeds, linkNeeds } from './links.ts'

const now = 1_700_000_000_000
const second = 1_000
const hour = 3_600_000

function linkThatIs(lamp: Link['status']['lamp'], more: Partial<Link> = {}): Link {
  const status = { lamp, text: 'no answer', since: now }
  return { id: 'l', workspace: 'w', protocol: 'fake', name: 'harbour', place: '', config: {}, enabled: true, status, secrets: [], ...more }
}

function command(state: Command['state']): Command {
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'go on' }
  return { id: 'c', workspace: 'w', source: 'l', draft, wire: 'go on', state, at: now }
}

test('a link needs the operator after 30 seconds, and loses data with messages that are not sent', () => {
  const links = [linkThatIs('down')]
  const at = (ms: number, commands: Command[] = [], debts = 0): ReturnType<typeof linkNeeds> =>
    linkNeeds({ links, commands, downSince: () => now, openDebts: () => debts, now: now + ms })
  expect(at(29 * second)).toEqual({ needs: [], nextAt: now + 30 * second })
  expect(at(-hour)).toMatchObject({ needs: [{ id: 'link|l' }] }) // the clock was set back
  expect(at(30 * second)).toMatchObject({ needs: [{ id: 'link|l', band: 'rest', since: now }] })
  expect(at(30 * second, [command('accepted')])).toMatchObject({ needs: [{ id: 'link|l', band: 'losing', weight: 10 }] })
  expect(at(30 * second, [command('confirmed')])).toMatchObject({ needs: [{ band: 'rest' }] })
  const held = at(30 * second, [], 2).needs[0]
  expect(held).toMatchObject({ band: 'rest', weight: 10 })
  expect(held?.warning).toContain('2 open debts')
  const status = { lamp: 'connecting', text: 'trying again', since: now, reason: { code: 'unavailable', message: 'no answer' } } as const
  const trying = linkNeeds({
    links: [linkThatIs('connecting', { status })],
    commands: [],
    downSince: () => now,
    openDebts: () => 0,
    now: now + hour,
  })
  expect(trying.needs).toMatchObject([{ id: 'link|l', text: 'harbour is down: no answer' }])
  const others = [linkThatIs('up'), linkThatIs('connecting'), linkThatIs('off'), linkThatIs('down', { enabled: false })]
  expect(linkNeeds({ links: others, commands: [], downSince: () => now, openDebts: () => 1, now: now + hour })).toEqual({
    needs: [],
    nextAt: undefined,
  })
})

test('a link that is up, but not as it was set up, needs the operator after 30 seconds', () => {
  const status = { lamp: 'up', text: 'as mira_', since: now, reason: { code: 'conflict', message: 'Somebody else is mira.' } } as const
  const at = (ms: number, more: Partial<Link> = {}): ReturnType<typeof linkNeeds> =>
    linkNeeds({
      links: [linkThatIs('up', { status, ...more })],
      commands: [],
      downSince: () => undefined,
      openDebts: () => 2,
      now: now + ms,
    })
  expect(at(29 * second)).toEqual({ needs: [], nextAt: now + 30 * second })
  const [need] = at(30 * second).needs
  expect(need).toMatchObject({
    id: 'link|l',
    source: 'link',
    isUp: true,
    band: 'rest',
    since: now,
    text: 'harbour: Somebody else is mira.',
  })
  expect(need).not.toHaveProperty('warning')
  expect(at(hour, { enabled: false }).needs).toEqual([])
})

test('a message that was not sent needs the operator until it is sent or discarded', () => {
  expect(commandNeeds((['accepted', 'sent', 'confirmed', 'discarded'] as const).map(command))).toEqual([])
  expect(commandNeeds([command('failed')])).toMatchObject([{ id: 'command|c', source: 'command', about: 'c', text: 'go on' }])
  expect(commandNeeds([command('unsent')])).toHaveLength(1)
})

/** Who asks as coder, whom two links know; on these his name was joined to the builder. */
const asker = (...joined: string[]): string =>
  askerBy({ idOf: (source) => (joined.includes(source) ? 'builder' : 'coder'), linksOf: () => ['l', 'other'] })(undefined, 'coder')

test('who asks without a link is known by its name where that is one agent on all links that know it (F27)', () => {
  expect([asker(), asker('l', 'other'), asker('l')]).toEqual(['coder', 'builder', 'coder'])
  const nowhere = { idOf: () => 'builder', linksOf: () => [] }
  expect([askerBy(nowhere)(undefined, 'coder'), askerBy(nowhere)('l', 'coder')]).toEqual(['coder', 'builder'])
})

test('an approval comes before others two minutes before it expires, and says what is hidden in it', () => {
  const approval = (kind: 'agent' | 'operator', hidden: string[] = []): Approval => ({
    id: 'a',
    actor: { kind, name: 'tester' },
    effect: { kind: 'spawn', target: 'sh', exact: 'true' },
    question: 'tester asks to run a command',
    at: now,
    expiresAt: now + 600 * second,
    hidden,
    digest: 'd',
  })
  const of = (all: readonly Approval[], at = now, limitMs?: number, stood = 0): ReturnType<typeof approvalNeeds> =>
    approvalNeeds({
      approvals: all,
      limitMs,
      stoodStill: () => stood,
      idOf: (_source, name) => name.toLowerCase(),
      waitingOn: (agent) => (agent === 'tester' ? ['lead', 'tester', 'me'] : []),
      operator: 'me',
      now: at,
    })
  expect(of([approval('agent')])).toMatchObject({ needs: [{ id: 'approval|a', band: 'rest' }], nextAt: now + 480 * second })
  expect(of([approval('agent')], now + 480 * second)).toMatchObject({ needs: [{ band: 'ending' }], nextAt: now + 600 * second })
  expect(of([approval('agent', ['U+202E'])]).needs[0]?.warning).toContain('U+202E')
  expect(of([approval('operator')]).needs).toEqual([])
  // Whoever asks waits for it, and so do those who wait for what he owes. The operator, who has to decide, keeps nobody but others waiting.
  expect(of([approval('agent')]).needs[0]?.blocks).toEqual(['tester', 'lead'])
  // By who it is, under whichever name it asks.
  const jaibber = { ...approval('agent'), source: 'l', actor: { kind: 'agent', name: 'Tester (Jaibber)' } } as const
  expect(of([jaibber]).needs[0]).toMatchObject({ who: 'tester', blocks: ['tester', 'lead'] })
  const system = { ...approval('agent'), actor: { kind: 'system', name: 'Patchbay' } } as const
  expect(of([system]).needs[0]?.who).toBe('Patchbay')
  // The limit of the operator's decisions, or what is left until it expires, whichever is less.
  const limit = 300 * second
  expect(of([approval('agent')], now, limit)).toMatchObject({
    needs: [{ change: 'new', limitAt: now + limit, limit }],
    nextAt: now + limit,
  })
  expect(of([approval('agent')], now + limit, limit).needs).toMatchObject([{ change: 'overdue' }])
  expect(of([approval('agent')], now + limit, limit, 60 * second).needs).toMatchObject([{ change: 'new', limitAt: now + 360 * second }])
  // While the operator has halted it moves on with the clock, which is no moment to wake for.
  const halted = approvalNeeds({
    approvals: [approval('agent')],
    limitMs: limit,
    stoodStill: () => 0,
    isStanding: true,
    idOf: (_source, name) => name,
    waitingOn: () => [],
    operator: 'me',
    now,
  })
  expect(halted.nextAt).toBe(now + 480 * second)
  expect(of([approval('agent')], now, 2 * limit + second).needs).toMatchObject([{ limitAt: now + 600 * second }])
})

/** What a row says of an approval besides its question. */
function subjectOf(kind: Approval['effect']['kind'], target: string, exact: string, question: string): unknown {
  const asked: Approval = {
    id: 'a',
    actor: { kind: 'agent', name: 'tester' },
    effect: { kind, target, exact },
    question,
    at: now,
    hidden: [],
    digest: 'd',
  }
  const given = { stoodStill: () => 0, idOf: (_source: unknown, name: string) => name, waitingOn: () => [], operator: 'me', now }
  return approvalNeeds({ approvals: [asked], ...given }).needs[0]?.subject
}

test('approvals that are asked in the same words say which file, or which command, each is about', () => {
  expect(subjectOf('write', '/srv/a/auth.rs', 'x', 'tester asks to change a file')).toEqual({ text: '/srv/a/auth.rs', isPath: true })
  expect(subjectOf('spawn', '/srv/a', '\n  npm test\nnpm run lint', 'tester asks to run a command')).toEqual({ text: 'npm test' })
  expect(subjectOf('spawn', 'sh', 'x'.repeat(900), 'tester asks to run a command')).toEqual({ text: `${'x'.repeat(299)}…` })
  // What its words say is not said twice.
  expect(subjectOf('write', 'src/auth.rs', 'x', 'tester asks to change src/auth.rs')).toBeUndefined()
  expect(subjectOf('tool', 'Tool', ' ', 'tester asks to use a tool')).toBeUndefined()
})

test('a damaged journal comes before everything', () => {
  expect(journalNeeds(undefined, now)).toEqual([])
  expect(journalNeeds({ code: 'unavailable', message: 'Damaged.' }, now)).toMatchObject([{ id: 'journal', band: 'losing', since: now }])
})

function event(id: string, body: EventBody, more: Partial<Event> = {}): Event {
  const place = { id, cursor: 1, ord: 1, workspace: 'w', source: 'l', protocol: 'fake', seq: 1, at: now, wireId: id, raw: { text: id } }
  return { ...place, body, ...more }
}

function conditions(): ReturnType<typeof openEventConditions> {
  return openEventConditions({
    isOperator: (_source, name) => name === 'operator',
    isLate: ({ late }) => late === true,
    isOld: ({ cursor }) => cursor === 0,
    hasOwn: ({ wireId }) => wireId === 'own',
    nameOf: (link) => `${link}’s name`,
    lint: ({ raw }) => (raw.text.startsWith('bad') ? [{ rule: 'FA001', line: 1, severity: 'error', message: 'it is bad' }] : []),
  })
}

function anchor(path: string, line?: number): Partial<Event> {
  return { raw: { text: '', anchor: { label: path, path, ...(line !== undefined && { line }) } } }
}

function said(id: string, to: string, more: Partial<Event> = {}): Event {
  return event(id, { kind: 'message', conversation: 'c', from: 'codex', to: [to], observers: [], text: 'x' }, more)
}

const unreadable: EventBody = { kind: 'fault', fault: { code: 'invalid', message: 'not JSON' } }

test('a file in an inbox that is not a message needs the operator until it is replaced; lines of a shared file do not', () => {
  const kept = conditions()
  kept.apply(event('1', unreadable, anchor('.switchboard/inbox/operator/m.json')))
  kept.apply(event('2', unreadable, anchor('.switchboard/inbox/coder/n.json')))
  kept.apply(event('3', unreadable, anchor('.workplace/chat.md', 4)))
  const { needs } = kept.needs(now)
  expect(needs.map(({ id, who, weight }) => [id, who, weight])).toEqual([
    ['unusable|1', 'operator', 3],
    ['unusable|2', 'coder', undefined],
  ])
  kept.apply(event('own', unreadable, anchor('.codingagent/inbox/processed/r.txt')))
  expect(kept.needs(now).needs).toHaveLength(2)
  kept.apply(event('4', { kind: 'comment', text: '' }, { supersedes: '1' }))
  expect(kept.needs(now).needs.map(({ id }) => id)).toEqual(['unusable|2'])
})

test('a file that its author completes needs nobody; one that is broken differently is one need', () => {
  const kept = conditions()
  const file = anchor('.switchboard/inbox/coder/n.json')
  const ids = (): string[] => kept.needs(now).needs.map(({ id }) => id)
  kept.apply(event('1', unreadable, file))
  kept.apply(event('2', unreadable, file))
  kept.apply(said('3', 'coder', { ...file, source: 'other' }))
  kept.apply(said('4', 'coder', anchor('.switchboard/inbox/coder/m.json')))
  expect(ids()).toEqual(['unusable|2'])
  kept.apply(said('5', 'coder', file))
  expect(ids()).toEqual([])
})

test('messages that a link did not get again need the operator, whenever that was seen; a gap that was filled does not', () => {
  const kept = conditions()
  const gap = (id: string, more: Partial<Event> = {}, isIncomplete = true): void =>
    kept.apply(event(id, { kind: 'marker', marker: 'gap', text: 'Lines may be missing.', ...(isIncomplete && { isIncomplete }) }, more))
  gap('1', { late: true })
  gap('2', { cursor: 0 })
  gap('3', {}, false)
  expect(kept.needs(now + 100 * hour).needs).toMatchObject([{ id: 'gap|1', source: 'gap', who: 'l’s name', event: '1', since: now }])
})

test('broken form in what is addressed to the operator is one need a rule, which ends a day after the last', () => {
  const kept = conditions()
  for (const one of [
    said('bad 1', 'operator'),
    said('good', 'operator'),
    said('bad 2', 'coder'),
    said('bad 3', 'operator', { late: true }),
  ])
    kept.apply(one)
  kept.apply(said('bad 4', 'operator', { at: now + hour }))
  expect(kept.needs(now + hour)).toMatchObject({
    needs: [{ source: 'lint', who: 'codex', since: now, again: now + hour }],
    nextAt: now + 25 * hour,
  })
  expect(kept.needs(now + hour).needs[0]?.text).toContain('2 ×')
  expect(kept.needs(now + 25 * hour)).toEqual({ needs: [], nextAt: undefined })
})

test('a condition that is seen stays away until it happens again; one that is snoozed comes back', () => {
  const [need] = commandNeeds([command('failed')])
  const marked = (verb: 'settle' | 'snooze', at: number): Parameters<typeof unmarked>[1] =>
    new Map([['command|c', { verb, at, cursor: 0, until: now + hour }]])
  expect(unmarked([need!], marked('settle', now + 1), now + 2).needs).toEqual([])
  expect(unmarked([need!], marked('settle', now - 1), now + 2).needs).toEqual([need])
  expect(unmarked([need!], marked('snooze', now + 1), now + 2)).toEqual({ needs: [], nextAt: now + hour })
  expect(unmarked([need!], marked('snooze', now + 1), now + hour).needs).toEqual([need])
})
