import path from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scenarioLimits } from '../core/scenario/scenario.ts'
import { tempFolder } from './journal/test-journal.ts'
import { builtInScenarios, parseScenario, readScenarioFile, scenarioNames } from './scenario-file.ts'

test('the built-in scenarios are valid', async () => {
  const names = scenarioNames(builtInScenarios)
  expect(names).toEqual(['cut-links', 'deadlock', 'echo-storm', 'flood', 'happy-path', 'hostile-text', 'lost-agent'])
  for (const name of names) expect(await readScenarioFile(path.join(builtInScenarios, `${name}.yaml`))).toMatchObject({ ok: true })
})

test('aliases, which make a short file large, are refused', () => {
  const rest =
    'duration: 9\nactors: [{ name: ada, links: [ch] }]\nsteps: [{ at: 1, from: ada, do: say }]\nexpect: [{ title: ada, see: agent, who: ada }]\n'
  expect(parseScenario(`title: x\nabout: x\n${rest}`, 'x.yaml')).toMatchObject({ ok: true })
  expect(parseScenario(`title: &a x\nabout: *a\n${rest}`, 'x.yaml')).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  expect(parseScenario('title: [', 'x.yaml')).toMatchObject({ ok: false, fault: { code: 'invalid' } })
})

test('a file that is too large or missing is refused in words', async () => {
  const folder = tempFolder()
  const large = path.join(folder, 'large.yaml')
  writeFileSync(large, '#'.repeat(scenarioLimits.file + 1))
  expect(await readScenarioFile(large)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  expect(await readScenarioFile(path.join(folder, 'none.yaml'))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(await readScenarioFile(folder)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
})
