import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The screen has one clock (`src/renderer/features/state/clock.ts`), so the current time is decided in one place. Lint refuses `Date.now` and `performance.now`
 * there; this test finds other ways: dates and formats without an argument, and clocks under other names.
 */
const src = path.join(import.meta.dirname, '..', 'src')
const clocks: readonly RegExp[] = [
  /\bnew\s+Date\b(?!\s*\(\s*[^\s)])/, // also without brackets
  /(?<!\bnew\s+|\.)\bDate\s*\(/, // the current time as a text
  /\bDate\s*(?:\?\.|\[|\.\s*now\b)|=\s*Date\b/,
  /\bperformance\b/,
  /\bTemporal\s*\.\s*Now\b/,
  /\.(?:format|formatToParts)\(\s*\)/, // Intl.DateTimeFormat without an argument
]
const theClock = 'renderer/features/state/clock.ts'

/** The text without comments, strings and literal parts of templates, so that words about clocks are ignored. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gm, ' ')

const asksClock = (text: string): boolean => clocks.some((clock) => clock.test(codeOf(text)))

const files = globSync(['renderer/**/*.{ts,tsx}', 'protocols/*/screen/**/*.{ts,tsx}'], { cwd: src }).map((file) =>
  file.split(path.sep).join('/'),
)

describe('the only clock of the screen (F22)', () => {
  it('finds code that reads a clock, and nothing else', () => {
    const asking = [
      'const now = Date.now()',
      'const { now } = Date',
      "Date['now']()",
      'new Date()',
      'new Date( ).getTime()',
      'new Date',
      'String(Date())',
      'performance.now()',
      'Temporal.Now.instant()',
      'dayFormat.format()',
    ]
    expect(asking.filter((text) => !asksClock(text))).toEqual([])
    const silent = ['new Date(ms).getDate()', 'new Date(2026, 1, 1)', '// Date.now() is elsewhere', "'new Date()'", 'dayFormat.format(ms)']
    expect(silent.filter(asksClock)).toEqual([])
  })

  it('alone reads the computer’s clock', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => asksClock(readFileSync(path.join(src, file), 'utf8')))).toEqual([theClock])
  })
})
