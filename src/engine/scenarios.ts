import path from 'node:path'
import { openedScenarios, ownScenarios, type ScenarioName } from '../api/simulations.ts'
import { fail, ok, type Result } from '../core/fault.ts'
import type { Plan } from '../core/scenario/plan.ts'
import { codeOf, linksOf, planOn } from '../core/scenario/plan-on.ts'
import type { Scenario } from '../core/scenario/scenario.ts'
import { builtInScenarios, copyScenario, readScenarioFile, scenarioEndings, scenarioFiles } from '../io/scenario-file.ts'
import type { Services } from './services.ts'
import { expandHome } from './workspace-path.ts'

/** A scenario with what it will do on the links that take part. */
export interface PlannedScenario {
  readonly scenario: Scenario
  readonly plan: Plan
  readonly links: readonly string[]
}

/** The scenarios that Patchbay brings, those in the folder `scenarios` of the data folder, and files elsewhere that the operator opened. */
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
  /** Adds a file to the operator's own ones, if it can be played. @param given an absolute path, or one that starts with `~`. */
  open(given: string): Promise<Result<ScenarioName>>
  /** Copies one that Patchbay brings into the folder of own ones. */
  keep(file: string): Promise<Result<ScenarioName>>
}

const refused = (message: string): ReturnType<typeof fail> => fail('invalid', message, { field: 'path' })

/** Opens the scenarios of a data folder: those that Patchbay brings, and the operator’s own. */
export function openScenarios({ dataDir, protocols: all, now }: Pick<Services, 'dataDir' | 'protocols' | 'now'>): Scenarios {
  const folder = path.join(dataDir, 'scenarios')
  const protocols = [...all.values()]
  const able = protocols.filter((protocol) => protocol.stage !== undefined)
  const chips = new Map(able.filter(({ info }) => info.takesMessages !== false).map((protocol) => [protocol.info.id, codeOf(protocol)]))
  const folderOf = (isOwn: boolean): string => (isOwn ? folder : builtInScenarios)
  /** Absolute paths, the latest last. */
  const opened = new Set<string>()
  const files = (isOwn: boolean): string[] => [...scenarioFiles(folderOf(isOwn)).slice(0, ownScenarios), ...(isOwn ? opened : [])]

  /** Only a file that is listed is used: a name from a page is a path only if it was opened. */
  function find({ isOwn, file }: ScenarioName): Result<string> {
    return files(isOwn).includes(file) ? ok(path.resolve(folderOf(isOwn), file)) : fail('not-found', `There is no scenario “${file}”.`)
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
    async open(given) {
      const wanted = expandHome(given.trim())
      if (!path.isAbsolute(wanted) || wanted.includes('\0')) return refused('Start with / (or ~ for your home folder).')
      if (!scenarioEndings.some((ending) => wanted.endsWith(ending))) return refused('Choose a .yaml file, or a case (.jsonl).')
      const file = path.resolve(wanted)
      const found = await readScenarioFile(file, chips)
      if (!found.ok) return { ok: false, fault: { ...found.fault, field: 'path' } }
      const own = path.relative(folder, file)
      if (files(true).includes(own)) return ok({ isOwn: true, file: own })
      opened.delete(file)
      opened.add(file)
      for (const oldest of [...opened].slice(0, -openedScenarios)) opened.delete(oldest)
      return ok({ isOwn: true, file })
    },
    async keep(file) {
      const found = find({ isOwn: false, file })
      if (!found.ok) return found
      const copied = await copyScenario(found.value, folder)
      return copied.ok ? ok({ isOwn: true, file }) : copied
    },
  }
}
