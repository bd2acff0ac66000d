import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { fixtureHome, fixtureSession } from './session-fixtures.ts'
import { fixtureOutbox, showSession, step, waitingHome } from './show-session.tsx'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import { codingAgentOf } from './slices.ts'

afterEach(cleanup)

describe('step 1', () => {
  test('shows what is copied: size, tokens, the first lines, and all of it on request', async () => {
    const { store } = await showSession()
    expect(step(/copy/).getByText(/18,412/).textContent).toContain('≈ 4,600 tokens · 812 files, some left out · copied')
    expect(
      step(/copy/)
        .getByText(/=== HEADER ===/)
        .textContent?.split('\n').length,
    ).toBe(6)
    fireEvent.click(step(/copy/).getByRole('button', { name: 'Read all 398 lines' }))
    expect(store.getState().overlay).toEqual({ kind: 'outbox', title: 'Outbox 3', text: fixtureOutbox.text })
  })

  test('one key copies, and the core is told', async () => {
    const copied: string[] = []
    const { client, store } = await showSession({ env: { copy: async (text) => (copied.push(text), ok(undefined)) } })
    fireEvent.keyDown(document.body, { key: 'C', code: 'any', ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(asked(client, 'copied')).toEqual([{ session: '9f2c41d0', sequence: 3 }]))
    expect(copied).toEqual([fixtureOutbox.text])
    expect(store.getState().toasts.at(-1)).toMatchObject({ text: 'Outbox 3 copied' })
  })

  test('copying from the full text is recorded as well', async () => {
    const { client } = await showSession({ env: { copy: async () => ok(undefined) } })
    fireEvent.click(step(/copy/).getByRole('button', { name: 'Read all 398 lines' }))
    fireEvent.click(within(await screen.findByRole('dialog', { name: 'Outbox 3' })).getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(asked(client, 'copied')).toEqual([{ session: '9f2c41d0', sequence: 3 }]))
  })

  test('if the clipboard cannot be written, the fault is shown there, and nothing counts as copied', async () => {
    const { client } = await showSession({ env: { copy: async () => fail('unavailable', 'The clipboard could not be written.') } })
    fireEvent.click(step(/copy/).getByRole('button', { name: /^Copy again/ }))
    expect((await step(/copy/).findByRole('alert')).textContent).toContain('could not be written')
    expect(asked(client, 'copied')).toEqual([])
  })
})

describe('the home', () => {
  test('reloads when the round advances, and keeps the previous results', async () => {
    const { client, store } = await showSession()
    await waitFor(() => expect(codingAgentOf(store.getState()).session.before?.sequence).toBe(2))
    expect(screen.getByText('Results of round 2')).toBeTruthy()
    const before = asked(client, 'round').length
    act(() => client.setState({ views: [{ link: 'l9', view: fixtureHome }] }))
    await waitFor(() => expect(asked(client, 'round').length).toBeGreaterThan(before))
  })

  test('reads the outbox again when another window rewrites it or rolls the round before back: the old one must not be copied', async () => {
    const { client } = await showSession()
    const [session = fixtureSession] = waitingHome.sessions
    const [before, open] = [session.rounds.at(-2), session.rounds.at(-1)]
    if (before === undefined || open === undefined) throw new Error('no rounds')
    const older = session.rounds.slice(0, -2)
    for (const rounds of [
      [...older, before, { ...open, version: 2 }],
      [...older, { ...before, state: 'rolled back' as const }, { ...open, version: 2 }],
    ]) {
      const loads = asked(client, 'outbox').length
      act(() => client.setState({ views: [{ link: 'l9', view: { ...waitingHome, sessions: [{ ...session, rounds }] } }] }))
      await waitFor(() => expect(asked(client, 'outbox').length).toBeGreaterThan(loads))
    }
  })

  test('another Patchbay on the home is reported above the steps, and nothing can be pasted or chosen', async () => {
    const readOnly = { code: 'conflict' as const, message: 'Another Patchbay works here.' }
    await showSession({ home: { ...waitingHome, readOnly } })
    expect(screen.getAllByText('Another Patchbay works here.')[0]?.closest('.paste-note')).toBeTruthy()
    expect(step(/paste/).queryByText('Another Patchbay works here.')).toBeNull()
    expect(step(/paste/).queryByRole('button', { name: /^Paste/ })).toBeNull()
    expect(step(/copy/).queryByRole('button', { name: 'Files' })).toBeNull()
    expect(step(/copy/).getByRole('button', { name: /^Copy again/ })).toBeTruthy()
  })

  test('a completed session takes no reply and says so', async () => {
    const [session = fixtureSession] = waitingHome.sessions
    await showSession({ home: { ...waitingHome, sessions: [{ ...session, isComplete: true }] } })
    expect(step(/paste/).getByText('This session is done. Start a new one for another task.')).toBeTruthy()
  })

  test('says without a session what to do', async () => {
    const { store } = await showSession({ home: { ...waitingHome, sessions: [] } })
    expect(await screen.findByRole('heading', { name: 'No sessions yet' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'New session' }))
    expect(store.getState().overlay).toEqual({ kind: 'new session', link: 'l9' })
  })

  test('without a session home links to Links', async () => {
    const { client, store } = await showSession()
    act(() => client.setState({ links: [], views: [] }))
    fireEvent.click(await screen.findByRole('button', { name: 'Add a session home' }))
    expect(store.getState().view).toBe('links')
    expect(store.getState().detail.get('links')).toBe('new:codingagent')
  })
})
