import type { ListedScenario } from '../../api/simulations.ts'
import type { HandlersOf } from '../../api/server.ts'
import { ok, type Fault } from '../../core/fault.ts'
import { linksOf } from '../../core/scenario/plan-on.ts'
import { scriptRows } from '../../core/scenario/rows.ts'
import type { EngineContext } from '../engine-context.ts'

/** Simulations that the operator watches. */
export function simulationHandlers({ scenarios, simulations }: EngineContext): HandlersOf<'simulations'> {
  return {
    async 'simulations.list'() {
      const listed: ListedScenario[] = []
      const faults: { file: string; fault: Fault }[] = []
      for (const isOwn of [false, true])
        for (const file of scenarios.files(isOwn)) {
          const found = await scenarios.read({ isOwn, file })
          if (!found.ok) faults.push({ file, fault: found.fault })
          else {
            const { title, about, duration, actors } = found.value
            listed.push({ isOwn, file, title, about, duration, agents: actors.length })
          }
        }
      return ok({ folder: scenarios.folder, scenarios: listed, faults })
    },
    async 'simulations.script'(choice) {
      const found = await scenarios.plan(choice)
      if (!found.ok) return found
      const { scenario, plan, links } = found.value
      const named = linksOf(scenario)
      return ok({
        title: scenario.title,
        about: scenario.about,
        duration: scenario.duration,
        agents: scenario.actors.length,
        actions: plan.actions.length,
        links: [...scenarios.protocols].map(([code, protocol]) => ({ code, protocol, isNamed: named.has(code) })),
        rows: scriptRows(plan).map(({ link, to, ...row }) => ({ ...row, to: [...to], protocol: scenarios.protocols.get(link) ?? link })),
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
    'simulations.open': ({ path }) => scenarios.open(path),
    'simulations.keep': ({ file }) => scenarios.keep(file),
    async 'simulations.start'(choice) {
      const found = await scenarios.plan(choice)
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
    'simulations.shown': () => simulations.look({ what: 'state' }),
    'simulations.flow': (input) => simulations.look({ what: 'flow', input }),
    'simulations.day': (input) => simulations.look({ what: 'day', input }),
    'simulations.event': (input) => simulations.look({ what: 'event', input }),
    async 'simulations.stop'() {
      await simulations.stop()
      return ok({})
    },
  }
}
