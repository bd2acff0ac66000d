import { cleanup, render } from '@testing-library/react'
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { FormattedText } from './formatted-text.tsx'
import { isTameMarkdown, markdownLimits } from './markdown-limits.ts'
import { hasMarkdown, MarkdownText } from './markdown.tsx'

afterEach(cleanup)

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const halves = (open: string, close: string, length: number): string => filled(open, length / 2) + filled(close, length / 2)
const steps = (line: (step: number) => string, length: number): string => {
  let text = ''
  for (let step = 0; text.length < length; step++) text += `${line(step)}\n`
  return text.slice(0, length)
}
const nested = (levels: number): string => Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')

/** Texts that make the parser nest or take the square of their length, by length. */
const hostile: { readonly [name: string]: (length: number) => string } = {
  'block quotes': (length) => filled('>', length),
  'block quotes with blanks': (length) => filled('> ', length),
  'numbered lists': (length) => filled('1. ', length),
  'numbered lists with brackets': (length) => filled('1) ', length),
  'lists with plus': (length) => filled('+ ', length),
  'lists in quotes': (length) => filled('> - ', length),
  'quotes in lists': (length) => filled('1.\t> ', length),
  'lists by indentation': (length) => steps((step) => `${'  '.repeat(step)}- a`, length),
  'lists by tabs': (length) => steps((step) => `${'\t'.repeat(step)}* a`, length),
  'quotes line by line': (length) => steps((step) => `${'>'.repeat(step + 1)}a`, length),
  'lazy lines of a quote': (length) => `${'> '.repeat(10)}a\n${filled('b\n', length)}`,
  'many quotes': (length) => filled('> a\n\n', length),
  'many items': (length) => filled('- a\n', length),
  'stars around a letter': (length) => `${filled('*', length / 2)}a${filled('*', length / 2)}`,
  'emphasis that opens and closes': (length) => halves('*a', 'a*', length),
  'emphasis of two kinds': (length) => halves('*a _b ', 'c_ d* ', length),
  'emphasis that never closes': (length) => filled('*a **b ', length),
  'emphasis that closes elsewhere': (length) => halves('a**b', 'c* ', length),
  'struck text': (length) => filled('~~a', length),
  'marks of three kinds': (length) => filled('*_~', length),
  brackets: (length) => halves('[', ']', length),
  'links in links': (length) => halves('[a](', ')', length),
  'images in images': (length) => halves('![', '](x)', length),
  'links that never close': (length) => filled('[a](<b', length),
  'code that never closes': (length) => steps((step) => `${'`'.repeat(step + 1)}a`, length).replaceAll('\n', ' '),
  'a wide table': (length) => `${filled('|a', length / 3)}\n${filled('|-', length / 3)}\n${filled('|\n', length / 3)}`,
  'a long table': (length) => `|a|b|\n|-|-|\n${filled('|1|2|\n', length)}`,
  addresses: (length) => filled('a@b.c ', length),
  'web addresses': (length) => filled('www.a ', length),
  'links in angles': (length) => filled('<http://a>', length),
  'blank lines': (length) => filled('\n', length),
}
const patterns = Object.entries(hostile)

/** What an agent writes in a long answer. */
const ordinary = filled(
  '## Result\n\nAll **tests** pass, see `src/a.ts` and https://a.example/x\n\n- one\n- two\n\n```ts\nlet a = b[0]\n```\n\n',
  16_000,
)

declare const process: { cpuUsage(since?: object): { readonly user: number; readonly system: number } }

/** CPU time of a job, ms. */
function cost(job: () => void): number {
  const began = process.cpuUsage()
  job()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}
const draw = (text: string): HTMLElement => render(<MarkdownText text={text} onVisit={() => undefined} />).container
const show = (text: string): HTMLElement => render(<FormattedText text={text} onVisit={() => undefined} />).container

describe('no text can nest deeply or block the page (F23)', () => {
  test('a long answer is parsed, and one past the limit is not', () => {
    expect(isTameMarkdown(ordinary)).toBe(true)
    expect(isTameMarkdown('a'.repeat(markdownLimits.chars))).toBe(true)
    expect(isTameMarkdown('a'.repeat(markdownLimits.chars + 1))).toBe(false)
  })

  test('nested lists by indentation are counted up to the limit', () => {
    expect(isTameMarkdown(nested(markdownLimits.depth))).toBe(true)
    expect(isTameMarkdown(nested(markdownLimits.depth + 1))).toBe(false)
  })

  test.each(['> ', '>', '- ', '* ', '+ ', '1. ', '12) ', '> 1. '])('levels of %j are counted to the limit', (marker) => {
    const one = marker === '> 1. ' ? 2 : 1
    expect(isTameMarkdown(`${marker.repeat(markdownLimits.depth / one)}a`)).toBe(true)
    expect(isTameMarkdown(`${marker.repeat(markdownLimits.depth / one + 1)}a`)).toBe(false)
  })

  test('any parsed mixture of markers, over any lines, nests no deeper than the limit', () => {
    const piece = constantFrom(
      '> ',
      '>',
      '- ',
      '+ ',
      '* ',
      '1. ',
      '2) ',
      '  ',
      '\t',
      '\n',
      '\n',
      '\r',
      'a',
      '*',
      '**',
      '_',
      '[',
      '](b)',
      '`',
      '|',
    )
    let parsed = 0
    assert(
      property(array(tuple(piece, integer({ min: 1, max: 20 })), { maxLength: 12 }), (pieces) => {
        const text = pieces.map(([part, times]) => part.repeat(times)).join('')
        if (!isTameMarkdown(text)) return
        parsed++
        const container = draw(text)
        const containers = [...container.querySelectorAll('blockquote, li')].map((element) => levelsOf(element))
        expect(Math.max(0, ...containers)).toBeLessThanOrEqual(markdownLimits.depth)
        cleanup()
      }),
      { numRuns: 150 },
    )
    expect(parsed).toBeGreaterThan(30)
  })

  test.each(patterns)('%s: refused in full length, drawn in the longest allowed length', (_name, make) => {
    const lengths = [125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]
    const longest = lengths.findLast((length) => isTameMarkdown(make(length))) ?? 0
    const elements = draw(make(longest)).querySelectorAll('*').length
    expect(elements).toBeLessThan(2 * markdownLimits.pieces)
    cleanup()
    const whole = show(make(64_000))
    if (longest < 64_000) expect(whole.querySelectorAll('blockquote, li, em, td, button')).toHaveLength(0)
    expect(whole.textContent?.length).toBeGreaterThan(0)
  })

  test('allowed text costs no more than a long answer, and the check next to nothing', () => {
    draw(ordinary)
    cleanup()
    const usual = cost(() => draw(ordinary))
    cleanup()
    for (const name of [
      'lazy lines of a quote',
      'emphasis that opens and closes',
      'stars around a letter',
      'brackets',
      'images in images',
    ]) {
      const text = [4_000, 2_800, 2_000, 1_400, 1_000, 700].map((length) => hostile[name]?.(length) ?? '').find(isTameMarkdown) ?? ''
      expect(text.length, name).toBeGreaterThan(0)
      expect(
        cost(() => draw(text)),
        name,
      ).toBeLessThan(usual * 4 + 100)
      cleanup()
    }
    const asked = cost(() => {
      for (const [, make] of patterns) {
        const text = make(64_000)
        isTameMarkdown(text)
        hasMarkdown(text)
      }
    })
    expect(asked).toBeLessThan(usual * 4 + 100)
  })

  test('text that is not parsed is shown in full, with a note', () => {
    const container = show('> '.repeat(2_000))
    expect(container.querySelector('p')?.textContent).toBe('> '.repeat(2_000))
    expect(container.querySelector('.foot')).not.toBeNull()
    expect(show('**a**').querySelector('.foot')).toBeNull()
  })
})

/** Block quotes and items that an element is in, with itself. */
function levelsOf(element: Element): number {
  let levels = 0
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (/^(?:BLOCKQUOTE|LI)$/.test(at.tagName)) levels += 1
  return levels
}
