import path from 'node:path'
import { simulate, type SimulationOptions, type SimulationReport } from '../../src/simulation/run.ts'
import { openPace } from '../../src/simulation/pace.ts'
import { builtInScenarios, readScenarioFile } from '../../src/io/scenario-file.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { valueOf } from '../fakes/value-of.ts'

/** Plays a built-in scenario as fast as this machine can. */
export async function playBuiltIn(
  name: string,
  protocols: readonly Protocol[],
  more: Partial<SimulationOptions> = {},
): Promise<SimulationReport> {
  const scenario = valueOf(await readScenarioFile(path.join(builtInScenarios, `${name}.yaml`)))
  const options = { seed: 1, pace: openPace(100_000), version: '0.0.0-test', began: Date.now(), signal: new AbortController().signal }
  return valueOf(await simulate({ scenario, protocols, ...options, onVerdict: () => undefined, ...more }))
}

/** What was missed, by title. */
export function missed({ verdicts }: SimulationReport): string[] {
  return verdicts.filter(({ met }) => !met).map(({ title }) => title)
}
