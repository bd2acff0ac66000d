import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import type { Event } from '../event.ts'
import { foldConversations } from './conversations.ts'
import { foldCounts } from './counts.ts'
import { foldNames } from './names.ts'
import { foldUnread } from './unread.ts'

const dayStart = (at: number): number => Math.floor(at / 86_400_000) * 86_400_000
const name = fc.constantFrom('coder', 'Coder', 'reviewer', '__proto__', 'constructor', 'tester-1')

/** What happens: a new line, or an earlier line that grew and replaces itself. */
const step = fc.record({
  from: name,
  to: name,
  text: fc.string({ maxLength: 5 }),
  source: fc.constantFrom('s', 't'),
  minutes: fc.nat(600),
  replaces: fc.option(fc.nat(), { freq: 3, nil: undefined }),
  kind: fc.constantFrom('message', 'message', 'message', 'comment', 'presence'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function eventsOf(steps: readonly Step[]): Event[] {
  const events: Event[] = []
  const dead = new Set<string>()
  let at = 1_700_000_000_000
  for (const [index, each] of steps.entries()) {
    at += each.minutes * 60_000
    const living = events.filter((event) => !dead.has(event.id) && event.body.kind === 'message')
    const old = each.replaces === undefined ? undefined : living[each.replaces % Math.max(1, living.length)]
    if (old !== undefined && old.body.kind === 'message') {
      dead.add(old.id)
      const body = { ...old.body, text: `${old.body.text}${each.text}` }
      events.push(storedEvent(index + 1, body, { source: old.source, ord: old.ord, at, supersedes: old.id }))
    } else if (each.kind === 'message') {
      events.push(storedEvent(index + 1, messageBody(each.from, each.to, each.text), { source: each.source, at }))
    } else if (each.kind === 'comment') {
      events.push(storedEvent(index + 1, { kind: 'comment', text: each.text }, { source: each.source, at }))
    } else {
      const body = { kind: 'presence', agent: each.from, word: 'working', evidence: 'declared', said: each.text } as const
      events.push(storedEvent(index + 1, body, { source: each.source, at }))
    }
  }
  return events
}

interface Snapshots {
  readonly conversations: ReturnType<ReturnType<typeof foldConversations>['snapshot']>
  readonly names: ReturnType<ReturnType<typeof foldNames>['snapshot']>
  readonly counts: ReturnType<ReturnType<typeof foldCounts>['snapshot']>
  readonly unread: ReturnType<ReturnType<typeof foldUnread>['snapshot']>
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

const markOf = (): number => 3

/** Folds `events` on top of what `saved` holds; `all` is where replaced versions are found. */
function folded(events: readonly Event[], all: readonly Event[], saved?: Snapshots): Snapshots {
  const conversations = foldConversations(saved?.conversations)
  const names = foldNames(dayStart, saved?.names)
  const counts = foldCounts(dayStart, saved?.counts)
  const unread = foldUnread(markOf, saved?.unread)
  for (const event of events) {
    const replaced = all.find((each) => each.id === event.supersedes)
    for (const fold of [conversations, names, counts, unread]) fold.apply(event, replaced)
  }
  const snapshots = {
    conversations: conversations.snapshot(),
    names: names.snapshot(),
    counts: counts.snapshot(),
    unread: unread.snapshot(),
  }
  return JSON.parse(JSON.stringify(snapshots)) as Snapshots
}

describe('folds (F19)', () => {
  test('a snapshot anywhere and the rest equal the whole', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, cut) => {
        const events = eventsOf(steps)
        const at = cut % (events.length + 1)
        const first = folded(events.slice(0, at), events)
        expect(folded(events.slice(at), events, first)).toEqual(folded(events, events))
      }),
      { numRuns: 2_000 },
    )
  })

  test('counts are those of the living messages, however often one was replaced', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const events = eventsOf(steps)
        const dead = new Set(events.map((event) => event.supersedes))
        const living = events.filter((event) => event.body.kind === 'message' && !dead.has(event.id))
        const { counts, conversations, names, unread } = folded(events, events)
        expect(counts.messages).toBe(living.length)
        expect(total(conversations.rows.map((row) => row.count))).toBe(living.length)
        expect(total(names.rows.map((row) => row.sent))).toBe(living.length)
        const unreadOrds = unread.flatMap(([, senders]) => senders.flatMap(([, ords]) => ords))
        expect(unreadOrds.toSorted((a, b) => a - b)).toEqual(
          living
            .map((event) => event.ord)
            .filter((ord) => ord > markOf())
            .toSorted((a, b) => a - b),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})
