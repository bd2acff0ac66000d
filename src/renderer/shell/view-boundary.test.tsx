import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from './layout.tsx'
import { renderApp } from './testing.ts'
import { overlaysOf } from './overlays.ts'
import { viewsOf } from './views.tsx'
import { shortcutsOverlay } from '../features/overlays.ts'

let isBroken = true
function Broken(): React.JSX.Element {
  if (isBroken) throw new Error('Maximum call stack size exceeded')
  return <p>drawn again</p>
}

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Puts something in the place of a part while `job` runs. */
async function broken<K extends string>(parts: { [key in K]?: unknown }, key: K, job: () => Promise<void>): Promise<void> {
  const own = parts[key]
  parts[key] = Broken
  try {
    await job()
  } finally {
    parts[key] = own
  }
}

test.each(['Main', 'List', 'Inspector'] as const)(
  'a view whose %s cannot be drawn leaves the rest usable, and can be tried again (F23)',
  async (part) => {
    const feed = viewsOf(new Map()).find((view) => view.id === 'feed')
    if (feed === undefined) throw new Error('There is no feed')
    await broken(feed as { [key in typeof part]?: unknown }, part, async () => {
      const { store } = await renderApp(<App />)
      act(() => store.getState().setView('feed'))
      expect(screen.getAllByRole('alert')).toHaveLength(1)
      expect(screen.getByRole('navigation', { name: 'Views' })).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: /^Settings/ }))
      expect(screen.queryByRole('alert')).toBeNull()
      fireEvent.click(screen.getByRole('button', { name: /^Feed/ }))
      isBroken = false
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(screen.getByText('drawn again')).toBeTruthy()
      expect(screen.queryByRole('alert')).toBeNull()
    })
  },
)

test('a dialog that cannot be drawn is closed, with a message (F23)', async () => {
  const { store } = await renderApp(<App />)
  await broken(overlaysOf(store.getState().screens) as { shortcuts?: unknown }, 'shortcuts', async () => {
    act(() => store.getState().setOverlay(shortcutsOverlay({})))
    expect(store.getState().overlay).toBeUndefined()
    expect(screen.getByText('The dialog could not be shown')).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Views' })).toBeTruthy()
  })
})
