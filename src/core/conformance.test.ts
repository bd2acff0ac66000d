import { expect, test } from 'vitest'
import { authorReport, brokenRules, conformanceOf, mostBroken, scoreText, worstScore, type LintedMessage } from './conformance.ts'
import type { Finding } from './lint.ts'

function linted(event: string, ...findings: Partial<Finding>[]): LintedMessage {
  return {
    event,
    protocol: 'p',
    findings: findings.map((one) => ({ rule: 'P001', line: 1, severity: 'error', message: 'It has no sender.', ...one })),
  }
}

const clean = (count: number): LintedMessage[] => Array.from({ length: count }, (_, index) => linted(`c${index}`))

test('a message counts once, by its worst finding; a warning counts a quarter', () => {
  const some = [linted('a', {}, { rule: 'P002', severity: 'warning' }), linted('b', { rule: 'P002', severity: 'warning' }), ...clean(98)]
  expect(conformanceOf('ada', some)).toMatchObject({ messages: 100, found: 2, score: 98.75 })
})

test('fewer than 20 messages have no score, and an empty report says so', () => {
  expect(conformanceOf('ada', clean(19))).not.toHaveProperty('score')
  expect(conformanceOf('ada', clean(20)).score).toBe(100)
  expect(conformanceOf('ada', [])).toEqual({ agent: 'ada', messages: 0, found: 0, rules: [] })
})

test('rules are listed once a message, errors first, with the newest message as the example', () => {
  const some = [
    linted('new', { rule: 'P002', severity: 'warning' }, { rule: 'P002', severity: 'warning' }),
    linted('mid', {}),
    linted('old', { rule: 'P002', severity: 'warning' }),
  ]
  expect(conformanceOf('ada', some).rules.map(({ rule, messages, example }) => [rule, messages, example])).toEqual([
    ['P001', 1, 'mid'],
    ['P002', 2, 'new'],
  ])
})

test('the rule that most messages break may be a warning; agents without a score come after those with one', () => {
  const [bad, good, none] = [conformanceOf('a', [linted('a', {}), ...clean(30)]), conformanceOf('b', clean(20)), conformanceOf('c', [])]
  const both = [linted('x', {}), linted('y', { rule: 'P002', severity: 'warning' }), linted('z', { rule: 'P002', severity: 'warning' })]
  expect(mostBroken(conformanceOf('ada', both))?.rule).toBe('P002')
  expect(mostBroken(good)).toBeUndefined()
  expect([none, good, bad].toSorted(worstScore).map(({ agent }) => agent)).toEqual(['a', 'b', 'c'])
})

test('a rule that several agents break is listed once, with the example of the one that breaks it most', () => {
  const warning = { rule: 'P002', severity: 'warning' } as const
  const ada = conformanceOf('ada', [linted('a1', {}), linted('a2', warning)])
  const bob = conformanceOf('bob', [linted('b1', warning), linted('b2', warning), ...clean(1)])
  const other = conformanceOf('eve', [{ ...linted('e1', {}), protocol: 'q' }])
  expect(
    brokenRules([ada, bob, other, conformanceOf('cy', clean(3))]).map(({ protocol, rule, messages, example, agents }) => [
      protocol,
      rule,
      messages,
      example,
      agents,
    ]),
  ).toEqual([
    ['p', 'P001', 1, 'a1', ['ada']],
    ['q', 'P001', 1, 'e1', ['eve']],
    ['p', 'P002', 3, 'b1', ['bob', 'ada']],
  ])
})

test('the lowest score is 0, and 100 is shown only for 100', () => {
  expect(
    conformanceOf(
      'ada',
      Array.from({ length: 20 }, (_, index) => linted(`e${index}`, {})),
    ).score,
  ).toBe(0)
  expect([100, 99.96, 99.5, 98.75, 0].map(scoreText)).toEqual(['100', '99.9', '99.5', '99', '0'])
})

test('the report for the author quotes what messages say as code', () => {
  const report = authorReport(
    'ada',
    conformanceOf('ada', [linted('a', { message: 'Line\nbreak', fix: 'use ``x`` `\n# not a title' }), ...clean(3)]),
  )
  expect(report).toBe(
    '`ada`: 1 of the last 4 messages breaks 1 rule.\n\n1. P001 ×1: Line break\n   Better: ``` use ``x`` ` # not a title ```',
  )
})
