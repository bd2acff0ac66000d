import { describe, expect, test } from 'vitest'
import { lintRules } from './lint-rules.ts'
import { reporter } from './lint-report.ts'
import { lintText, remarksOn } from './lint.ts'

const good = {
  v: 1,
  type: 'task.create',
  id: '01HX9Z3V9N8Q7R6S5T4W3X2Y1Z',
  from: 'coder',
  to: ['@workers'],
  ts: 1_712_000_000_000,
  payload: { title: 'x' },
}
const text = (more: object = {}): string => JSON.stringify({ ...good, ...more })
const rules = (given: string, known?: ReadonlySet<string>): string[] => lintText(given, known).map(({ rule }) => rule)

test('a correct envelope has no findings, alone, framed or relayed; chat and notices have none', () => {
  for (const line of [
    text(),
    `:coder!u@h PRIVMSG #work :${text()}`,
    `@time=1;msgid=x :coder!u@h PRIVMSG #work :${text()}\r`,
    `:bridge!u@h PRIVMSG #work :[coder] ${text()}`,
    `PRIVMSG #work :${text()}`,
    ':coder!u@h PRIVMSG #work :good morning',
    `:coder!u@h NOTICE #work :${text({ v: 2 })}`,
    '',
  ])
    expect(rules(line)).toEqual([])
})

test.each([
  ['IR001', text({ v: 2 })],
  ['IR001', '{"v":1,'],
  ['IR002', `:mallory!u@h PRIVMSG #work :${text()}`],
  ['IR002', `:bridge!u@h PRIVMSG #work :[other] ${text()}`],
  ['IR003', text({ id: '01HX9Z...' })],
  ['IR004', text().replace('"type"', '"Type"')],
  ['IR004', text().replace('{', '{"v":1,')],
  ['IR004', text({ extra: 1 })],
  ['IR005', text({ ts: undefined })],
  ['IR005', text({ ts: 1_712_000_000 })],
  ['IR005', text({ ts: -5 })],
  ['IR006', text({ to: ['@worker'] })],
  ['IR006', text({ to: ['@coder'] })],
  ['IR006', text({ to: ['@*'] })],
  ['IR006', text({ to: ['claude-*'] })],
  ['IR006', text({ to: ['@claude*'] })],
  ['IR006', text({ to: ['@Workers'] })],
  ['IR006', text({ to: [''] })],
  ['IR007', text({ payload: {} })],
  ['IR007', text({ type: 'task.update', payload: { status: 'done' } })],
  ['IR007', text({ type: 'task.complete', payload: { task_id: 'x', summary: 1 } })],
  ['IR007', text({ type: 'agent.hello', payload: [1] })],
  ['IR008', text({ type: 'deploy', payload: {} })],
  ['IR008', text({ type: 'my deploy.x' })],
  ['IR009', text({ payload: { title: 'x'.repeat(400) } })],
])('%s finds %s', (rule, line) => expect(rules(line)).toEqual([rule]))

test('every rule is tested, and each finding has the severity of its rule', () => {
  expect(lintText(text({ v: 2 }))).toMatchObject([{ severity: 'error', line: 1 }])
  expect(lintRules.map(({ rule }) => rule)).toEqual(Array.from({ length: 9 }, (_, at) => `IR00${at + 1}`))
})

test.each([
  ['@worker', '@workers'],
  ['@ALL', '@all'],
  ['@*', '@all'],
  ['claude-*', '@claude-*'],
  ['@claude*', '@claude-*'],
  ['@coder', 'coder'],
])('%s was probably meant to be %s', (token, fix) => expect(remarksOn(text({ to: [token] }))).toMatchObject([{ rule: 'IR006', fix }]))

test('recipients are checked if the valid names are known', () => {
  expect(rules(text({ to: ['codex-7'] }))).toEqual([])
  expect(rules(text({ to: ['codex-7'] }), new Set(['codex-7']))).toEqual([])
  expect(rules(text({ to: ['codex-7', '@all'] }), new Set(['coder']))).toEqual(['IR006'])
})

describe('several lines', () => {
  test('have findings with their numbers', () => {
    expect(lintText(`hello\n${text({ v: 2 })}\n${text({ id: 'x' })}`)).toMatchObject([
      { rule: 'IR001', line: 2 },
      { rule: 'IR003', line: 3 },
    ])
  })
  test('that form one split envelope count as one', () => {
    const long = text({ payload: { title: 'x'.repeat(100) } })
    const pieces = [long.slice(0, 90), long.slice(90, 150), long.slice(150)]
    expect(rules(pieces.map((one) => `:coder!u@h PRIVMSG #work :${one}`).join('\n'))).toEqual([])
    expect(rules(pieces.map((one, at) => `:coder${at}!u@h PRIVMSG #work :${one}`).join('\n'))).toEqual(['IR001'])
  })
  test('are read as by the link: relayed, in pieces, and with chat in between', () => {
    const long = text({ payload: { title: 'x'.repeat(100) } })
    const lines = [
      'good morning',
      `:bridge!u@h PRIVMSG #work :[coder] ${text()}`,
      `:bridge!u@h PRIVMSG #work :[coder] ${long.slice(0, 90)}`,
      ':mira!u@h PRIVMSG #work :meanwhile',
      `:bridge!u@h PRIVMSG #work :${long.slice(90)}`,
      `[coder] ${text({ v: 2 })}`,
      long.slice(0, 80),
      long.slice(80),
      '{"v":1,',
    ]
    const check = reporter()
    const reports = [...lines.flatMap((line, at) => check.take(at + 1, line)), ...check.end()]
    expect(reports.map(({ line, kind, ok, warnings }) => [line, kind, ok, warnings.length])).toEqual([
      [1, 'text', true, 0],
      [2, 'envelope', true, 0],
      [4, 'text', true, 0],
      [3, 'envelope', true, 0],
      [6, 'envelope', false, 0],
      [7, 'envelope', true, 0],
      [9, 'envelope', false, 0],
    ])
    expect(lintText(lines.join('\n'))).toMatchObject([
      { rule: 'IR001', line: 6 },
      { rule: 'IR001', line: 9 },
    ])
  })
  test('stops after a thousand findings', () => {
    expect(lintText(`${text({ v: 2 })}\n`.repeat(2_000)).length).toBe(1_000)
  })
})
