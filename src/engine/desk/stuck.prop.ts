import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFleet, type Fleet } from '../../../test/fakes/fleet.ts'
import { sized } from '../../../test/sizes.ts'
import type { DebtRow } from '../../core/debt.ts'
import type { Stuck } from '../../core/stuck.ts'

/** What holds for everything that counts as stuck, from the bytes on three links to the detectors (F28). */
const agents = ['a', 'b', 'c'] as const
const second = 1_000
const runs = { numRuns: sized(30, 1_000) }
const name = fc.constantFrom(...agents)
/** Few texts, so that they repeat; with and without a cue. */
const text = fc.constantFrom(
  'Thanks! Say so if you need anything else.',
  'You are welcome, say so if you need anything.',
  'Which port does the relay use?',
  'Please review the retry helper',
  'It uses the first free one.',
  'The index of the archive is rebuilt',
)
const gap = fc.constantFrom(2 * second, 20 * second, 70 * second, 150 * second)

type Step =
  | {
      readonly what: 'say'
      readonly on: 'chat' | 'irc'
      readonly from: string
      readonly to: string
      readonly text: string
      readonly gap: number
    }
  | { readonly what: 'mail'; readonly from: string; readonly to: string; readonly text: string; readonly gap: number }
  | { readonly what: 'result'; readonly of: number; readonly gap: number }
  | { readonly what: 'waits'; readonly from: string; readonly to: string; readonly gap: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('say' as const),
      on: fc.constantFrom('chat' as const, 'irc' as const),
      from: name,
      to: name,
      text,
      gap,
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('mail' as const), from: name, to: name, text, gap }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('result' as const), of: fc.nat(5), gap }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('waits' as const), from: name, to: name, gap }) },
)
/** A few lines, again and again. */
const repeated = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }))
  .map(([steps, times]) => Array.from({ length: times }, () => steps).flat())
const history = fc.array(repeated, { minLength: 1, maxLength: 4 }).map((parts) => parts.flat())

/** Plays it. `human`: what the operator says to somebody, by the number of the step before it. */
function play(steps: readonly Step[], human: ReadonlyMap<number, string> = new Map(), onLook?: (fleet: Fleet) => void): Fleet {
  const fleet = openFleet(agents, onLook)
  const { wires } = fleet
  const reviews: { readonly id: string; readonly from: string; readonly to: string }[] = []
  for (const [at, each] of steps.entries()) {
    fleet.pass(each.gap)
    const to = human.get(at)
    // In the same moment, so that all else happens at the same time.
    if (to !== undefined) fleet.hear('chat', wires.chat(`[operator-to-${to}]: Noted, go on with the plan.`))
    if (each.what === 'result') {
      const of = reviews[each.of]
      if (of !== undefined)
        fleet.hear('mail', wires.mail(`r${at}`, of.to, of.from, 'submit_result', 'Done, see there.', { replyTo: of.id }))
    } else if (each.from === each.to) continue
    else if (each.what === 'mail') {
      reviews.push({ id: `m${at}`, from: each.from, to: each.to })
      fleet.hear('mail', wires.mail(`m${at}`, each.from, each.to, 'request_review', each.text))
    } else if (each.what === 'waits') fleet.state('mail', each.from, 'waiting', `waiting for ${each.to}`)
    else if (each.on === 'chat') fleet.hear('chat', wires.chat(`[${each.from}-to-${each.to}]: ${each.text}`))
    else fleet.hear('irc', wires.irc(each.from, `@${each.to} ${each.text}`))
  }
  fleet.pass(200 * second)
  return fleet
}

/** Whether everyone of them waits for the next, by one of these rows; found without the graph. */
function isRing({ agents: ring, debts }: Stuck, rows: readonly DebtRow[]): boolean {
  return ring.every((agent, at) => {
    const next = ring[(at + 1) % ring.length]
    return rows.some(
      ({ debt, keys, creditor, debtor }) =>
        creditor === agent &&
        debtor === next &&
        debt.state === 'open' &&
        debt.waitsFor === undefined &&
        keys.some((key) => debts.includes(key)),
    )
  })
}

test('a deadlock has a ring of open debts among its rows, or of waits that its members declared (F28)', () => {
  let [found, declared] = [0, 0]
  fc.assert(
    fc.property(history, (steps) => {
      const waits = new Set(steps.flatMap((each) => (each.what === 'waits' ? [`${each.from} ${each.to}`] : [])))
      let before = new Set<string>()
      play(steps, new Map(), ({ stuck, rows }) => {
        // What is over stays for a minute: only what has begun says how it is now.
        const begun = stuck.filter(({ id }) => !before.has(id))
        before = new Set(stuck.map(({ id }) => id))
        for (const each of begun) {
          if (each.detector !== 'deadlock') continue
          found++
          const hasDeclared = each.agents.some((agent, at) => waits.has(`${agent} ${each.agents[(at + 1) % each.agents.length]}`))
          if (hasDeclared) declared++
          else expect(isRing(each, rows), JSON.stringify(each)).toBe(true)
          expect(new Set(each.agents).size).toBe(each.agents.length)
          expect(each.agents).not.toContain('operator')
        }
      })
    }),
    runs,
  )
  expect(found).toBeGreaterThan(declared)
})

test('a line of a person never makes a loop, a storm or a deadlock (F28)', () => {
  const sources = new Set(['loop', 'storm', 'deadlock'])
  let found = 0
  fc.assert(
    fc.property(history, fc.array(fc.tuple(fc.nat(30), name), { minLength: 1, maxLength: 4 }), (steps, people) => {
      const without = [...play(steps).seen.values()].filter(({ detector }) => sources.has(detector))
      const having = [...play(steps, new Map(people)).seen.values()].filter(({ detector }) => sources.has(detector))
      found += having.length
      for (const each of having) {
        const before = without.filter(
          ({ detector, agents: members }) => detector === each.detector && each.agents.every((agent) => members.includes(agent)),
        )
        expect(before, `${each.id}: ${each.text}`).not.toEqual([])
      }
    }),
    runs,
  )
  expect(found).toBeGreaterThan(0)
})
