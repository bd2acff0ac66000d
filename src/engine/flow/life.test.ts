import { expect, test } from 'vitest'
import { defaultDeskLimits } from '../../core/debt.ts'
import type { Event } from '../../core/event.ts'
import type { NameRow } from '../../core/fold/names.ts'
import { flowLaneSchema } from '../../core/flow.ts'
import { lifeOfNames } from './life.ts'

const minute = 60_000

test('of an agent with many names whose evidence expires again and again, the newest parts are kept', () => {
  const names = Array.from({ length: 6 }, (_, at) => ({ source: `l${at}`, name: 'coder', presence: {}, lastOrd: 1 }) as unknown as NameRow)
  // Each name reports in a minute of its own, and is believed for half of it.
  const reportsOf = (link: number): Event[] =>
    Array.from({ length: 32 }, (_, round) => {
      const at = (round * 6 + link) * minute
      return { cursor: 1, at, body: { kind: 'presence', word: 'working', until: at + minute / 2 } } as Event
    })
  const page = ({ filter }: { filter?: { names?: readonly string[] } }) => ({ events: reportsOf(Number(filter?.names?.[0]?.[1])) })
  const journal = { page, lastPlace: () => 1 } as unknown as Parameters<typeof lifeOfNames>[0]
  const known = { at: 192 * minute, cursor: 1, limits: defaultDeskLimits } as unknown as Parameters<typeof lifeOfNames>[4]
  const { life } = lifeOfNames(journal, 'w', names, { from: 0, to: 192 * minute }, known)
  expect(flowLaneSchema.shape.life.safeParse(life).success).toBe(true)
  expect(life.at(-1)).toEqual({ from: 191.5 * minute, to: 192 * minute, life: 'unknown' })
})
