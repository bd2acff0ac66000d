import { expect, test } from 'vitest'
import { builtInScenarios, scenarioNames } from '../../src/io/scenario-file.ts'
import { loadProtocols } from '../../src/protocols/registry.ts'
import { missed, playBuiltIn } from '../suites/scenario.ts'

test.each(scenarioNames(builtInScenarios))('scenario %s: everything expected is seen, and every message (F28)', async (name) => {
  const report = await playBuiltIn(name, await loadProtocols())
  expect(missed(report)).toEqual([])
  expect(report.seen).toBe(report.written)
})

/** Whose deeds every link that takes messages has. */
const movable = ['happy-path', 'deadlock', 'echo-storm', 'hostile-text']
const links = [['ch'], ['ir'], ['sw'], ['ja'], ['sw', 'ca']]

test.each(movable.flatMap((name) => links.map((of) => [name, of] as const)))('scenario %s on %j alone (F28)', async (name, of) => {
  const report = await playBuiltIn(name, await loadProtocols(), { links: of })
  expect(missed(report)).toEqual([])
  expect(report.seen).toBe(report.written)
})
