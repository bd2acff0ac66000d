import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { FileDiff, Round } from '../pure/api.ts'
import { TestKeys } from '../../../renderer/features/testing/screen-parts.tsx'
import { createHomeClient, fixtureHome, fixtureDiff, fixtureRound, fixtureSession, planRow } from './session-fixtures.ts'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { ApplyMode } from './apply-mode.tsx'
import { Review } from './review.tsx'
import { codingAgentOf } from './slices.ts'

afterEach(cleanup)

const at = { session: '9f2c41d0', sequence: 3 }
const show = async (client = createHomeClient(), row = 2): Promise<Rendered> => {
  const rendered = await renderApp(
    <>
      <Review />
      <TestKeys />
    </>,
    client,
  )
  act(() => rendered.store.getState().setView('paste'))
  await act(() => codingAgentOf(rendered.store.getState()).loadRound())
  act(() => codingAgentOf(rendered.store.getState()).chooseRow(row))
  return rendered
}
const press = (key: string, more: KeyboardEventInit = {}): boolean => fireEvent.keyDown(document.body, { key, code: 'any', ...more })
const diffOf = (diff: FileDiff): ReturnType<typeof createHomeClient> => createHomeClient({ diff: () => diff })

describe('the diff', () => {
  test('has both line numbers, removed and added lines', async () => {
    await show()
    const added = await screen.findByText(/_memory = new/)
    expect(added.tagName).toBe('INS')
    expect(added.parentElement?.textContent).toBe('10+    private readonly Memory _memory = new();')
    expect(screen.getByText(/public double Last/).parentElement?.textContent).toBe('10−    public double Last;')
    expect(screen.getByText('lines 12–18 become 12–20')).toBeTruthy()
  })
  test('of a failed edit shows only which lines it was for', async () => {
    const { plan } = fixtureRound
    const rows = plan?.rows.map((row) =>
      row.index === 2 ? { ...row, added: 0, removed: 0, result: { success: false, summary: 'no' } } : row,
    )
    await show(createHomeClient({ diff: () => fixtureDiff(), round: () => ({ ...fixtureRound, plan: { ...plan, rows } }) }))
    expect(screen.getByText('lines 12–18')).toBeTruthy()
  })
  test('[ and ] move through its changes, wrap around, and start over with another row', async () => {
    const { store } = await show(diffOf(fixtureDiff('a', 3)))
    await screen.findByText('change 1 of 3')
    press('[')
    expect(screen.getByText('change 3 of 3')).toBeTruthy()
    press(']')
    press(']')
    expect(screen.getByText('change 2 of 3')).toBeTruthy()
    act(() => codingAgentOf(store.getState()).chooseRow(1))
    expect(await screen.findByText('change 1 of 3')).toBeTruthy()
  })
  test('side by side', async () => {
    await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Side by side', pressed: false }))
    const added = await screen.findByText(/_memory = new/)
    expect(added.closest('.l')?.textContent).toBe('10−    public double Last;10+    private readonly Memory _memory = new();')
  })
  test('names what cannot be shown', async () => {
    await show(diffOf({ path: 'a.bin', hunks: [], note: 'binary' }))
    expect(await screen.findByText('binary')).toBeTruthy()
    expect(screen.queryByText(/change 1/)).toBeNull()
  })
  test('a file that is gone is a fault in its place', async () => {
    await show(createHomeClient({ diff: () => fail('not-found', 'The file is not there any more.') }))
    expect((await screen.findByRole('alert')).textContent).toContain('The file is not there any more.')
  })
  test('nothing in its lines stays hidden', async () => {
    await show(diffOf({ path: 'a', hunks: [{ lines: [{ kind: 'add', after: 1, text: 'x\u202E<b>y</b>' }] }] }))
    expect((await screen.findByText(/<b>y<\/b>/)).textContent).toBe('xU+202E<b>y</b>')
  })
  test('an answer about the previous row is not shown', async () => {
    const slow = Promise.withResolvers<FileDiff>()
    const { store } = await show(
      createHomeClient({ diff: ({ index }: { index: number }) => (index === 2 ? slow.promise : fixtureDiff('other')) }),
    )
    act(() => codingAgentOf(store.getState()).chooseRow(1))
    await screen.findByText('change 1 of 1')
    await act(async () => slow.resolve({ path: 'late', hunks: [], note: 'late' }))
    expect(screen.queryByText('late')).toBeNull()
  })
})

describe('editing', () => {
  test('the text is sent to the core, and until then nothing can be applied', async () => {
    const { client, store } = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const field = screen.getByLabelText('Text of src/Calculator.cs')
    expect(field).toHaveProperty('value', fixtureDiff().body)
    fireEvent.change(field, { target: { value: 'new' } })
    expect(screen.getByText('Row 2 is being edited: use your text or cancel it first.')).toBeTruthy()
    act(() => codingAgentOf(store.getState()).chooseRow(4))
    act(() => codingAgentOf(store.getState()).chooseRow(2))
    expect(await screen.findByLabelText('Text of src/Calculator.cs')).toHaveProperty('value', 'new')
    fireEvent.keyDown(screen.getByLabelText('Text of src/Calculator.cs'), { key: 'Enter', code: 'Enter', ctrlKey: true })
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 2, body: 'new' }] }]))
    expect(asked(client, 'apply')).toEqual([])
  })
  test('Esc discards it', async () => {
    const { client } = await show(undefined, 4)
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    fireEvent.change(screen.getByLabelText('Text of the command'), { target: { value: 'rm' } })
    fireEvent.keyDown(screen.getByLabelText('Text of the command'), { key: 'Escape' })
    expect(screen.getByLabelText('Exact command').textContent).toBe('dotnet test --no-restore')
    expect(asked(client, 'decide')).toEqual([])
  })
  test('names what the field does not show, and discards a change', async () => {
    const row = planRow(1, 'RUN_COMMAND', { text: 'a\u200Bb', isEdited: true, hidden: ['U+200B'] })
    const round: Round = { ...fixtureRound, plan: { hash: 'h1', rows: [row], lint: [], repairs: 0, prose: [] } }
    const { client } = await show(createHomeClient({ round: () => round }), 1)
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByText(/Hidden in this field:/).textContent).toContain('U+200B')
    fireEvent.click(screen.getByRole('button', { name: 'Discard my change' }))
    await waitFor(() => expect(asked(client, 'decide')).toEqual([{ ...at, reply: 1, choices: [{ index: 1, body: null }] }]))
  })
})

test('a command is shown exactly, with its control characters and its confinement', async () => {
  const row = planRow(1, 'RUN_COMMAND', { text: 'echo \u001B[2K\n# <script>', hidden: ['ESC'] })
  await show(createHomeClient({ round: () => ({ ...fixtureRound, plan: { hash: 'h', rows: [row], lint: [], repairs: 0, prose: [] } }) }), 1)
  expect(screen.getByLabelText('Exact command').textContent).toBe('echo ESC[2K\n# <script>')
  expect(screen.getByText(/process namespace/)).toBeTruthy()
})

describe('rolling back', () => {
  const rounds = fixtureSession.rounds.map((round) => (round.sequence === 3 ? { ...round, state: 'open' as const } : round))
  const home = { ...fixtureHome, sessions: [{ ...fixtureSession, rounds }] }
  const rollBack = { restores: ['src/a.ts'], removes: ['src/\u202Eb.ts'], cannot: ['Ran dotnet test'] }
  test('first shows what it restores, removes and cannot undo', async () => {
    const { client, store } = await show(createHomeClient({ round: () => ({ ...fixtureRound, rollBack }) }, home))
    fireEvent.click(screen.getByRole('button', { name: 'Roll back round 2' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Restores 1 file')
    expect(within(dialog).getByLabelText('Removes').textContent).toBe('src/U+202Eb.ts')
    expect(within(dialog).getByLabelText('Can’t be undone').textContent).toBe('Ran dotnet test')
    expect(asked(client, 'rollBack')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Roll back round 2' }))
    await waitFor(() => expect(asked(client, 'rollBack')).toEqual([{ ...at, sequence: 2 }]))
    await waitFor(() => expect(store.getState().toasts[0]?.text).toBe('Round 2 rolled back, outbox 3 copied'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(asked(client, 'outbox').length).toBe(3)) // it tells of the rollback now
  })
  test('a fault stays in the dialog', async () => {
    await show(
      createHomeClient(
        { round: () => ({ ...fixtureRound, rollBack }), rollBack: () => fail('conflict', 'A file changed meanwhile.') },
        home,
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Roll back round 2' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Restores 1 file')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Roll back round 2' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('A file changed meanwhile.')
  })
  test('later ones are rolled back first', async () => {
    await show()
    fireEvent.click(screen.getByRole('button', { name: 'Roll back round 2' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Discard the reply of round 3 first.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('if it is impossible there is no button', async () => {
    await show(createHomeClient({}, home))
    fireEvent.click(screen.getByRole('button', { name: 'Roll back round 2' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('This round can no longer be rolled back.')
    expect(within(dialog).getByRole('button', { name: 'Roll back round 2' })).toHaveProperty('disabled', true)
  })
})

const choose = async (mode: string, from: 'ask' | 'all' = 'ask'): Promise<Rendered> => {
  const session = { ...fixtureSession, mode: from }
  const rendered = await renderApp(<ApplyMode session={session} />, createHomeClient({}, { ...fixtureHome, sessions: [session] }))
  await waitFor(() => expect(rendered.store.getState().state).toBeDefined())
  fireEvent.keyDown(screen.getByRole('button', { name: /^Apply/ }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: new RegExp(mode) }))
  return rendered
}

describe('automatic mode', () => {
  test('applying everything automatically is confirmed in plain words', async () => {
    const { client } = await choose('auto for all')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Shell commands run as soon as a reply arrives')
    expect(dialog.textContent).toContain('process namespace')
    expect(asked(client, 'mode')).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply everything automatically' }))
    await waitFor(() => expect(asked(client, 'mode')).toEqual([{ session: '9f2c41d0', mode: 'all' }]))
  })
  test('switching it off needs no confirmation', async () => {
    const { client } = await choose('ask every time', 'all')
    await waitFor(() => expect(asked(client, 'mode')).toEqual([{ session: '9f2c41d0', mode: 'ask' }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
