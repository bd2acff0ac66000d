import { fail, ok, type Result } from '../fault.ts'
import type { Protocol } from '../protocol.ts'
import { planScenario, type Plan, type PlanOptions } from './plan.ts'
import type { Scenario } from './scenario.ts'

/** The two letters of a protocol's links. */
export function codeOf({ info }: Pick<Protocol, 'info'>): string {
  return info.chip.toLowerCase()
}

/** The links that a scenario names. */
export function linksOf({ actors, steps }: Scenario): ReadonlySet<string> {
  return new Set([...actors.flatMap(({ links }) => links), ...steps.flatMap(({ link }) => link ?? [])])
}

/** Whether there are such links; a fault names the first that does not exist. */
export function areLinks(codes: Iterable<string>, protocols: readonly Protocol[]): Result<void> {
  const all = protocols.filter((protocol) => protocol.stage !== undefined).map(codeOf)
  const stranger = [...codes].find((each) => !all.includes(each))
  return stranger === undefined ? ok(undefined) : fail('invalid', `There is no link “${stranger}”. Links: ${all.join(', ')}.`)
}

/**
 * Plans a scenario on the links of these protocols. @param options.links those that take part; absent: all that the scenario names. A fault says which link does
 * not exist. Pure.
 */
export function planOn(
  scenario: Scenario,
  protocols: readonly Protocol[],
  options: Omit<PlanOptions, 'links'> & { readonly links?: readonly string[] | undefined },
): Result<Plan> {
  const able = protocols.filter((protocol) => protocol.stage !== undefined)
  const used = linksOf(scenario)
  const known = areLinks([...used, ...(options.links ?? [])], protocols)
  if (!known.ok) return known
  const wanted = new Set(options.links ?? used)
  // A link that takes no messages has nothing to do but what the scenario has on it.
  const taking = able.filter((protocol) => protocol.info.takesMessages !== false || used.has(codeOf(protocol)))
  return planScenario(scenario, { ...options, links: taking.map(codeOf).filter((code) => wanted.has(code)) })
}
