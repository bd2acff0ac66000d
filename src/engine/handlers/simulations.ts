import path from 'node:path'
import { ownScenarios, type ListedScenario, type ScenarioName } from '../../api/simulations.ts'
import type { HandlersOf } from '../../api/server.ts'
import { fail, ok, type Fault, type Result } from '../../core/fault.ts'
import { codeOf, linksOf, planOn } from '../../core/scenario/plan-on.ts'
import type { Plan } from '../../core/scenario/plan.ts'
import { scriptRows } from '../../core/scenario/rows.ts'
import type { Scenario } from '../../core/scenario/scenario.ts'
import { builtInScenarios, copyScenario, readScenarioFile, scenarioFiles } from '../../io/scenario-file.ts'
import type { EngineContext } from '../engine-context.ts'

/** Simulations that the operator watches. */
export function simulationHandlers({ services, simulations }: EngineContext): HandlersOf<'simulations'> {
  const ownFolder = path.join(services.dataDir, 'scenarios')
  const protocols = [...services.protocols.values()]
  const able = protocols.filter((protocol) => protocol.stage !== undefined)
  const protocolOf = new Map(able.map((protocol) => [codeOf(protocol), protocol.info.id]))
  const chips = new Map(able.filter(({ info }) => info.takesMessages !== false).map((protocol) => [protocol.info.id, codeOf(protocol)]))
  const folderOf = (isOwn: boolean): string => (isOwn ? ownFolder : builtInScenarios)
  const filesOf = (isOwn: boolean): string[] => scenarioFiles(folderOf(isOwn)).slice(0, ownScenarios)

  /** Only a file that is listed can be read: a name from a page is never a path. */
  async function read({ isOwn, file }: ScenarioName): Promise<Result<Scenario>> {
    if (!filesOf(isOwn).includes(file)) return fail('not-found', `There is no scenario “${file}”.`)
    return readScenarioFile(path.join(folderOf(isOwn), file), chips)
  }

  interface Choice {
    readonly scenario: ScenarioName
    readonly seed: number
    readonly links?: readonly string[] | undefined
  }
  async function planned({ scenario: name, seed, links }: Choice): Promise<Result<{ scenario: Scenario; plan: Plan; links: string[] }>> {
    const scenario = await read(name)
    if (!scenario.ok) return scenario
    const plan = planOn(scenario.value, protocols, { seed, links, began: services.now() })
    return plan.ok ? ok({ scenario: scenario.value, plan: plan.value, links: [...(links ?? linksOf(scenario.value))] }) : plan
  }

  return {
    async 'simulations.list'() {
      const scenarios: ListedScenario[] = []
      const faults: { file: string; fault: Fault }[] = []
      for (const isOwn of [false, true])
        for (const file of filesOf(isOwn)) {
          const found = await read({ isOwn, file })
          if (!found.ok) faults.push({ file, fault: found.fault })
          else {
            const { title, about, duration, actors } = found.value
            scenarios.push({ isOwn, file, title, about, duration, agents: actors.length })
          }
        }
      return ok({ folder: ownFolder, scenarios, faults })
    },
    async 'simulations.script'(choice) {
      const found = await planned(choice)
      if (!found.ok) return found
      const { scenario, plan, links } = found.value
      const named = linksOf(scenario)
      return ok({
        title: scenario.title,
        about: scenario.about,
        duration: scenario.duration,
        agents: scenario.actors.length,
        actions: plan.actions.length,
        links: [...protocolOf].map(([code, protocol]) => ({ code, protocol, isNamed: named.has(code) })),
        rows: scriptRows(plan).map(({ link, to, ...row }) => ({ ...row, to: [...to], protocol: protocolOf.get(link) ?? link })),
        expect: scenario.expect.map(({ title, see, after, within, not, exact, link }) => ({
          title,
          see,
          after,
          within,
          not: not === true,
          exact: exact === true,
          isLeftOut: link !== undefined && !links.includes(link),
        })),
      })
    },
    async 'simulations.keep'({ file }) {
      if (!filesOf(false).includes(file)) return fail('not-found', `There is no scenario “${file}”.`)
      const copied = await copyScenario(path.join(builtInScenarios, file), ownFolder)
      return copied.ok ? ok({ isOwn: true, file }) : copied
    },
    async 'simulations.start'(choice) {
      const found = await planned(choice)
      if (!found.ok) return found
      const { scenario, plan, links } = found.value
      const { scenario: name, seed, speed } = choice
      return simulations.start({ name, scenario, seed, speed, links, actions: plan.actions.length })
    },
    'simulations.state': () => {
      const run = simulations.current()
      return ok({ ...(run !== undefined && { run }), ran: [...simulations.before()] })
    },
    'simulations.pace': (order) => {
      const changed = simulations.pace(order)
      return changed.ok ? ok({}) : changed
    },
    async 'simulations.stop'() {
      await simulations.stop()
      return ok({})
    },
  }
}
