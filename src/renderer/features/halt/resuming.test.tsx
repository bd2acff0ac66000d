import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureHalt, fixtureHaltPreview, fixtureResumePreview } from '../testing/halt-fixtures.ts'
import { fixtureState } from '../testing/fixtures.ts'
import { TestKeys } from '../testing/screen-parts.tsx'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { HaltBanner } from './halt-banner.tsx'
import { haltCommands } from './halt-commands.ts'
import { HaltControl } from './halt-control.tsx'
import { HaltDialogs } from './halt-dialogs.tsx'

afterEach(cleanup)

const chord = { key: '>', code: 'Period', ctrlKey: true, shiftKey: true } as const

/** A page while RESUME is being said, as another page or the command line chose. */
async function resuming(): Promise<Rendered & { readonly client: MockClient }> {
  const client = createMockClient({ state: { ...fixtureState, halt: { ...fixtureHalt, resuming: true } } })
  client.on('halt.preview', (input) => ok({ ...fixtureHaltPreview, id: input.id ?? 'QQQQ', level: input.level }))
  const ui = (
    <>
      <TestKeys commands={haltCommands} />
      <HaltBanner />
      <HaltControl />
      <HaltDialogs />
    </>
  )
  const rendered = await renderApp(ui, client)
  await screen.findByRole('region', { name: 'Halt' })
  return { ...rendered, client }
}

test('the keys of Halt, the status bar and the banner halt again while RESUME is being said (F28)', async () => {
  const { client, store } = await resuming()
  const halts = [
    () => fireEvent.keyDown(document.body, chord),
    () => fireEvent.click(screen.getByRole('button', { name: 'Halt again…' })),
    () => fireEvent.click(screen.getByRole('button', { name: /Resuming · Halt again$/ })),
    () => act(() => store.getState().openHaltOrResume()),
  ]
  for (const open of halts) {
    open()
    await waitFor(() => expect(store.getState().haltDialog).toMatchObject({ kind: 'halt', id: fixtureHalt.id, level: fixtureHalt.level }))
    act(() => store.getState().closeHaltDialog())
  }
  expect(client.calls.some(({ method }) => method === 'halt.resumePreview')).toBe(false)
  act(() => client.setState({ halt: fixtureHalt }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Halt again/ })).toBeNull())
})

test('Resume on a second page says that it was begun already, and its keys of Halt halt again (F28)', async () => {
  const { store } = await resuming()
  act(() => store.getState().openResume())
  const dialog = await screen.findByRole('dialog', { name: 'Resume?' })
  expect(dialog.textContent).toContain('begun already')
  expect(dialog.textContent).not.toContain('Nothing has been sent')
  fireEvent.keyDown(screen.getByRole('button', { name: /^Cancel/ }), chord)
  expect(store.getState().haltDialog).toMatchObject({ kind: 'halt', level: fixtureHalt.level })
})

test('Resume of a halt that nobody was told of says why it tells nobody (F28)', async () => {
  const client = createMockClient({ state: { ...fixtureState, halt: fixtureHalt } })
  const rows = fixtureResumePreview.rows.map((row) => ({ ...row, says: [], cannot: { names: [], why: 'its file could not be read' } }))
  client.on('halt.resumePreview', () => ok({ ...fixtureResumePreview, rows }))
  const { store } = await renderApp(<HaltDialogs />, client)
  await waitFor(() => expect(store.getState().state).toBeDefined())
  act(() => store.getState().openResume())
  expect(await screen.findAllByText('says nothing: its file could not be read')).toHaveLength(rows.length)
  expect(screen.getByText(/^Nobody is told/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Resume, telling nobody' })).toBeTruthy()
})
