import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LineText } from './line-text.tsx'

afterEach(cleanup)

function shown(text: string): { readonly text: string | null; readonly code: readonly (string | null)[] } {
  const { container } = render(<LineText text={text} />)
  return { text: container.textContent, code: [...container.querySelectorAll('code')].map((one) => one.textContent) }
}

test.each([
  ['honour `Retry-After` in `src/http/client.ts`.', 'honour Retry-After in src/http/client.ts.', ['Retry-After', 'src/http/client.ts']],
  ['no code', 'no code', []],
  ['one ` alone', 'one ` alone', []],
  ['`` and ```ts let x``` stay', '`` and ```ts let x``` stay', []],
  ['`over\nlines` stays', '`over\nlines` stays', []],
])('a line %j shows %j', (text, expected, code) => {
  expect(shown(text)).toEqual({ text: expected, code })
})

test('nothing is hidden inside code', () => {
  expect(shown('run `rm\u202E-rf`')).toEqual({ text: 'run rmU+202E-rf', code: ['rmU+202E-rf'] })
})

test('a text that consists of code is shown as it is', () => {
  const text = '`a`'.repeat(5_000)
  expect(shown(text.replaceAll('``', '` `')).code).toEqual([])
})

test('a link of markdown is its words and the real host, with the whole address under the pointer', () => {
  const { container } = render(<LineText text="Read [https://good.example](https://bad.example:8443/a?b=c) and `[x](https://y.example)`" />)
  expect(container.textContent).toBe('Read https://good.example bad.example:8443 and [x](https://y.example)')
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe('https://bad.example:8443/a?b=c')
  expect(container.querySelector('a')).toBeNull()
})

test('what is no link of the web, or has no host, stays as it is written', () => {
  for (const text of ['array[0](x)', '[run](javascript:alert(1))', '[bad](https://:0)', '[a](file:///etc/passwd)']) {
    const { container } = render(<LineText text={text} />)
    expect(container.textContent).toBe(text)
  }
})
