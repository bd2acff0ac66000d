import { fail, ok, type Result } from '../fault.ts'
import { seededRandom } from '../seeded-random.ts'
import { textHash } from '../text-hash.ts'
import { base32 } from '../ulid.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import type { StageAction } from './stage.ts'

export interface PlanOptions {
  readonly seed: number
  /** Links that take part. What the scenario has on others moves to one of these. */
  readonly links: readonly string[]
  /** When it begins, ms. */
  readonly began: number
}

/** One action and when it is due. */
export interface PlannedAction extends StageAction {
  /** ms from the beginning of the scenario. */
  readonly at: number
  /** Which step of the scenario; absent: noise. */
  readonly step?: number
}

/** Who is on which link, and what is done in which order. */
export interface Plan {
  readonly cast: ReadonlyMap<string, readonly string[]>
  readonly actions: readonly PlannedAction[]
}

const noises = ['read src/index.ts', 'edit src/index.ts', '› npm test', 'read docs/limits.md', '› git status --short', 'grep retryAfter']

/**
 * The actions of a scenario in order, ids and times from the seed and the beginning alone. Each actor has its own random numbers on each link, so what one does
 * never changes another's bytes. A fault says why these links cannot play it. Pure.
 */
export function planScenario(scenario: Scenario, { seed, links, began }: PlanOptions): Result<Plan> {
  const chosen = new Set(links)
  const replying = new Set(scenario.steps.flatMap((step) => (step.do === 'reply' ? linkIn(scenario, step) : [])))
  const talking = links.filter((each) => !replying.has(each))
  const [fallback] = scenario.actors.flatMap((actor) => actor.links).filter((each) => talking.includes(each))
  if (fallback === undefined && talking[0] === undefined) return fail('invalid', `None of these links can play “${scenario.title}”.`)
  const elsewhere = fallback ?? talking[0] ?? ''
  const cast = new Map<string, Set<string>>()
  const enter = (link: string, name: string): void => void cast.set(link, (cast.get(link) ?? new Set()).add(name))
  for (const actor of scenario.actors)
    for (const each of actor.links) if (chosen.has(each) || !replying.has(each)) enter(chosen.has(each) ? each : elsewhere, actor.name)

  const randoms = new Map<string, () => number>()
  const randomOf = (link: string, from: string): (() => number) => {
    const key = `${link} ${from}`
    const random = randoms.get(key) ?? seededRandom(seed ^ textHash(key))
    randoms.set(key, random)
    return random
  }
  const byStep = new Map<string, StageAction>()
  const made: PlannedAction[] = []
  const add = (at: number, link: string, step: Partial<ScenarioStep>, n: number, place?: number): void => {
    const from = step.from ?? ''
    const target = step.to ?? []
    enter(link, from)
    for (const name of target) if (name !== 'operator') enter(link, name)
    const time = began + Math.round(at)
    const re = step.re === undefined ? undefined : byStep.get(step.re)
    const text = (step.text ?? '').replaceAll('{n}', String(n))
    const id = idOf(time, randomOf(link, from))
    const deed: StageAction['do'] = step.do ?? 'noise'
    const action = { do: deed, link, from, to: target, text, id, time, ...(re !== undefined && { re }) }
    if (step.id !== undefined) byStep.set(step.id, action)
    made.push({ ...action, at: Math.round(at), ...(place !== undefined && { step: place }) })
  }
  for (const [place, step] of scenario.steps.entries()) {
    const wanted = linkIn(scenario, step)
    if (!chosen.has(wanted) && (step.do === 'reply' || step.do === 'cut' || step.do === 'restore')) continue
    const link = chosen.has(wanted) ? wanted : elsewhere
    for (let n = 1; n <= step.times; n++) add((step.at + (n - 1) * step.every) * 1_000, link, step, n, place)
  }
  for (const { from, link, lines } of scenario.noise) {
    const own = link ?? scenario.actors.find(({ name }) => name === from)?.links[0] ?? ''
    const there = chosen.has(own) ? own : elsewhere
    const random = randomOf(`noise ${there}`, from)
    for (let n = 1; n <= lines; n++) {
      const text = noises[Math.floor(random() * noises.length)] ?? ''
      add(random() * scenario.duration * 1_000, there, { from, text }, n)
    }
  }
  for (const names of cast.values()) names.delete('')
  const actions = made.toSorted((one, other) => one.at - other.at)
  return ok({ cast: new Map([...cast].map(([link, names]) => [link, [...names]])), actions })
}

function linkIn(scenario: Scenario, step: ScenarioStep): string {
  return step.link ?? scenario.actors.find(({ name }) => name === step.from)?.links[0] ?? ''
}

/** A ULID: ten characters of time, sixteen of chance. */
function idOf(time: number, random: () => number): string {
  let id = ''
  for (let rest = time, at = 0; at < 10; at++, rest = Math.floor(rest / 32)) id = (base32[rest % 32] ?? '') + id
  for (let at = 0; at < 16; at++) id += base32[Math.floor(random() * 32)] ?? ''
  return id
}
