import path from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scenarioLimits } from '../core/scenario/scenario.ts'
import { tempFolder } from '../../test/fakes/journal.ts'
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

test('field names are compared only so often, which takes the square of their number', () => {
  const many = Array.from({ length: 2_000 }, (_, at) => `field${at}: 1`).join('\n')
  expect(parseScenario(many, 'x.yaml')).toMatchObject({
    ok: false,
    fault: { code: 'invalid', detail: expect.stringContaining('It has too many fields.') },
  })
})

test('an error names its line, and text of the file is never printed', () => {
  const printed = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  expect(parseScenario('title: x\nabout: "\\x"\n', 'x.yaml')).toMatchObject({
    ok: false,
    fault: { detail: expect.stringMatching(/^Line 2: /) },
  })
  expect(parseScenario('title: !x \u001b[2J\n', 'x.yaml')).toMatchObject({ ok: false })
  expect(printed).not.toHaveBeenCalled()
})

test('a file that is too large or missing is refused in words', async () => {
  const folder = tempFolder()
  const large = path.join(folder, 'large.yaml')
  writeFileSync(large, '#'.repeat(scenarioLimits.file + 1))
  expect(await readScenarioFile(large)).toMatchObject({ ok: false, fault: { code: 'too-large' } })
  expect(await readScenarioFile(path.join(folder, 'none.yaml'))).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  expect(await readScenarioFile(folder)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
})
