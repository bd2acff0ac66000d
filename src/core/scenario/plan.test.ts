import { describe, expect, test } from 'vitest'
import { planScenario, type Plan, type PlanOptions } from './plan.ts'
import { readScenario, type Scenario } from './scenario.ts'
import { valueOf } from '../../../test/fakes/value-of.ts'

const talk = (more: object = {}): Scenario =>
  valueOf(
    readScenario(
      {
        title: 'Talk',
        about: 'two agents',
        duration: 60,
        actors: [
          { name: 'ada', links: ['ir', 'sw'] },
          { name: 'bo', links: ['ch'] },
        ],
        steps: [
          { id: 'table', at: 5, from: 'ada', do: 'task', to: 'bo', text: 'Table {n}' },
          { at: 3, link: 'sw', from: 'ada', do: 'say', text: 'Round {n}', times: 3, every: 10 },
          { at: 20, from: 'bo', do: 'done', re: 'table', text: 'Merged.' },
          { at: 30, link: 'ir', do: 'cut' },
        ],
        noise: [{ from: 'bo', lines: 5 }],
        expect: [{ title: 'ada', see: 'agent', who: 'ada' }],
        ...more,
      },
      'talk.yaml',
    ),
  )
const options: PlanOptions = { seed: 7, links: ['ch', 'ir', 'sw'], began: 1_700_000_000_000 }
const plan = (more: Partial<PlanOptions> = {}, scenario = talk()): Plan => valueOf(planScenario(scenario, { ...options, ...more }))
const of = (made: Plan, from: string): unknown[] => made.actions.filter((action) => action.from === from)

describe('a plan', () => {
  test('has every action in order, with repetitions and numbers', () => {
    const said = plan().actions.filter((action) => action.do !== 'noise')
    expect(said.map(({ at, link, text }) => [at, link, text])).toEqual([
      [3_000, 'sw', 'Round 1'],
      [5_000, 'ir', 'Table 1'],
      [13_000, 'sw', 'Round 2'],
      [20_000, 'ch', 'Merged.'],
      [23_000, 'sw', 'Round 3'],
      [30_000, 'ir', ''],
    ])
    expect(said[3]?.re).toMatchObject({ text: 'Table 1', id: said[1]?.id })
    expect(new Set(plan().actions.map(({ id }) => id)).size).toBe(plan().actions.length)
  })

  test('is the same for the same seed, and differs for another', () => {
    expect(plan()).toEqual(plan())
    expect(plan({ seed: 8 })).not.toEqual(plan())
  })

  test('gives an actor the same whatever the others do', () => {
    const noisy = plan({}, talk({ noise: [{ from: 'bo', lines: 50 }] }))
    expect(of(noisy, 'ada')).toEqual(of(plan(), 'ada'))
  })

  test('moves what other links had to one that takes part, and leaves out their cuts', () => {
    const alone = plan({ links: ['ch'] })
    expect(new Set(alone.actions.map(({ link }) => link))).toEqual(new Set(['ch']))
    expect(alone.actions.map((action) => action.do)).not.toContain('cut')
    expect(alone.cast.get('ch')?.toSorted()).toEqual(['ada', 'bo'])
  })

  test('without a link that can talk is refused', () => {
    expect(planScenario(talk(), { ...options, links: [] })).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  })
})
