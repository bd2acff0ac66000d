import { describe, expect, test } from 'vitest'
import { consoleLog, maskSecrets } from './console-log.ts'

describe('the console', () => {
  test.each([
    ['PASS word', 'PASS ••••••'],
    ['PASS :two words', 'PASS ••••••'],
    ['pass word', 'pass ••••••'],
    ['OPER mira word', 'OPER mira ••••••'],
    ['AUTHENTICATE PLAIN', 'AUTHENTICATE PLAIN'],
    ['AUTHENTICATE +', 'AUTHENTICATE +'],
    ['AUTHENTICATE bWlyYQBtaXJhAHg=', 'AUTHENTICATE ••••••'],
    ['PRIVMSG NickServ :IDENTIFY mira word', 'PRIVMSG NickServ :IDENTIFY ••••••'],
    ['PRIVMSG nickserv identify word', 'PRIVMSG nickserv identify ••••••'],
    ['PRIVMSG #general :the PASS word', 'PRIVMSG #general :the PASS word'],
    ['JOIN #ops sesame', 'JOIN #ops ••••••'],
    [':x!y@z PRIVMSG #ops :try sesame, or sesame2', ':x!y@z PRIVMSG #ops :try ••••••, or ••••••2'],
  ])('shows %s as %s', (line, shown) => {
    expect(maskSecrets(line, ['sesame'])).toBe(shown)
  })

  test('keeps the last 2,000 lines, bounded, in pages', () => {
    const log = consoleLog(
      () => 5,
      () => [],
    )
    for (let index = 1; index <= 10_000; index++) log.add('in', index === 10_000 ? 'x'.repeat(100_000) : `line ${index}`)
    const newest = log.page(undefined, 2)
    expect(newest.lines.map((line) => [line.seq, line.text.length])).toEqual([
      [9_999, 9],
      [10_000, 2_000],
    ])
    expect(newest.hasBefore).toBe(true)
    expect(log.page(8_003, 500)).toEqual({
      hasBefore: false,
      lines: [8_001, 8_002].map((seq) => ({ seq, at: 5, way: 'in', text: `line ${seq}` })),
    })
  })
})
