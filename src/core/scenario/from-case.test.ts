import { expect, test } from 'vitest'
import { scenarioOfCase } from './from-case.ts'

const header = {
  type: 'patchbay-case',
  version: 1,
  patchbay: '0.1.0',
  title: 'Clock skew',
  at: 9,
  from: 0,
  to: 9_000,
  offset: 0,
  workspace: 'tidepool',
  operator: 'mira',
  protocols: [],
  replaced: [],
}
let n = 0
const event = (more: object): object => ({
  type: 'event',
  n: ++n,
  at: 1_000,
  protocol: 'chat',
  link: 'chat.md',
  kind: 'message',
  conversation: 'c',
  from: 'a/b',
  to: ['mira'],
  observers: [],
  text: 'Hello.',
  ...more,
})
const chips = new Map([['chat', 'ch']])
const read = (...lines: readonly object[]) => scenarioOfCase(lines.map((line) => JSON.stringify(line)).join('\n'), 'x.jsonl', chips)

test('agents say again what they said, at the same distances, under names that are no paths', () => {
  const own = event({ from: 'mira', to: ['a/b'], at: 2_000 })
  expect(read(header, event({}), own, event({ at: 4_000, text: 'x'.repeat(900) }), event({ protocol: 'other' }))).toMatchObject({
    ok: true,
    value: {
      title: 'Clock skew',
      actors: [{ name: 'a-b', links: ['ch'] }],
      steps: [
        { at: 0, from: 'a-b', to: ['operator'], do: 'say', text: 'Hello.' },
        { at: 3, text: 'x'.repeat(300) },
      ],
      expect: [{ see: 'message', who: ['a-b'], count: 2, after: 3 }],
    },
  })
})

test.each([
  ['no messages', [header]],
  ['something else', [{ type: 'x' }]],
  ['too many agents', [header, ...Array.from({ length: 60 }, (_, at) => event({ from: `agent-${at}` }))]],
])('a file with %s is refused', (_name, lines) => {
  expect(read(...lines)).toMatchObject({ ok: false, fault: { code: 'invalid' } })
})
