import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PathText } from './path-text.tsx'

afterEach(cleanup)

test.each([
  ['/home/mira/tidepool/src/auth/tokens.rs', '/home/mira/tidepool/src', '/auth/tokens.rs'],
  ['src/auth.rs', '', 'src/auth.rs'],
  ['C:\\work\\src\\auth.rs', 'C:\\work', '\\src\\auth.rs'],
  ['/etc/hosts', '', '/etc/hosts'],
  ['notes', '', 'notes'],
])('the end of %s stays when it is cut, and the whole can be read', (path, first, last) => {
  const { container } = render(<PathText path={path} />)
  expect([...container.querySelectorAll('.cut')].map(({ textContent }) => textContent)).toEqual([first, last].filter((part) => part !== ''))
  expect(container.textContent).toBe(path)
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe(path)
})
