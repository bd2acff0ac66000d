import { expect, test } from 'vitest'
import { casePage } from '../../../core/case/page.ts'
import type { CaseEvent } from '../../../core/case/lines.ts'
import { pageMarkup, type Markup } from './page-markup.ts'

const header = {
  type: 'patchbay-case',
  version: 1,
  patchbay: '0',
  title: 'Skew & <b>gateway</b>',
  at: 0,
  from: 0,
  to: 60_000,
  offset: 0,
  workspace: 'w',
  operator: 'you',
  protocols: [{ id: 'chat', chip: 'CH', title: 'chat.md' }],
  replaced: [],
} as const

const said = (n: number, text: string, more: Partial<CaseEvent> = {}): CaseEvent => ({
  type: 'event',
  n,
  at: n,
  kind: 'message',
  protocol: 'chat',
  from: 'coder',
  to: ['you'],
  observers: [],
  link: 'l1',
  conversation: 'c',
  text,
  ...more,
})

function pageOf(...events: readonly CaseEvent[]): string {
  const lines = [header, ...events] as unknown as Parameters<typeof casePage>[0]['lines']
  return casePage({ lines, hash: 'h' } as Parameters<typeof casePage>[0], '', () => 'hash')
}
const flat = (parts: readonly Markup[]): readonly Exclude<Markup, string>[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...flat(part.children)]))
const textOf = (parts: readonly Markup[]): string => parts.map((part) => (typeof part === 'string' ? part : textOf(part.children))).join('')

test('a page of a case is read whole: its texts, rows, links and picture', () => {
  const content = pageMarkup(pageOf(said(2, 'Which <port> & "why"?'), said(3, '8080.', { replyTo: 2 })))
  expect(textOf(content)).toContain('Skew & <b>gateway</b>')
  expect(textOf(content)).toContain('Which <port> & "why"?')
  const all = flat(content)
  expect(all.filter(({ tag }) => tag === 'svg')).toHaveLength(1)
  expect(all.filter(({ attributes }) => attributes.get('id')?.startsWith('n') === true)).toHaveLength(2)
  expect(all.filter(({ tag }) => tag === 'a').map(({ attributes }) => attributes.get('href'))).toEqual(['#n2'])
})

test('what no page of a case has is left out, whatever its bytes', () => {
  const hostile =
    '<main><p onclick="x()" class="dim">a<script>b</script><img src="https://evil.example"><a href="javascript:x()">c</a><a href="//evil.example">d</a></p></main><p>after</p>'
  const all = flat(pageMarkup(hostile))
  expect(all.map(({ tag, attributes }) => [tag, ...attributes.keys()])).toEqual([['p', 'class'], ['a'], ['a']])
  expect(textOf(pageMarkup(hostile))).not.toContain('after')
})

test('the beginning of a page is a page: a tag that is cut is left out, and what is open is closed', () => {
  const page = pageOf(said(2, 'one'), said(3, 'two'))
  const whole = textOf(pageMarkup(page))
  for (let length = page.indexOf('<main>') + 6; length < page.indexOf('</main>'); length += 7) {
    const text = textOf(pageMarkup(page.slice(0, length)))
    expect(whole.startsWith(text)).toBe(true)
  }
})
