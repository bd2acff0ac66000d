import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { demoStory, storyEnds } from '../../../core/demo-story.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { pastAt, pastMoment } from '../testing/past-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { DemoCaptions } from './demo-captions.tsx'

afterEach(cleanup)

async function show(seconds: number, demo = true) {
  const info = { ...fixtureState.info, demo, openedAt: fixtureNow - seconds * 1_000 }
  return renderApp(<DemoCaptions />, createMockClient({ state: { ...fixtureState, info } }))
}

test.each(demoStory.map(({ at, text }, index) => [at + 1, index, text] as const))(
  'after %i s it is caption %i',
  async (at, index, text) => {
    await show(at)
    expect((await screen.findByRole('status')).textContent).toBe(text)
    expect(screen.getByRole('region', { name: 'Demo' }).textContent).toContain(`${index + 1} of ${demoStory.length}`)
  },
)

test('it is turned by hand, and then waits; it can be closed', async () => {
  await show(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Next caption' }))
  expect(screen.getByRole('status').textContent).toBe(demoStory[1]?.text)
  fireEvent.click(screen.getByRole('button', { name: 'Previous caption' }))
  expect(screen.getByRole('status').textContent).toBe(demoStory[0]?.text)
  fireEvent.click(screen.getByRole('button', { name: 'Close the captions' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Demo' })).toBeNull())
})

test.each([
  ['the story is over', storyEnds + 1, true],
  ['it is no demo', 1, false],
])('nothing is shown when %s', async (_name, seconds, demo) => {
  await show(seconds, demo)
  expect(screen.queryByRole('region', { name: 'Demo' })).toBeNull()
})

test('the banner of the past is the only one, and the captions come back with the present', async () => {
  const { store } = await show(1)
  expect(await screen.findByRole('region', { name: 'Demo' })).toBeTruthy()
  act(() => store.setState({ past: pastAt(pastMoment) }))
  expect(screen.queryByRole('region', { name: 'Demo' })).toBeNull()
  act(() => store.setState({ past: undefined }))
  expect(screen.getByRole('region', { name: 'Demo' })).toBeTruthy()
})
