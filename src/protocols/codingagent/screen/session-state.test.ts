import { describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { Round } from '../pure/api.ts'
import { createHomeClient, fixtureHome, fixtureRound, fixtureSession } from './session-fixtures.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { testStore } from './testing.ts'
import { openSessionOf, reviewedRoundOf } from './open-session.ts'
import type { AppStore } from '../../../renderer/features/state/store.ts'
import { codingAgentOf } from './slices.ts'
import { codingAgentScreen } from './index.ts'
import type { PasteItems } from '../../../renderer/features/screen.ts'
import { fixtureLink } from '../../../renderer/features/testing/fixtures.ts'
import { testingWith } from '../../../renderer/features/testing/test-render.tsx'

const started = (client: MockClient): Promise<AppStore> => begun(testStore(client))
async function begun(store: AppStore): Promise<AppStore> {
  await store.getState().start()
  await Promise.resolve()
  return store
}
const session = (id: string, more: object = {}) => ({ ...fixtureSession, id, ...more })
const answered = (sequence: number): Round => ({ ...fixtureRound, sequence, state: 'applied' })
const openThird = ({ sequence }: { readonly sequence: number }): Round =>
  sequence === 3 ? { session: '9f2c41d0', sequence, state: 'open' } : answered(sequence)

describe('what is on screen', () => {
  test('is the chosen session, otherwise the active one, otherwise one that is not done', async () => {
    const sessions = [session('0000000a', { isComplete: true }), session('0000000b'), session('0000000c')]
    const client = createHomeClient({}, { ...fixtureHome, sessions, active: '0000000c' })
    const store = await started(client)
    const shown = (): string | undefined => openSessionOf(codingAgentOf(store.getState()))?.row?.id
    expect(shown()).toBe('0000000c')
    const { active: _active, ...idle } = { ...fixtureHome, sessions }
    client.setState({ views: [{ link: 'l9', view: idle }] })
    expect(shown()).toBe('0000000b')
    codingAgentOf(store.getState()).openSession('l9', '0000000a')
    expect(shown()).toBe('0000000a')
  })

  test('stays on its session if a round was opened and another session becomes active', async () => {
    const sessions = [session('0000000a'), session('0000000b')]
    const client = createHomeClient({}, { ...fixtureHome, sessions, active: '0000000a' })
    const store = await started(client)
    codingAgentOf(store.getState()).openRound(2)
    client.setState({ views: [{ link: 'l9', view: { ...fixtureHome, sessions, active: '0000000b' } }] })
    expect(openSessionOf(codingAgentOf(store.getState()))).toMatchObject({ row: { id: '0000000a' }, sequence: 2 })
  })

  test('follows the newest round, unless an older one was opened', async () => {
    const client = createHomeClient()
    const store = await started(client)
    const next = { ...fixtureHome, sessions: [{ ...fixtureSession, sequence: 4 }] }
    codingAgentOf(store.getState()).openRound(3)
    client.setState({ views: [{ link: 'l9', view: next }] })
    expect(openSessionOf(codingAgentOf(store.getState()))?.sequence).toBe(4)
    codingAgentOf(store.getState()).openRound(2)
    expect(openSessionOf(codingAgentOf(store.getState()))?.sequence).toBe(2)
  })
})

test('opening what is already on screen keeps its round', async () => {
  const store = await started(createHomeClient())
  const now = (): ReturnType<typeof codingAgentOf> => codingAgentOf(store.getState())
  await now().loadRound()
  const { session: loaded } = now()
  expect(loaded).toMatchObject({ round: { sequence: 3 } })
  now().openSession('l9', '9f2c41d0')
  now().openSession('l9', '9f2c41d0', 3)
  now().openRound(3)
  expect(now().session).toBe(loaded)
  expect(store.getState().pasteItem).toEqual({ link: 'l9', id: '9f2c41d0' })
  // From an older round the session opens at its newest one.
  now().openRound(2)
  now().openSession('l9', '9f2c41d0')
  expect(openSessionOf(now())?.sequence).toBe(3)
})

test('no session is open while the Paste view shows what another protocol has there', async () => {
  const pasteItems: PasteItems = {
    sections: () => [],
    current: (_state, opened) => opened,
    open: () => {},
    copy: async () => true,
    paste: () => {},
    Main: () => null,
    Under: () => null,
  }
  const client = createHomeClient()
  const store = await begun(testingWith([codingAgentScreen, { id: 'other', hue: 'teal', pasteItems }]).testStore(client))
  client.setState({ links: [...(store.getState().state?.links ?? []), { ...fixtureLink, id: 'l8', protocol: 'other' }] })
  expect(openSessionOf(codingAgentOf(store.getState()))?.row?.id).toBe('9f2c41d0')
  store.getState().showPasteItem({ link: 'l8', id: 'one' })
  // Its keys would act on a session that nobody sees.
  expect(openSessionOf(codingAgentOf(store.getState()))).toBeUndefined()
  codingAgentOf(store.getState()).openSession('l9', '9f2c41d0')
  expect(openSessionOf(codingAgentOf(store.getState()))?.row?.id).toBe('9f2c41d0')
})

describe('rounds', () => {
  test('an answer about a previous round is dropped', async () => {
    const waiting = new Map<number, (round: Round) => void>()
    const round = ({ sequence }: { readonly sequence: number }): Promise<Round> => new Promise((resolve) => waiting.set(sequence, resolve))
    const store = await started(createHomeClient({ round }))
    codingAgentOf(store.getState()).openRound(1)
    const first = codingAgentOf(store.getState()).loadRound()
    codingAgentOf(store.getState()).openRound(2)
    const second = codingAgentOf(store.getState()).loadRound()
    waiting.get(2)?.(answered(2))
    await second
    waiting.get(1)?.(answered(1))
    await first
    expect(codingAgentOf(store.getState()).session.round?.sequence).toBe(2)
  })

  test('the previous results are shown until the next round has a reply', async () => {
    const store = await started(createHomeClient({ round: openThird }))
    await codingAgentOf(store.getState()).loadRound()
    expect(reviewedRoundOf(codingAgentOf(store.getState()))?.sequence).toBe(2)
    codingAgentOf(store.getState()).setRound(fixtureRound)
    expect(reviewedRoundOf(codingAgentOf(store.getState()))?.sequence).toBe(3)
  })

  test('the result of an apply is stored in its round, even if the next round arrived first', async () => {
    const client = createHomeClient()
    const store = await started(client)
    client.setState({ views: [{ link: 'l9', view: { ...fixtureHome, sessions: [{ ...fixtureSession, sequence: 4 }] } }] })
    codingAgentOf(store.getState()).setRound(answered(3))
    codingAgentOf(store.getState()).setRound({ ...answered(4), session: '0000000a' })
    expect(codingAgentOf(store.getState()).session).toMatchObject({ before: { sequence: 3 } })
    expect(codingAgentOf(store.getState()).session.round).toBeUndefined()
  })

  test('what could not be read is no longer reported once it is read, but a failed action stays reported', async () => {
    const answers: Array<Round | ReturnType<typeof fail>> = [fail('not-found', 'It is gone.'), fixtureRound, fixtureRound]
    const store = await started(createHomeClient({ round: () => answers.shift(), apply: () => fail('unavailable', 'The disk is full.') }))
    const now = (): ReturnType<typeof codingAgentOf> => codingAgentOf(store.getState())
    await now().loadRound()
    expect(now().session.fault).toMatchObject({ fault: { message: 'It is gone.' } })
    await now().loadRound()
    expect(now().session.fault).toBeUndefined()
    await now().callHome('apply', { session: '9f2c41d0', sequence: 3, hash: 'h1' })
    await now().loadRound()
    expect(now().session.fault).toMatchObject({ fault: { message: 'The disk is full.' } })
  })
})

describe('actions', () => {
  test('one at a time, but a stop is let through, and a fault is shown at its place', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const store = await started(createHomeClient({ apply: () => promise, stop: () => ({}) }))
    const { callHome } = codingAgentOf(store.getState())
    const running = callHome('apply', { session: '9f2c41d0', sequence: 3, hash: 'h1' })
    expect(codingAgentOf(store.getState()).session.busy).toBe('apply')
    expect(await callHome('discard', { session: '9f2c41d0', sequence: 3, reply: 1 })).toMatchObject({
      ok: false,
      fault: { code: 'conflict' },
    })
    expect(await callHome('stop', { session: '9f2c41d0' })).toMatchObject({ ok: true })
    resolve(fail('unavailable', 'The disk is full.'))
    await running
    expect(codingAgentOf(store.getState()).session.busy).toBeUndefined()
    expect(codingAgentOf(store.getState()).session.fault).toMatchObject({ at: 'review', fault: { message: 'The disk is full.' } })
    codingAgentOf(store.getState()).setSessionFault('copy', undefined)
    expect(codingAgentOf(store.getState()).session.fault?.at).toBe('review')
    codingAgentOf(store.getState()).setSessionFault('review', undefined)
    expect(codingAgentOf(store.getState()).session.fault).toBeUndefined()
  })

  test('need a session home', async () => {
    const client = createHomeClient()
    const store = await started(client)
    client.setState({ links: [], views: [] })
    expect(await codingAgentOf(store.getState()).callHome('new', { task: 'x' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  })
})
