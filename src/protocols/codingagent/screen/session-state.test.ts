import { describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { Round } from '../pure/api.ts'
import { createDeskClient, fixtureDesk, fixtureRound, fixtureSession } from './review-fixtures.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { testStore } from '../../../renderer/shell/testing.ts'
import { openDeskOf, reviewedRoundOf } from './session-state.ts'
import type { AppStore } from '../../../renderer/features/state/store.ts'

async function started(client: MockClient): Promise<AppStore> {
  const store = testStore(client)
  await store.getState().start()
  await Promise.resolve()
  return store
}
const session = (id: string, more: object = {}) => ({ ...fixtureSession, id, ...more })
const answered = (sequence: number): Round => ({ ...fixtureRound, sequence, state: 'applied' })
const openThird = ({ sequence }: { readonly sequence: number }): Round =>
  sequence === 3 ? { session: '9f2c41d0', sequence, state: 'open' } : answered(sequence)

describe('what is on screen', () => {
  test('is what was chosen, else the active session, else one that is not done', async () => {
    const sessions = [session('0000000a', { isComplete: true }), session('0000000b'), session('0000000c')]
    const client = createDeskClient({}, { ...fixtureDesk, sessions, active: '0000000c' })
    const store = await started(client)
    const shown = (): string | undefined => openDeskOf(store.getState())?.row?.id
    expect(shown()).toBe('0000000c')
    const { active: _active, ...idle } = { ...fixtureDesk, sessions }
    client.setState({ views: [{ link: 'l9', view: idle }] })
    expect(shown()).toBe('0000000b')
    store.getState().openSession('l9', '0000000a')
    expect(shown()).toBe('0000000a')
  })

  test('stays that of its session when a round was opened and another session becomes active', async () => {
    const sessions = [session('0000000a'), session('0000000b')]
    const client = createDeskClient({}, { ...fixtureDesk, sessions, active: '0000000a' })
    const store = await started(client)
    store.getState().openRound(2)
    client.setState({ views: [{ link: 'l9', view: { ...fixtureDesk, sessions, active: '0000000b' } }] })
    expect(openDeskOf(store.getState())).toMatchObject({ row: { id: '0000000a' }, sequence: 2 })
  })

  test('follows the newest round, unless an older one was opened', async () => {
    const client = createDeskClient()
    const store = await started(client)
    const next = { ...fixtureDesk, sessions: [{ ...fixtureSession, sequence: 4 }] }
    store.getState().openRound(3)
    client.setState({ views: [{ link: 'l9', view: next }] })
    expect(openDeskOf(store.getState())?.sequence).toBe(4)
    store.getState().openRound(2)
    expect(openDeskOf(store.getState())?.sequence).toBe(2)
  })
})

describe('rounds', () => {
  test('an answer about a round that was left is dropped', async () => {
    const waiting = new Map<number, (round: Round) => void>()
    const round = ({ sequence }: { readonly sequence: number }): Promise<Round> => new Promise((resolve) => waiting.set(sequence, resolve))
    const store = await started(createDeskClient({ round }))
    store.getState().openRound(1)
    const first = store.getState().loadRound()
    store.getState().openRound(2)
    const second = store.getState().loadRound()
    waiting.get(2)?.(answered(2))
    await second
    waiting.get(1)?.(answered(1))
    await first
    expect(store.getState().paste.round?.sequence).toBe(2)
  })

  test('the results of the round before are shown until the next one has a reply', async () => {
    const store = await started(createDeskClient({ round: openThird }))
    await store.getState().loadRound()
    expect(reviewedRoundOf(store.getState())?.sequence).toBe(2)
    store.getState().setRound(fixtureRound)
    expect(reviewedRoundOf(store.getState())?.sequence).toBe(3)
  })

  test('what an apply answers goes where it belongs, also when the next round came first', async () => {
    const client = createDeskClient()
    const store = await started(client)
    client.setState({ views: [{ link: 'l9', view: { ...fixtureDesk, sessions: [{ ...fixtureSession, sequence: 4 }] } }] })
    store.getState().setRound(answered(3))
    store.getState().setRound({ ...answered(4), session: '0000000a' })
    expect(store.getState().paste).toMatchObject({ before: { sequence: 3 } })
    expect(store.getState().paste.round).toBeUndefined()
  })
})

describe('acts', () => {
  test('one at a time, but a stop goes through, and a fault stands where it belongs', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const store = await started(createDeskClient({ apply: () => promise, stop: () => ({}) }))
    const { pasteCall } = store.getState()
    const running = pasteCall('apply', { session: '9f2c41d0', sequence: 3, hash: 'h1' })
    expect(store.getState().paste.busy).toBe('apply')
    expect(await pasteCall('discard', { session: '9f2c41d0', sequence: 3 })).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    expect(await pasteCall('stop', { session: '9f2c41d0' })).toMatchObject({ ok: true })
    resolve(fail('unavailable', 'The disk is full.'))
    await running
    expect(store.getState().paste.busy).toBeUndefined()
    expect(store.getState().paste.fault).toMatchObject({ at: 'review', fault: { message: 'The disk is full.' } })
    store.getState().setPasteFault('copy', undefined)
    expect(store.getState().paste.fault?.at).toBe('review')
    store.getState().setPasteFault('review', undefined)
    expect(store.getState().paste.fault).toBeUndefined()
  })

  test('need a session home', async () => {
    const client = createDeskClient()
    const store = await started(client)
    client.setState({ links: [], views: [] })
    expect(await store.getState().pasteCall('new', { task: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })
})
