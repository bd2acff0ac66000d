import { expect, test } from 'vitest'
import { readScenario, scenarioLimits } from './scenario.ts'

const step = { at: 1, from: 'ada', do: 'say', text: 'Good morning.' }
const expected = { title: 'ada is known', see: 'agent', who: 'ada' }
const good = {
  title: 'Small',
  about: 'one agent',
  duration: '0:20',
  actors: [{ name: 'ada', links: ['ch'] }],
  steps: [step],
  expect: [expected],
}

test('a file is read with its defaults, times in seconds', () => {
  expect(readScenario(good, 'x.yaml')).toMatchObject({
    ok: true,
    value: { duration: 20, steps: [{ at: 1, times: 1 }], expect: [{ after: 0, within: 5, count: 1, who: ['ada'] }], noise: [] },
  })
})

test.each([
  ['nothing', null, 'x.yaml is not a scenario'],
  ['a missing field', { ...good, about: undefined }, 'about: is missing'],
  ['a missing duration', { ...good, duration: undefined }, 'duration: is missing'],
  ['a number for a text', { ...good, title: 7 }, 'title: must be text'],
  ['half a repetition', { ...good, steps: [{ ...step, times: 1.5 }] }, 'steps.0.times: must be a whole number'],
  ['an unknown deed', { ...good, steps: [{ ...step, do: 'shout' }] }, 'steps.0.do: must be one of say, ask'],
  ['an empty list', { ...good, steps: [] }, 'steps: must not be empty'],
  ['a time in other words', { ...good, duration: 'soon' }, 'duration: must be seconds or m:ss'],
  ['whom to ask in other words', { ...good, steps: [{ ...step, do: 'ask', to: 5 }] }, 'steps.0.to: must be a name'],
  ['an unknown field', { ...good, run: 'rm' }, 'run'],
  ['a name that is a path', { ...good, actors: [{ name: '../../etc', links: ['ch'] }] }, 'actors.0.name'],
  ['a name with a line break', { ...good, actors: [{ name: 'ada\n', links: ['ch'] }] }, 'actors.0.name'],
  ['the operator as an actor', { ...good, actors: [...good.actors, { name: 'operator', links: ['ch'] }] }, 'the person at the dashboard'],
  ['two of one name', { ...good, actors: [...good.actors, ...good.actors] }, 'the same name'],
  ['a stranger who acts', { ...good, steps: [{ ...step, from: 'bo' }] }, 'steps.0.from: bo'],
  ['a stranger who is asked', { ...good, steps: [{ ...step, do: 'ask', to: 'bo' }] }, 'steps.0.to: bo'],
  ['a stranger who is expected', { ...good, expect: [{ ...expected, who: 'bo' }] }, 'expect.0: bo'],
  [
    'a step about a later one',
    {
      ...good,
      steps: [
        { ...step, do: 'done', re: 'task' },
        { ...step, id: 'task' },
      ],
    },
    'steps.0.re',
  ],
  ['a step after the end', { ...good, steps: [{ ...step, at: 15, times: 7 }] }, 'steps.0: ends after'],
  ['an expectation after the end', { ...good, expect: [{ ...expected, after: 18 }] }, 'expect.0: ends after'],
  ['a duration without end', { ...good, duration: scenarioLimits.seconds + 1 }, 'duration'],
  ['too much text', { ...good, steps: [{ ...step, text: 'x'.repeat(scenarioLimits.text + 1) }] }, 'steps.0.text'],
  [
    'too many actions',
    { ...good, steps: Array.from({ length: 3 }, () => ({ ...step, times: 20_000, every: 0.001, at: 0 })) },
    `the limit is ${scenarioLimits.actions}`,
  ],
])('%s is refused with its place', (_name, given, words) => {
  const read = readScenario(given, 'x.yaml')
  expect(read).toMatchObject({ ok: false, fault: { code: 'invalid' } })
  expect(read.ok ? '' : read.fault.message).toContain(words)
})
