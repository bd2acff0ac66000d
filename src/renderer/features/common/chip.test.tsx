import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { testingWith } from '../testing/test-render.tsx'
import { Chip } from './chip.tsx'

afterEach(cleanup)

test('a chip has the hue of its protocol’s screen; without a screen it has the common border', async () => {
  const hue = 'light-dark(#0b7285, #3bc9db)'
  const { renderApp } = testingWith([{ id: 'post', hue }])
  await renderApp(['post', 'other'].map((protocol) => <Chip key={protocol} protocol={protocol} />))
  const hues = [...document.querySelectorAll<HTMLElement>('.chip')].map((chip) => chip.style.getPropertyValue('--hue'))
  expect(hues).toEqual([hue, ''])
})
