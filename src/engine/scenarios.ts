import path from 'node:path'
import { ownScenarios, type ScenarioName } from '../api/simulations.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { Plan } from '../core/scenario/plan.ts'
import { codeOf, linksOf, planOn } from '../core/scenario/plan-on.ts'
import type { Scenario } from '../core/scenario/scenario.ts'
import { builtInScenarios, copyScenario, readScenarioFile, scenarioFiles } from '../io/scenario-file.ts'
import type { Services } from './services.ts'

/** A scenario with what it will do on the links that take part. */
export interface PlannedScenario {
  readonly scenario: Scenario
  readonly plan: Plan
  readonly links: readonly string[]
}

/** The scenarios that Patchbay brings, and those in the folder `scenarios` of the data folder. */
export interface Scenarios {
  /** That of own ones; it may be missing. */
  readonly folder: string
  /** The protocols that can be simulated, by the two letters of their links. */
  readonly protocols: ReadonlyMap<string, string>
  files(isOwn: boolean): readonly string[]
  read(name: ScenarioName): Promise<Result<Scenario>>
  /** @param choice.links absent: those that the scenario names. */
  plan(choice: {
    readonly scenario: ScenarioName
    readonly seed: number
    readonly links?: readonly string[] | undefined
  }): Promise<Result<PlannedScenario>>
  /** Copies one that Patchbay brings into the folder of own ones. */
  keep(file: string): Promise<Result<ScenarioName>>
}

export function openScenarios({ dataDir, protocols: all, now }: Pick<Services, 'dataDir' | 'protocols' | 'now'>): Scenarios {
  const folder = path.join(dataDir, 'scenarios')
  const protocols = [...all.values()]
  const able = protocols.filter((protocol) => protocol.stage !== undefined)
  const chips = new Map(able.filter(({ info }) => info.takesMessages !== false).map((protocol) => [protocol.info.id, codeOf(protocol)]))
  const folderOf = (isOwn: boolean): string => (isOwn ? folder : builtInScenarios)
  const files = (isOwn: boolean): string[] => scenarioFiles(folderOf(isOwn)).slice(0, ownScenarios)

  /** Only a file that is listed is used: a name from a page is never a path. */
  function find({ isOwn, file }: ScenarioName): Result<string> {
    return files(isOwn).includes(file) ? ok(path.join(folderOf(isOwn), file)) : fail('not-found', `There is no scenario “${file}”.`)
  }

  async function read(name: ScenarioName): Promise<Result<Scenario>> {
    const found = find(name)
    return found.ok ? readScenarioFile(found.value, chips) : found
  }

  return {
    folder,
    protocols: new Map(able.map((protocol) => [codeOf(protocol), protocol.info.id])),
    files,
    read,
    async plan({ scenario: name, seed, links }) {
      const scenario = await read(name)
      if (!scenario.ok) return scenario
      const plan = planOn(scenario.value, protocols, { seed, links, began: now() })
      return plan.ok ? ok({ scenario: scenario.value, plan: plan.value, links: [...(links ?? linksOf(scenario.value))] }) : plan
    },
    async keep(file) {
      const found = find({ isOwn: false, file })
      if (!found.ok) return found
      const copied = await copyScenario(found.value, folder)
      return copied.ok ? ok({ isOwn: true, file }) : copied
    },
  }
}
