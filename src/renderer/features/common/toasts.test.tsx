import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Toasts } from './toasts.tsx'

afterEach(cleanup)

test('what was not done has no mark of what was done', async () => {
  const { store } = await renderApp(<Toasts />, createMockClient())
  act(() => {
    store.getState().toast({ text: 'Copied' })
    store.getState().toast({ text: 'Not undone', detail: 'It was decided otherwise.', isFault: true })
  })
  const glyphs = ['Copied', 'Not undone'].map((words) => screen.getByText(words).closest('.toast')?.querySelector('.g')?.classList.value)
  expect(screen.getByText('It was decided otherwise.').classList).not.toContain('mono')
  expect(glyphs).toEqual(['g g-done', 'g g-lost'])
})
