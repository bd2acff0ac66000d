import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageBody, storedEvent } from '../../../test/fakes/events.ts'
import type { Event } from '../event.ts'
import { foldConversations } from './conversations.ts'
import { foldCounts } from './counts.ts'
import { foldNames } from './names.ts'
import { foldUnread } from './unread.ts'
import { sized } from '../../../test/sizes.ts'

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
  test('a snapshot at any point plus the rest equal the whole', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat(), (steps, cut) => {
        const events = eventsOf(steps)
        const at = cut % (events.length + 1)
        const first = folded(events.slice(0, at), events)
        expect(folded(events.slice(at), events, first)).toEqual(folded(events, events))
      }),
      { numRuns: sized(350) },
    )
  })

  test('counts are those of the current messages, however often one was replaced', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const events = eventsOf(steps)
        const dead = new Set(events.map((event) => event.supersedes))
        const living = events.filter((event) => event.body.kind === 'message' && !dead.has(event.id))
        const { counts, conversations, names, unread } = folded(events, events)
        expect(counts.messages).toBe(living.length)
        expect(total(conversations.rows.map((row) => row.count))).toBe(living.length)
        expect(total(names.rows.map((row) => row.sent))).toBe(living.length)
        const unreadOrds = foldUnread(markOf, unread).below(Number.MAX_SAFE_INTEGER, 99, () => false)
        expect(unreadOrds.toSorted((a, b) => a - b)).toEqual(
          living
            .map((event) => event.ord)
            .filter((ord) => ord > markOf())
            .toSorted((a, b) => a - b),
        )
      }),
      { numRuns: sized(350) },
    )
  })
})

const isX = (sender: string): boolean => sender === 'x'

describe('unread positions', () => {
  const conversation = fc.constantFrom('a', 'b')
  const ord = fc.oneof(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 16_370, max: 16_400 }),
    fc.integer({ min: 2 ** 40, max: 2 ** 40 + 9 }),
  )
  const act = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), conversation, from: fc.constantFrom('x', 'y'), to: fc.constantFrom('z', 'me'), ord }),
    fc.record({ kind: fc.constant('read' as const), conversation, ord }),
    fc.record({ kind: fc.constant('gone' as const), ord }),
    fc.record({ kind: fc.constant('rename' as const), own: fc.constantFrom('z', 'me'), limit: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('save' as const) }),
  )

  test('equal those of a plain list, and so do the saved changes', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), ord, fc.integer({ min: 1, max: 5 }), (acts, below, limit) => {
        let own = 'me'
        const unread = foldUnread(
          () => 0,
          undefined,
          ({ body }) => body.to.includes(own),
        )
        const plain = new Map<number, { readonly id: string; readonly from: string; readonly to: string; readonly event: Event }>()
        /** In pieces, as the journal gives them. */
        const rename = (limit: number): void => {
          for (let at = Number.MAX_SAFE_INTEGER; at > 0;) {
            const mine = [...plain].flatMap(([ord, { to }]) => (to === own && ord < at ? [ord] : [])).toSorted((a, b) => b - a)
            const low = mine.length < limit ? 0 : (mine[limit - 1] ?? 0)
            at = unread.address(at, low, new Set(mine.slice(0, limit)), limit)
          }
        }
        const parts = new Map<number, unknown>()
        const save = (): void => {
          for (const [range, part] of JSON.parse(JSON.stringify(unread.changes())) as [number, unknown][]) {
            if (part === null) parts.delete(range)
            else parts.set(range, part)
          }
          unread.saved()
        }
        for (const each of acts) {
          if (each.kind === 'save') save()
          else if (each.kind === 'rename') {
            own = each.own
            rename(each.limit)
          } else if (each.kind === 'add') {
            if (plain.has(each.ord)) continue
            const event = storedEvent(1, { ...messageBody(each.from, each.to, ''), conversation: each.conversation }, { ord: each.ord })
            unread.apply(event)
            plain.set(each.ord, { id: `${event.source}|${each.conversation}`, from: each.from, to: each.to, event })
          } else if (each.kind === 'read') {
            unread.read(new Map([[`s|${each.conversation}`, each.ord]]))
            for (const [at, { id }] of plain) if (id === `s|${each.conversation}` && at <= each.ord) plain.delete(at)
          } else {
            const old = plain.get(each.ord)?.event
            if (old === undefined) continue
            unread.apply(storedEvent(2, { kind: 'comment', text: '' }, { ord: each.ord }), old)
            plain.delete(each.ord)
          }
        }
        const wanted = [...plain].toSorted(([a], [b]) => b - a)
        save()
        for (const fold of [unread, foldUnread(() => 0, [...parts] as ReturnType<typeof unread.snapshot>)]) {
          expect(fold.below(below, limit, (_, sender) => isX(sender))).toEqual(
            wanted.flatMap(([at, { from }]) => (at < below && !isX(from) ? [at] : [])).slice(0, limit),
          )
          for (const id of ['s|a', 's|b']) {
            expect(fold.count(id, isX)).toBe(wanted.filter(([, row]) => row.id === id && !isX(row.from)).length)
            expect(fold.forYou(id)).toBe(wanted.filter(([, row]) => row.id === id && row.to === own).length)
          }
          let sum = 0
          fold.each((_, __, count) => (sum += count))
          expect(sum).toBe(plain.size)
        }
      }),
      { numRuns: sized(200) },
    )
  })
})
