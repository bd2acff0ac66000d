import { expect, test } from 'vitest'
import { builtInScenarios, scenarioNames } from '../../src/io/scenario-file.ts'
import { loadProtocols } from '../../src/protocols/registry.ts'
import { missed, playBuiltIn } from '../suites/scenario.ts'

test.each(scenarioNames(builtInScenarios))('scenario %s: everything expected is seen, and every message (F28)', async (name) => {
  const report = await playBuiltIn(name, await loadProtocols())
  expect(missed(report)).toEqual([])
  expect(report.seen).toBe(report.written)
})
