import { describe, expect, test, vi } from 'vitest'
import type { Input, MethodName, Output, Settings } from '../../../api/contract.ts'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { AppState } from '../screen.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureDesk } from '../testing/desk-fixtures.ts'
import { fixtureEvents, fixtureSettings, fixtureState, messageEvent } from '../testing/fixtures.ts'
import { fixtureHalt, fixtureHaltPreview } from '../testing/halt-fixtures.ts'
import { limitsOverlay, scenarioOverlay } from '../overlays.ts'
import { pastAt } from '../testing/past-fixtures.ts'
import { testStore } from '../testing/test-render.tsx'
import { draftOf } from './draft.ts'

/** Calls of a method, answered by hand in any order. */
interface Held<M extends MethodName> {
  readonly input: Input<M>
  answer(result: Result<Output<M>>): void
}

function hold<M extends MethodName>(client: MockClient, method: M): Held<M>[] {
  const held: Held<M>[] = []
  client.on(method, (input) => {
    const { promise, resolve } = Promise.withResolvers<Result<Output<M>>>()
    held.push({ input, answer: resolve })
    return promise
  })
  return held
}

async function started(): Promise<{ readonly client: MockClient; readonly now: () => AppState; pass(): void }> {
  const client = createMockClient()
  const delays: (() => void)[] = []
  const store = testStore(client, { later: (run) => void delays.push(run) })
  await store.getState().start()
  await vi.waitFor(() => expect([store.getState().feedPhase, store.getState().state?.workspace]).toEqual(['ready', 'w1']))
  return { client, now: store.getState, pass: () => delays.splice(0).forEach((run) => run()) }
}

const desk = (revision: number) => ({ ...fixtureDesk, revision, agents: [{ id: 'operator', owes: 1, overdue: 1, owed: 0 }] })
const owing = (isOverdue: boolean): Output<'desk.ofEvents'> => [
  { event: 'e000008', steps: ['yes', 'yes', 'cannot tell', 'not yet', 'not yet', 'not yet'], isMine: true, isOverdue },
]
const made = (text: string): Result<Output<'desk.draft'>> =>
  ok({
    source: 'l1',
    draft: { from: 'operator', to: ['reviewer'], observers: [], text },
    preview: { wire: text, bytes: 1, limit: 65_536 },
    also: [],
    closes: 1,
    frees: [],
  })

/** Two changes of settings on their way. */
async function twoChanges() {
  const { client, now } = await started()
  const held = hold(client, 'settings.set')
  const before = now().settings
  return { now, held, before, changed: [now().setSettings({ theme: 'dark' }), now().setSettings({ density: 'compact' })] }
}

describe('settings', () => {
  test('a change that is refused takes back no other, and its fault not what was stored since', async () => {
    const { now, held, before, changed } = await twoChanges()
    held[1]?.answer(ok({ ...before, density: 'compact' }))
    await changed[1]
    expect(now().settings).toMatchObject({ theme: 'dark', density: 'compact' })
    held[0]?.answer(fail('unavailable', 'The disk is full.'))
    await changed[0]
    expect(now().settings).toEqual({ ...before, density: 'compact' })
  })

  test('an answer to one change leaves the next one on screen', async () => {
    const { now, held, before, changed } = await twoChanges()
    held[0]?.answer(ok({ ...before, theme: 'dark' }))
    await changed[0]
    expect(now().settings).toMatchObject({ theme: 'dark', density: 'compact' })
    held[1]?.answer(ok({ ...before, theme: 'dark', density: 'compact' }))
    await changed[1]
    expect(now().settings).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  test('two mutes at once are both kept', async () => {
    const { client, now } = await started()
    let stored: Settings = fixtureSettings
    client.on('settings.get', () => ok(stored))
    client.on('settings.set', (patch) => ok((stored = { ...stored, ...patch })))
    await Promise.all(['coder', 'tester'].map((agent) => now().mute({ agent }, undefined, agent)))
    expect(stored.notices.muted.map(({ agent }) => agent)).toEqual(['coder', 'tester'])
    expect(now().settings.notices).toEqual(stored.notices)
  })
})

describe('debts on rows', () => {
  test('an older answer does not replace a newer one', async () => {
    const { client, now, pass } = await started()
    const held = hold(client, 'desk.ofEvents')
    client.setState({ desk: desk(1) })
    now().inSight(['e000008'])
    pass()
    client.setState({ desk: desk(2) })
    now().owingChanged()
    pass()
    expect(held).toHaveLength(2)
    held[1]?.answer(ok(owing(true)))
    await vi.waitFor(() => expect(now().owing.get('e000008')?.isOverdue).toBe(true))
    held[0]?.answer(ok(owing(false)))
    await Promise.resolve()
    await Promise.resolve()
    expect(now().owing.get('e000008')?.isOverdue).toBe(true)
  })

  test('are read again when the workspace is opened again', async () => {
    const { client, now, pass } = await started()
    client.on('desk.ofEvents', () => ok(owing(true)))
    client.setState({ desk: desk(1) })
    now().inSight(['e000008'])
    pass()
    await vi.waitFor(() => expect(now().owing.size).toBe(1))
    now().inSight([])
    now().showWorkspace({ ...fixtureState.info, id: 'w2' })
    expect(now().owing.size).toBe(0)
    now().showWorkspace(fixtureState.info)
    await vi.waitFor(() => expect(now().state?.desk.revision).toBe(1))
    now().inSight(['e000008'])
    pass()
    await vi.waitFor(() => expect(now().owing.size).toBe(1))
  })
})

describe('a halt', () => {
  test('that is answered after its dialog was closed leaves the next dialog alone, and says that it failed (F28)', async () => {
    const { client, now } = await started()
    const held = hold(client, 'halt.start')
    for (const end of ['done', 'failed'] as const) {
      now().openHalt()
      await vi.waitFor(() => expect(now().haltDialog?.digest).toBe(fixtureHaltPreview.digest))
      const confirmed = now().confirmHaltDialog()
      now().closeHaltDialog()
      now().openHalt()
      held.at(-1)?.answer(end === 'done' ? ok({ halt: fixtureHalt }) : fail('unavailable', 'The disk is full.'))
      await confirmed
      expect(now().haltDialog?.fault).toBeUndefined()
      expect(now().haltDialog?.kind).toBe('halt')
      now().closeHaltDialog()
    }
    expect(now().toasts.map(({ detail }) => detail)).toEqual(['The disk is full.'])
  })

  test('whose texts had changed after its dialog was closed is shown in the pane (F28)', async () => {
    const { client, now } = await started()
    const held = hold(client, 'halt.start')
    now().openHalt()
    await vi.waitFor(() => expect(now().haltDialog?.digest).toBe(fixtureHaltPreview.digest))
    const confirmed = now().confirmHaltDialog()
    now().closeHaltDialog()
    held[0]?.answer(ok({ halt: fixtureHalt, changed: fixtureHaltPreview }))
    await confirmed
    expect(now().isHaltPane).toBe(true)
  })
})

test('a draft that is made slowly does not replace one that was begun after it', async () => {
  const { client, now } = await started()
  const held = hold(client, 'desk.draft')
  const drafts = ['first', 'second'].map((key) => now().draftDebt(key, 'nudge'))
  await vi.waitFor(() => expect(held).toHaveLength(2))
  held[1]?.answer(made('second'))
  await drafts[1]
  expect(draftOf(now()).text).toBe('second')
  held[0]?.answer(made('first'))
  await drafts[0]
  expect(draftOf(now()).text).toBe('second')
})

test('a dialog closes only itself: another one that was opened since stays open', async () => {
  const { client, now } = await started()
  now().setOverlay(scenarioOverlay({}))
  const { overlay: first } = now()
  now().setOverlay(scenarioOverlay({}))
  const { overlay: second } = now()
  expect(now().closeOverlay(first)).toBe(false)
  expect(now().overlay).toBe(second)
  expect(now().closeOverlay(second)).toBe(true)
  expect(now().overlay).toBeUndefined()
  const held = hold(client, 'simulations.open')
  now().setOverlay(scenarioOverlay({}))
  const opened = now().openScenario('/a.yaml')
  now().setOverlay(undefined)
  now().setOverlay(limitsOverlay({}))
  held[0]?.answer(ok({ isOwn: false, file: '/a.yaml' }))
  await opened
  expect(now().overlay?.kind).toBe(limitsOverlay.kind)
})

test('a draft that is made slowly says so instead of closing a dialog that was opened since', async () => {
  const { client, now } = await started()
  const held = hold(client, 'desk.draft')
  now().setOverlay(scenarioOverlay({}))
  const drafted = now().draftDebt('first', 'nudge')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  now().setOverlay(undefined)
  now().setOverlay(limitsOverlay({}))
  held[0]?.answer(made('first'))
  expect((await drafted).ok).toBe(false)
  expect(now().overlay?.kind).toBe(limitsOverlay.kind)
  expect(now().deskFault?.id).toBe('first')
  expect(draftOf(now()).text).toBe('')
})

test('a board of now that is answered slowly neither holds up that of the past nor replaces it', async () => {
  const { client, now } = await started()
  client.setState({ desk: { ...fixtureDesk, tasks: ['l1'] } })
  client.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  const slow: Held<'desk.page'>[] = []
  client.on('desk.page', (input) => {
    const { promise, resolve } = Promise.withResolvers<Result<Output<'desk.page'>>>()
    if (input.asOf !== undefined) return ok({ rows: [], total: 0, hasMore: false })
    slow.push({ input, answer: resolve })
    return promise
  })
  const loaded = now().loadBoard()
  await vi.waitFor(() => expect(slow.length).toBeGreaterThan(0))
  await now().lookAt(now().liveNow() - 60_000)
  void now().loadBoard()
  await vi.waitFor(() => expect(now().board.pages.get('l1')).toBeDefined())
  const page = now().board.pages.get('l1')
  for (const { answer } of slow) answer(fail('unavailable', 'The disk is broken.'))
  await loaded
  expect(now().board.pages.get('l1')).toBe(page)
  expect(now().board.unread.get('l1')).toBeUndefined()
})

test('the mark of Flow that was opened last stays selected', async () => {
  const { client, now } = await started()
  const held = hold(client, 'events.get')
  const opened = ['e000007', 'e000008'].map((id) => now().openFlowEvent(id))
  const [first, second] = ['e000007', 'e000008'].map(
    (id) => fixtureEvents.find((event) => event.id === id) ?? messageEvent(1, 'a', 'b', ''),
  )
  if (second !== undefined) held[1]?.answer(ok(second))
  await opened[1]
  if (first !== undefined) held[0]?.answer(ok(first))
  await opened[0]
  expect([now().selection, now().selected?.id]).toEqual(['e000008', 'e000008'])
})

test('the minimap shows the day that was asked for last', async () => {
  const { client, now } = await started()
  const held = hold(client, 'flow.day')
  const days = [100, 200].map((start) => now().readFlowDay(start, start + 100))
  held[1]?.answer(ok({ asOf: 300, links: [], total: 2 }))
  await days[1]
  held[0]?.answer(ok({ asOf: 200, links: [], total: 1 }))
  await days[0]
  expect(now().flowDay).toMatchObject({ start: 200, total: 2 })
})

test('what was so before a simulation began does not hide it', async () => {
  const { client, now } = await started()
  const held = hold(client, 'simulations.state')
  const looks = [now().lookAtSimulation(), now().lookAtSimulation()]
  held[1]?.answer(ok({ run: undefined, ran: [{ id: 'r1' } as Output<'simulations.state'>['ran'][number]] }))
  await looks[1]
  held[0]?.answer(ok({ run: undefined, ran: [] }))
  await looks[0]
  expect(now().simulated).toHaveLength(1)
})

test('a message is sent as it is on screen, also while its next preview is made', async () => {
  const { client, now } = await started()
  const held = hold(client, 'messages.preview')
  const draft = { from: 'operator', to: ['coder'], observers: [], text: 'go on' }
  const shown = now().preview('l1', draft)
  held[0]?.answer(ok({ wire: 'go on', bytes: 5, limit: 65_536 }))
  await shown
  void now().preview('l1', draft)
  await vi.waitFor(() => expect(held).toHaveLength(2))
  await now().sendShown('l1', draft).sent
  expect(client.calls.find(({ method }) => method === 'messages.send')?.input).toMatchObject(held[0]?.input.stamp ?? { id: 'none' })
})
