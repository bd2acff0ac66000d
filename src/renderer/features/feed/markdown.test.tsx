import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { hasMarkdown, MarkdownText } from './markdown.tsx'

afterEach(cleanup)

function draw(text: string): HTMLElement {
  return render(<MarkdownText text={text} onVisit={() => undefined} />).container
}

test('draws the markdown that agents write', () => {
  const html = draw('**bold** `code`\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet x = 1\n```').innerHTML
  for (const part of ['<strong>bold</strong>', '<code>code</code>', '<li>one</li>', '<td>2</td>', '<pre><code>let x = 1\n</code></pre>']) {
    expect(html).toContain(part)
  }
})

test('headings do not become headings of the page', () => {
  expect(draw('# Title\n### Sub').querySelectorAll('h1, h2, h3, h4, h5, h6')).toHaveLength(0)
})

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<style>*{display:none}</style>',
  '<form action=//evil><input name=a></form>',
  '<details open ontoggle=alert(1)>',
  '[a]: http://evil.example "title"',
  '[^1]: footnote',
  '<!-- comment -->',
  '&lt;b&gt; &#x202e; &#0;',
  '<https://evil.example/\u202e>',
  '- [x] <b>done</b>',
]
const allowed = new Set('P,BR,STRONG,EM,DEL,CODE,PRE,UL,OL,LI,BLOCKQUOTE,HR,BUTTON,SPAN,TABLE,THEAD,TBODY,TR,TH,TD'.split(','))

test.each(hostile)('no part of %j becomes more than text', (text) => {
  const container = draw(text)
  for (const element of container.querySelectorAll('*')) {
    if (element === container) continue
    expect(allowed).toContain(element.tagName)
    for (const name of element.getAttributeNames()) expect(['class', 'type', 'title', 'start']).toContain(name)
  }
  expect(container.textContent?.trim()).not.toBe('')
})

test.each([
  ['[a]: http://evil.example "title"', 'http://evil.example'],
  ['[^1]: the note', 'the note'],
  ['<!-- secret -->', 'secret'],
  ['<div hidden>secret</div>', 'secret'],
  ['    indented', 'indented'],
])('no text of %j is lost', (text, part) => {
  expect(draw(text).textContent).toContain(part)
})

test('links ask before they open, and images are links', () => {
  const visit = vi.fn()
  const { getByText, container } = render(
    <MarkdownText text="[the guide](https://a.example/x) ![pic](https://b.example/p.png) mailto:x@y.z [m](mailto:x@y.z)" onVisit={visit} />,
  )
  expect(container.querySelectorAll('a, img')).toHaveLength(0)
  fireEvent.click(getByText('the guide'))
  expect(visit).toHaveBeenLastCalledWith('https://a.example/x', 'the guide')
  fireEvent.click(getByText('image: pic'))
  expect(visit).toHaveBeenLastCalledWith('https://b.example/p.png', 'pic')
  expect(getByText('m').closest('button')).toBeNull()
})

test('hidden characters are named, in text and in code', () => {
  const { container } = render(<MarkdownText text={'**a\u202Eb** `c\u200Bd`'} onVisit={() => undefined} />)
  expect([...container.querySelectorAll('.ctrl')].map((chip) => chip.textContent)).toEqual(['U+202E', 'U+200B'])
  expect(container.textContent).not.toMatch(/[\u202E\u200B]/)
})

test('thousands of hidden characters are named without a chip for each', () => {
  const { container } = render(<MarkdownText text={'**a** b\u200B'.repeat(2_000)} onVisit={() => undefined} />)
  expect(container.querySelectorAll('.ctrl').length).toBeLessThanOrEqual(1_000)
  expect(container.textContent?.match(/U\+200B/g)).toHaveLength(2_000)
  expect(container.textContent).not.toContain('\u200B')
})

test('plain text is distinguished from markdown', () => {
  expect(hasMarkdown('Started. All is well, 15 s left (maybe): ok?')).toBe(false)
  for (const text of ['`a`', '**a**', '- a', '1. a', 'see https://x.example', '> a', '| a |', '# a', '<b>', 'a_b_']) {
    expect(hasMarkdown(text), text).toBe(true)
  }
})
