import { z } from 'zod'
import { eventSchema } from '../core/event.ts'
import { faultSchema } from '../core/fault-schema.ts'
import { limits } from '../core/limits.ts'
import { method } from '../core/method.ts'
import { flowContract } from './flow.ts'
import { workspaceStateSchema } from './workspace-state.ts'
import { deeds, scenarioLimits } from '../core/scenario/scenario.ts'

/**
 * Simulations: a scenario is played in a thread, in a throw-away workspace with an engine of its own. One at a time; every page sees the same one.
 */
const empty = z.object({}).strict()
const none = z.object({})
const code = z.string().regex(/^[a-z]{2}$/)
const count = z.int().nonnegative()
const ms = z.number().nonnegative()
/** Files in the folder of own scenarios that are listed. */
export const ownScenarios = 50

/** Files elsewhere that are listed after they were opened. */
export const openedScenarios = 20

/** A scenario by its file: built in, of the operator's own folder, or an absolute path that was opened. */
const scenarioNameSchema = z.strictObject({ isOwn: z.boolean(), file: z.string().min(1).max(limits.pathChars) })
export type ScenarioName = z.infer<typeof scenarioNameSchema>

const seed = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const speed = z.number().min(0.1).max(1_000)
const choice = { scenario: scenarioNameSchema, seed, links: z.array(code).min(1).max(8).optional() }

const listedScenarioSchema = scenarioNameSchema.extend({
  title: z.string(),
  about: z.string(),
  /** Seconds. */
  duration: z.number(),
  agents: count,
})
export type ListedScenario = z.infer<typeof listedScenarioSchema>

const scriptSchema = z.object({
  title: z.string(),
  about: z.string(),
  duration: z.number(),
  agents: count,
  /** Everything that the actors do, with noise. */
  actions: count,
  /** All links that can be simulated; `isNamed`: the scenario names it. */
  links: z.array(z.object({ code, protocol: z.string(), isNamed: z.boolean() })),
  /** One for each step and each source of noise; times in ms from the beginning. */
  rows: z
    .array(
      z.object({
        at: ms,
        until: ms,
        do: z.enum([...deeds, 'noise']),
        protocol: z.string(),
        from: z.string(),
        to: z.array(z.string()),
        text: z.string(),
        times: count,
      }),
    )
    .max(scenarioLimits.steps + scenarioLimits.actors),
  /** What a good dashboard shows; times in seconds. `isLeftOut`: it is about a link that takes no part. */
  expect: z
    .array(
      z.object({
        title: z.string(),
        see: z.string(),
        after: z.number(),
        within: z.number(),
        not: z.boolean(),
        exact: z.boolean(),
        isLeftOut: z.boolean(),
      }),
    )
    .max(scenarioLimits.expect),
})
export type Script = z.infer<typeof scriptSchema>

const runSchema = z.object({
  id: z.string(),
  scenario: scenarioNameSchema,
  title: z.string(),
  seed,
  speed,
  links: z.array(code),
  /** stopped: by the operator, a halt, or the end of Patchbay · failed: it could not be played. */
  state: z.enum(['starting', 'running', 'paused', 'ended', 'stopped', 'failed']),
  fault: faultSchema.optional(),
  /** How much of the scenario is over, of how much, ms. */
  passed: ms,
  duration: ms,
  /** Actions that were done, of how many. */
  done: count,
  actions: count,
  /** Messages that actors wrote, and that Patchbay has seen; the longest time from one to the other, ms. */
  written: count,
  seen: count,
  slowestMs: count,
  /** By `place` in the scenario's expectations; `at`: when it was seen, ms. */
  verdicts: z.array(z.object({ place: count, met: z.boolean(), at: ms.optional() })).max(scenarioLimits.expect),
  /** Where its actors write. */
  places: z.array(z.object({ protocol: z.string(), name: z.string(), place: z.string() })).max(16),
})
export type SimulationRun = z.infer<typeof runSchema>

/** True until it has ended. */
export function isActive(run: SimulationRun | undefined): run is SimulationRun {
  return run?.state === 'starting' || run?.state === 'running' || run?.state === 'paused'
}

const { input: window } = flowContract['flow.window']
const { input: day } = flowContract['flow.day']

export const simulationContract = {
  /** The scenarios that Patchbay brings, and those in the folder of own ones; files that cannot be used with the reason. */
  'simulations.list': method(
    empty,
    z.object({
      folder: z.string(),
      scenarios: z.array(listedScenarioSchema),
      faults: z.array(z.object({ file: z.string(), fault: faultSchema })),
    }),
  ),
  /** What a scenario will do on these links, and what it expects. */
  'simulations.script': method(z.strictObject(choice), scriptSchema),
  /** Adds a scenario file, or a case, of any folder to the list until Patchbay ends. It stays where it is, and is read again for each use. */
  'simulations.open': method(z.strictObject({ path: z.string().min(1).max(limits.pathChars) }), scenarioNameSchema),
  /** Copies a scenario that Patchbay brings into the folder of own ones, where it can be changed. `conflict`: there is one of this name. */
  'simulations.keep': method(z.strictObject({ file: z.string().min(1).max(200) }), scenarioNameSchema),
  /** Starts one. Faults: `conflict` while one runs; `refused` while halted. */
  'simulations.start': method(z.strictObject({ ...choice, speed }), runSchema),
  /** The simulation that runs, or the last one; and those before, newest first. */
  'simulations.state': method(empty, z.object({ run: runSchema.optional(), ran: z.array(runSchema).max(10) })),
  /** Changes how fast it goes, pauses it, goes on, or goes to the next action and pauses there. */
  'simulations.pace': method(z.strictObject({ speed: speed.optional(), mode: z.enum(['go', 'pause', 'step']).optional() }), none),
  /** The simulated workspace as its pages would show it, and the time there, ms. It is kept while it is looked at, and some seconds longer. */
  'simulations.shown': method(empty, z.object({ now: ms, state: workspaceStateSchema })),
  /** `flow.window` of the simulated workspace. */
  'simulations.flow': method(window.omit({ workspace: true, asOf: true }), flowContract['flow.window'].output),
  /** `flow.day` of the simulated workspace. */
  'simulations.day': method(day.omit({ workspace: true, asOf: true }), flowContract['flow.day'].output),
  /** `events.get` of the simulated workspace. */
  'simulations.event': method(z.strictObject({ id: z.string().min(1).max(limits.nameChars) }), eventSchema),
  /** Ends it and removes its workspace. */
  'simulations.stop': method(empty, none),
}
