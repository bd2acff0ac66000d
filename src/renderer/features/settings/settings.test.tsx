import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Grant } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import { WorkspaceMenu } from '../conversations/workspace-menu.tsx'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureInfo, fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { SettingsView } from './settings-view.tsx'
import { TerminalWait } from './terminal-wait.tsx'

afterEach(cleanup)

const grant: Grant = {
  id: 'g1',
  actor: { kind: 'agent', name: 'tester' },
  kind: 'spawn',
  target: 'cargo',
  exact: 'cargo test\u200B --all',
  scope: 'always',
  at: fixtureNow,
}

test('theme, density and text size take effect immediately', async () => {
  const { store } = await renderApp(<SettingsView />)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Font' })).getByRole('radio', { name: 'System' }))
  fireEvent.change(screen.getByRole('slider', { name: 'Text size' }), { target: { value: '150' } })
  await waitFor(() => expect(store.getState().settings).toMatchObject({ theme: 'dark', density: 'compact', textSize: 150, text: 'system' }))
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(store.getState().settings.textSize).toBe(100))
})
test('a refused editor command stays in the field with its fault', async () => {
  const client = createMockClient()
  client.on('settings.set', () => fail('invalid', '{file} is missing.', { fix: 'vim {file}' }))
  const { store } = await renderApp(<SettingsView />, client)
  const field = screen.getByRole('textbox', { name: 'Editor' })
  fireEvent.change(field, { target: { value: 'vim' } })
  fireEvent.blur(field)
  expect((await screen.findByRole('alert')).textContent).toContain('{file} is missing.')
  expect(field).toHaveProperty('value', 'vim')
  client.on('settings.set', (patch) => ok({ ...store.getState().settings, ...patch }))
  fireEvent.click(screen.getByRole('button', { name: 'Use “vim {file}”' }))
  await waitFor(() => expect(store.getState().settings.editor).toBe('vim {file}'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
test('the name of the operator is changed per workspace', async () => {
  const { client } = await renderApp(<SettingsView />)
  fireEvent.change(screen.getByRole('textbox', { name: 'Your name' }), { target: { value: 'mira' } })
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull())
  expect(client.calls.find((call) => call.method === 'workspaces.setOperator')?.input).toEqual({ workspace: 'w1', name: 'mira' })
})
test('a workspace is forgotten only after a confirmation', async () => {
  const { client, store } = await renderApp(<SettingsView />)
  fireEvent.click(screen.getByRole('button', { name: 'Forget…' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('/home/mira/tidepool')).toBeTruthy()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Forget' }).hasAttribute('disabled')).toBe(false))
  expect(dialog.queryByRole('radio')).toBeNull()
  expect(client.calls.some((call) => call.method === 'workspaces.forget')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Forget' }))
  await waitFor(() => expect(store.getState().workspace).toBeUndefined())
})
test('a folder that looks like another one is marked where workspaces are listed, opened and forgotten', async () => {
  const fake = { ...fixtureState.info, id: 'w2', name: 'tidepооl', path: '/home/mira/tidepооl' }
  const client = createMockClient()
  const inFake = { ...fake, id: 'w3', name: 'tidepool', path: '/home/mіra/tidepool' }
  client.on('workspaces.list', () => ok([fixtureState.info, fake, inFake]))
  await renderApp(
    <>
      <WorkspaceMenu />
      <SettingsView />
    </>,
    client,
  )
  expect(within(screen.getByRole('group', { name: 'tidepооl' })).getByText('not tidepool')).toBeTruthy()
  const marks = screen.getAllByRole('group', { name: 'tidepool' }).map((group) => within(group).queryByText(/^not/)?.textContent)
  expect(marks).toEqual([undefined, 'not in mira'])
  fireEvent.keyDown(screen.getByRole('button', { name: 'Workspace tidepool' }), { key: 'Enter' })
  expect((await screen.findByRole('menuitem', { name: /tidepооl/ })).textContent).toContain('not tidepool')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  fireEvent.click(within(screen.getByRole('group', { name: 'tidepооl' })).getByRole('button', { name: 'Forget…' }))
  expect(screen.getByText('“tidepооl” looks like “tidepool” but is another folder: о is U+043E.')).toBeTruthy()
})
test('a second click forgets nothing again, and a copy that is made meanwhile does not keep the workspace (F26)', async () => {
  const client = createMockClient()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  client.on('workspaces.forget', () => promise.then(() => ok({})))
  const { store } = await renderApp(<SettingsView />, client)
  fireEvent.click(screen.getByRole('button', { name: 'Forget…' }))
  const forget = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Forget' })
  await waitFor(() => expect(forget.disabled).toBe(false))
  fireEvent.click(forget)
  fireEvent.click(forget)
  resolve(undefined)
  await waitFor(() => expect(store.getState().workspace).toBeUndefined())
  const inputs = client.calls.filter((call) => call.method === 'workspaces.forget').map(({ input }) => input)
  expect(inputs).toEqual([{ workspace: 'w1', copies: 'clean' }])
})
test('copies of the journal that have a forgotten workspace are named with their sizes, and the operator chooses (F26)', async () => {
  const file = '/data/backups/journal-2026-11-22T101500Z.db'
  const copies = [
    { file, bytes: 21_400_000, isReadable: true, isArchive: false },
    { file: '/data/journal.db.before-20261122T101500000Z', bytes: 1_000, isReadable: false, isArchive: false },
  ]
  const client = createMockClient({ handlers: { 'workspaces.copies': () => ok(copies) } })
  await renderApp(<SettingsView />, client)
  fireEvent.click(screen.getByRole('button', { name: 'Forget…' }))
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => expect(dialog.getByTitle(file).textContent).toBe('journal-2026-11-22T101500Z.db'))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Remove/ }).checked).toBe(true)
  fireEvent.click(dialog.getByRole('radio', { name: /Delete/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Forget' }))
  await waitFor(() => expect(client.calls.find((call) => call.method === 'workspaces.forget')?.input).toMatchObject({ copies: 'delete' }))
})
test('standing approvals show their exact text and are revoked', async () => {
  const client = createMockClient({ handlers: { 'gate.grants': () => ok([grant]) } })
  client.on('gate.revoke', () => {
    client.on('gate.grants', () => ok([]))
    return ok({})
  })
  await renderApp(<SettingsView />, client)
  expect((await screen.findByText('U+200B')).closest('pre')?.textContent).toBe('cargo testU+200B --all')
  fireEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/^None\./)).toBeTruthy()
  expect(client.calls.find((call) => call.method === 'gate.revoke')?.input).toEqual({ id: 'g1' })
})
test('one that has ended gives the reason, and is renewed or dismissed (F24)', async () => {
  const ended: Grant = { ...grant, ended: { why: 'release' } }
  const client = createMockClient({ handlers: { 'gate.grants': () => ok([ended, { ...ended, id: 'g2', target: 'npm' }]) } })
  client.on('gate.renew', ({ id }) => {
    client.on('gate.grants', () => ok([grant, { ...ended, id: 'g2', target: 'npm' }]))
    return id === 'g1' ? ok({}) : fail('not-found', 'tester is not registered now.')
  })
  await renderApp(<SettingsView />, client)
  const region = within(await screen.findByRole('region', { name: 'Ended' }))
  expect(region.getAllByText(/anyone could take/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
  const [first, second] = region.getAllByRole('button', { name: 'Renew' })
  fireEvent.click(second as HTMLElement)
  expect((await screen.findByRole('alert')).textContent).toContain('not registered')
  fireEvent.click(first as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Revoke' })).toBeTruthy()
  fireEvent.click(region.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(client.calls.find((call) => call.method === 'gate.revoke')?.input).toEqual({ id: 'g2' }))
})
test('a standing approval says whether any text is run or sent', async () => {
  const pair = { ...grant, exact: '', reach: 'pair' } as const
  const grants: Grant[] = [
    { ...pair, target: 'claude -p' },
    { ...pair, id: 'g2', kind: 'publish', target: 'Ably dock' },
  ]
  await renderApp(<SettingsView />, createMockClient({ handlers: { 'gate.grants': () => ok(grants) } }))
  expect(await screen.findByText(/may run anything on claude -p/)).toBeTruthy()
  expect(screen.getByText(/may send anything to Ably dock/)).toBeTruthy()
})
test('says what runs and where the data is', async () => {
  await renderApp(<SettingsView />)
  expect(screen.getByText('/home/mira/.local/share/patchbay')).toBeTruthy()
  expect(screen.getByText('0.1.0', { exact: false })).toBeTruthy()
})
test('unusable stored settings are named until they are set again', async () => {
  const client = createMockClient()
  client.on('app.info', () => ok({ ...fixtureInfo, settingsNote: 'Stored settings that this Patchbay cannot use: density.' }))
  await renderApp(<SettingsView />, client)
  expect((await screen.findByRole('note')).textContent).toContain('density')
  client.on('app.info', () => ok(fixtureInfo))
  fireEvent.click(screen.getByRole('radio', { name: 'Compact' }))
  await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})
test('the daily backups are shown with their size, and for a damaged journal what to do', async () => {
  const journalFault = fail('unavailable', 'The journal is damaged. Run `patchbay repair`.').fault
  const client = createMockClient({ state: { ...fixtureState, journalFault } })
  await renderApp(<SettingsView />, client)
  const group = within(screen.getByRole('group', { name: 'Backups' }))
  await group.findByText(/7 daily, 21\.4/)
  expect(group.getByRole('alert').textContent).toContain('patchbay repair')
})

test('how long permission requests wait is said as other times are', async () => {
  await renderApp(<TerminalWait />)
  const waits = screen.getByRole('radiogroup', { name: 'Permission requests wait' })
  const words = within(waits)
    .getAllByRole('radio')
    .map((radio) => radio.parentElement?.textContent)
  expect(words).toEqual(['1\u00a0m', '2\u00a0m', '5\u00a0m', '10\u00a0m', '30\u00a0m', '1\u00a0h'])
})
