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
