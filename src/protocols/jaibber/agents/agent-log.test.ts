import { expect, it } from 'vitest'
import { AgentLog } from './agent-log.ts'

it('keeps the last 500 lines, in pages, each bounded and without secrets (F18)', () => {
  let now = 0
  const log = new AgentLog(() => ++now)
  for (let at = 1; at <= 600; at++) log.add(`line ${at}`)
  const newest = log.page(2)
  expect(newest).toEqual({
    lines: [
      { seq: 599, at: 599, text: 'line 599' },
      { seq: 600, at: 600, text: 'line 600' },
    ],
    hasBefore: true,
  })
  expect(log.page(500, newest.lines[0]?.seq)).toMatchObject({ lines: { length: 498, 0: { text: 'line 101' } }, hasBefore: false })
  log.add(`\u001b[31mpassword=abcdef\n${'x'.repeat(5_000)}`)
  const [line] = log.page(1).lines
  expect(line?.text).toMatch(/^password=\[redacted\] x+$/)
  expect(line?.text).toHaveLength(1_000)
})

it('splits pieces into lines', () => {
  const log = new AgentLog(() => 0)
  const printer = log.printer()
  for (const piece of ['one\ntw', 'o\n\n', 'three']) printer.add(piece)
  expect(log.page(10).lines.map(({ text }) => text)).toEqual(['stderr: one', 'stderr: two'])
  printer.end()
  expect(log.page(1).lines[0]?.text).toBe('stderr: three')
})
