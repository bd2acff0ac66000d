import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Output } from '../../../api/contract.ts'
import type { Script, SimulationRun } from '../../../api/simulations.ts'
import type { Event } from '../../../core/event.ts'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureEvents, fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { fixtureFlow } from '../testing/flow-page.ts'
import { renderApp } from '../testing/test-render.tsx'
import { fixtureHalt } from '../testing/halt-fixtures.ts'
import { HaltDialogs } from '../halt/halt-dialogs.tsx'
import { scenarioOverlay, waitsOverlay } from '../overlays.ts'
import { useApp } from '../state/store.ts'
import { caseCommands } from '../case/case-commands.ts'
import { needCommands } from '../needs/need-commands.ts'
import { bindCommands } from '../state/bind-commands.ts'
import { canRun } from '../state/command.ts'
import { ScenarioDialog } from './scenario-dialog.tsx'
import { ScenarioList } from './scenario-list.tsx'
import { SimulateBanner, SimulationLamp } from './simulate-banner.tsx'
import { simulateCommands } from './simulate-commands.ts'
import { SimulatePane } from './simulate-pane.tsx'
import { SimulateView } from './simulate-view.tsx'
import { simulatedStoreOf } from './simulated-store.ts'
import { bannerRun } from './state/simulate.ts'

afterEach(cleanup)

const deadlock = { isOwn: false, file: 'deadlock.yaml' }
const list: Output<'simulations.list'> = {
  folder: "/home/mira/it's/scenarios",
  scenarios: [
    { ...deadlock, title: 'Deadlock', about: 'three wait in a ring', duration: 120, agents: 3 },
    { isOwn: true, file: 'day.yaml', title: 'Release day', about: 'from a case', duration: 70, agents: 12 },
  ],
  faults: [{ file: 'broken.yaml', fault: { code: 'invalid', message: 'broken.yaml is not a scenario' } }],
}
const expected = { see: 'need', within: 5, not: false, exact: false, isLeftOut: false }
const script: Script = {
  title: 'Deadlock',
  about: 'three wait in a ring',
  duration: 120,
  agents: 3,
  actions: 9,
  links: [
    { code: 'ch', protocol: 'chat', isNamed: true },
    { code: 'ir', protocol: 'scuttlebot', isNamed: false },
  ],
  rows: [
    { at: 1_000, until: 90_000, do: 'noise', protocol: 'chat', from: 'cy', to: [], text: 'read x', times: 6 },
    { at: 19_000, until: 19_000, do: 'review', protocol: 'chat', from: 'bo', to: ['cy'], text: 'Is it 60 or 100?', times: 1 },
    { at: 40_000, until: 40_000, do: 'cut', protocol: 'chat', from: '', to: [], text: '', times: 1 },
    { at: 50_000, until: 50_000, do: 'restore', protocol: 'chat', from: '', to: [], text: '', times: 1 },
    { at: 60_000, until: 60_000, do: 'leave', protocol: 'chat', from: 'bo', to: [], text: '', times: 1 },
    { at: 70_000, until: 70_000, do: 'return', protocol: 'chat', from: 'bo', to: [], text: '', times: 1 },
    { at: 90_000, until: 90_000, do: 'ask', protocol: 'chat', from: 'dee', to: ['operator'], text: 'Ship it?', times: 1 },
  ],
  expect: [
    { ...expected, title: 'bo is asked', after: 5 },
    { ...expected, title: 'nothing is lost', after: 10, not: true },
    { ...expected, title: 'a ring', after: 38, exact: true },
    { ...expected, title: 'dee asks you', after: 90 },
    { ...expected, title: 'IRC is up', after: 1, isLeftOut: true },
  ],
}
const run: SimulationRun = {
  id: 'r1',
  scenario: deadlock,
  title: 'Deadlock',
  seed: 1,
  speed: 10,
  links: ['ch'],
  state: 'running',
  passed: 40_000,
  duration: 120_000,
  done: 4,
  actions: 9,
  written: 2,
  seen: 2,
  slowestMs: 38,
  verdicts: [
    { place: 0, met: true, at: 6_000 },
    { place: 1, met: false, at: 12_000 },
  ],
  places: [{ protocol: 'chat', name: 'chat.md', place: '.workplace/chat.md' }],
}

interface Core {
  run?: SimulationRun
  ran: SimulationRun[]
}

function clientOf(core: Core): MockClient {
  const mock = createMockClient()
  mock.on('simulations.list', () => ok(list))
  mock.on('simulations.script', () => ok(script))
  mock.on('simulations.state', () => ok({ ...core }))
  mock.on('simulations.start', (input) =>
    ok((core.run = { ...run, ...input, links: run.links, state: 'starting', verdicts: [], passed: 0 })),
  )
  mock.on('simulations.pace', () => ok({}))
  mock.on('simulations.stop', () => {
    if (core.run !== undefined) core.run = { ...core.run, state: 'stopped' }
    return ok({})
  })
  return mock
}

/** The same, with something to show in Flow. */
function clientWithFlow(core: Core): MockClient {
  const mock = clientOf(core)
  mock.on('simulations.shown', () => ok({ now: fixtureNow, state: { ...fixtureState, workspace: 'simulated' } }))
  mock.on('simulations.flow', () => ok(fixtureFlow))
  mock.on('simulations.day', () => ok({ asOf: fixtureNow, links: [], total: 1 }))
  return mock
}

function Overlay(): React.JSX.Element | null {
  return useApp(scenarioOverlay.of) === undefined ? null : <ScenarioDialog />
}

async function opened(core: Core = { ran: [] }, mock = clientOf(core)) {
  const rendered = await renderApp(
    <>
      <SimulateBanner />
      <ScenarioList />
      <SimulateView />
      <SimulatePane />
      <SimulationLamp />
      <Overlay />
    </>,
    mock,
  )
  rendered.store.getState().openSimulate()
  await screen.findByRole('heading', { name: 'Deadlock' })
  return rendered
}
const sent = (mock: MockClient, name: string) => mock.calls.filter(({ method }) => method === name).map(({ input }) => input)
const press = (key: string): unknown => fireEvent.keyDown(document.body, { key, shiftKey: key !== key.toLowerCase(), code: 'any' })
const expectations = () => within(screen.getByRole('list', { name: 'Expectations' })).getAllByRole('listitem')

test('lists scenarios and what ran, shows the script, and starts what the form says', async () => {
  const before = { ...run, id: 'r0', seed: 3, state: 'ended' as const }
  const { client } = await opened({ ran: [before] })
  expect(screen.getByRole('button', { name: /Release day/ })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('broken.yaml')
  expect(screen.getByText('6 lines of tools')).toBeDefined()
  expect(expectations()[2]?.textContent).toMatch(/a ring.*0:38.*not before/)
  expect(screen.getByText(/^patchbay simulate deadlock --seed 1 --speed 10 --links ch$/)).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Seed' }), { target: { value: '12x' } })
  fireEvent.click(screen.getByRole('radio', { name: '×60' }))
  fireEvent.click(within(screen.getByRole('group', { name: 'Links' })).getAllByRole('button')[1] ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Run' }))
  await screen.findByRole('region', { name: 'Simulation' })
  expect(sent(client, 'simulations.start')).toEqual([{ scenario: deadlock, seed: 12, speed: 60, links: ['ch', 'ir'] }])
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

test('says of links and agents that are cut off, and come back, what happens to them', async () => {
  await opened()
  const rows = within(screen.getByRole('region', { name: 'What it does' })).getAllByRole('listitem')
  expect(rows.slice(2, 6).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/cut The link is cut off: nothing that is said on it arrives\.$/),
    expect.stringMatching(/restore The link is back\.$/),
    expect.stringMatching(/bo.*leave Its connection breaks, without a goodbye\.$/),
    expect.stringMatching(/bo.*return It is connected again\.$/),
  ])
  // In a narrow window the words are cut: all of them are under the pointer.
  expect(within(rows[2] ?? document.body).getByTitle('The link is cut off: nothing that is said on it arrives.')).toBeDefined()
})

test('says of each expectation whether it is met, missed, awaited or later, while it runs', async () => {
  await opened({ run: { ...run, speed: 60 }, ran: [] }) // started by another page
  await waitFor(() => expect(expectations()[0]?.textContent).toMatch(/^met: /))
  expect(expectations().map((each) => each.textContent?.split(':')[0])).toEqual(['met', 'missed', 'awaited', 'not yet', 'left out'])
  expect(expectations()[2]?.textContent).toMatch(/3\s+s left$/)
  expect(screen.getAllByText(/(^|see )1 of 4$/)).toHaveLength(2) // in the pane, and on the button that opens it
  expect(screen.getByText('4 of 9 done')).toBeDefined()
  const banner = within(screen.getByRole('region', { name: 'Simulation' }))
  expect(banner.getByText('0:40')).toBeDefined()
  expect(banner.getByRole<HTMLInputElement>('radio', { name: '×60' }).checked).toBe(true)
  expect(banner.getByRole('progressbar').getAttribute('value')).toBe('40000')
})

test('is paused, stepped, sped up and stopped from the banner, and can be run again', async () => {
  const { client } = await opened({ run, ran: [] })
  const banner = within(await screen.findByRole('region', { name: 'Simulation' }))
  fireEvent.click(banner.getByRole('button', { name: 'Pause' }))
  fireEvent.click(banner.getByRole('button', { name: 'One event' }))
  fireEvent.click(banner.getByRole('radio', { name: '×60' }))
  await waitFor(() => expect(sent(client, 'simulations.pace')).toEqual([{ mode: 'pause' }, { mode: 'step' }, { speed: 60 }]))
  fireEvent.click(banner.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Run again' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Simulation' })).toBeNull()
  expect(screen.getByRole('button', { name: /seed 1.*stopped at 0:40/ })).toBeDefined()
})

test('one that is only starting can be paused', async () => {
  const { client } = await opened({ run: { ...run, state: 'starting', passed: 0 }, ran: [] })
  const banner = within(await screen.findByRole('region', { name: 'Simulation' }))
  fireEvent.click(banner.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(sent(client, 'simulations.pace')).toEqual([{ mode: 'pause' }]))
})

test('in other views a lamp leads back to it, and a halt has the banner', async () => {
  const { store, client } = await opened({ run, ran: [] })
  await screen.findByRole('region', { name: 'Simulation' })
  store.getState().setView('feed')
  fireEvent.click(await screen.findByRole('button', { name: /Deadlock.*simulated, 0:40/ }))
  await screen.findByRole('region', { name: 'Simulation' })
  client.setState({ halt: fixtureHalt })
  await waitFor(() => expect(bannerRun(store.getState())).toBeUndefined())
})

test('shows the simulation in Flow, where nothing can be done, and its script again', async () => {
  const core: Core = { run, ran: [] }
  const mock = clientWithFlow(core)
  const { store } = await opened(core, mock)
  fireEvent.click(await screen.findByRole('button', { name: 'Show in Flow' }))
  await screen.findByRole('heading', { name: 'Flow' })
  await screen.findByRole('rowheader', { name: /coder, working/ })
  expect(screen.queryByRole('button', { name: /Search/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('you'))
  for (const key of ['l', 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any' })
  expect(document.activeElement?.textContent).toMatch(/you owe reviewer/)
  expect(sent(mock, 'simulations.pace')).toEqual([])
  // What it showed last stays when its workspace is gone.
  mock.on('simulations.shown', () => fail('not-found', 'The simulated workspace was removed.'))
  await screen.findByText(/was removed/)
  expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(0)
  const refused = await simulatedStoreOf(store)?.getState().client.call('links.remove', { link: 'l1' })
  expect(refused).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
  const asked = mock.calls.map(({ method }) => method).filter((method) => /^(?:flow|events|desk|links)\./.test(method))
  expect(asked).toEqual([])
  // It has no past that could be prepared.
  const windows = sent(mock, 'simulations.flow') as { readonly to: number }[]
  expect(windows.filter(({ to }) => to < fixtureNow)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Script' }))
  await screen.findByRole('heading', { name: 'Deadlock' })
  // Nothing was shown yet: the script is still one step away.
  fireEvent.click(screen.getByRole('button', { name: 'Show in Flow' }))
  await screen.findByText(/was removed/)
  fireEvent.click(screen.getByRole('button', { name: 'Script' }))
  await screen.findByRole('heading', { name: 'Deadlock' })
  expect(store.getState().isFlowOfSimulation).toBe(false)
})

test('a mark of its Flow opens the message, where nothing can be done, and the expectations come back', async () => {
  const core: Core = { run, ran: [] }
  const mock = clientWithFlow(core)
  const event = fixtureEvents.find(({ body }) => body.kind === 'message') as Event
  mock.on('simulations.event', () => ok(event))
  const { store } = await opened(core, mock)
  fireEvent.click(await screen.findByRole('button', { name: 'Show in Flow' }))
  await screen.findByRole('rowheader', { name: /coder, working/ })
  fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('you'))
  for (const key of ['l', 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key, code: 'any' })
  const raw = await screen.findByLabelText('Raw text')
  expect(raw.textContent).toBe(event.raw.text)
  expect(sent(mock, 'simulations.event')).toMatchObject([{ id: expect.any(String) as unknown }])
  expect(screen.queryByRole('list', { name: 'Expectations' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Reply|Acknowledge/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'You should see' }))
  await screen.findByRole('list', { name: 'Expectations' })
  store.getState().setDrawer('inspector')
  fireEvent.click(screen.getByRole('button', { name: 'Show the script' }))
  expect(store.getState().drawer).toBeUndefined() // it would cover the script
})

test('keys that show real agents say so in the Flow of a simulation, and only there', async () => {
  const core: Core = { run, ran: [] }
  const mock = clientWithFlow(core)
  const { store } = await opened(core, mock)
  const stop = bindCommands(window, store, [...caseCommands, ...simulateCommands, ...needCommands])
  store.getState().showFlowOfSimulation(true)
  for (const key of ['n', 'N', 'w', 'K']) {
    press(key)
    expect(store.getState()).toMatchObject({ view: 'simulate', overlay: undefined })
    expect(store.getState().toasts.at(-1)).toMatchObject({ text: 'Not in a simulation', isFault: true })
  }
  expect([...caseCommands, ...needCommands].filter((each) => canRun(each, store.getState())).map(({ id }) => id)).toEqual([])
  store.getState().showFlowOfSimulation(false)
  press('w')
  expect(waitsOverlay.of(store.getState())).toBeDefined()
  stop()
})

test('a double click starts one, and reports no refusal of the other', async () => {
  const core: Core = { ran: [] }
  const mock = clientOf(core)
  mock.on('simulations.start', (input) => {
    if (core.run !== undefined) return fail('conflict', 'A simulation is running. Stop it first.')
    return ok((core.run = { ...run, ...input, links: run.links, state: 'starting', verdicts: [], passed: 0 }))
  })
  const { client, store } = await opened(core, mock)
  const button = screen.getByRole('button', { name: 'Run' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('region', { name: 'Simulation' })
  expect(sent(client, 'simulations.start')).toHaveLength(1)
  expect(store.getState().simulateFault).toBeUndefined()
})

test('a refusal is said where it was asked for, and nothing else changes', async () => {
  const core: Core = { ran: [] }
  const mock = clientOf(core)
  mock.on('simulations.start', () => fail('refused', 'Halted since 10:04.'))
  const { store } = await opened(core, mock)
  const command = simulateCommands.find(({ id }) => id === 'simulate.run')
  await command?.run(store.getState())
  expect((await screen.findAllByRole('alert')).map((each) => each.textContent)).toContainEqual(expect.stringContaining('Halted since'))
  expect(screen.getByRole('button', { name: 'Run' })).toBeDefined()
})

test('the table before a halt of everything says that the simulation ends, and afterwards why it did', async () => {
  const core: Core = { run, ran: [] }
  const rendered = await renderApp(
    <>
      <HaltDialogs />
      <SimulatePane />
      <ScenarioList />
    </>,
    clientOf(core),
  )
  const { openHalt, changeHalt, closeHaltDialog, lookAtSimulation } = rendered.store.getState()
  await lookAtSimulation()
  openHalt({ kind: 'all' })
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Deadlock')
  changeHalt({ level: 'ask' })
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).not.toContain('Deadlock'))
  closeHaltDialog()
  core.run = { ...run, state: 'stopped', fault: { code: 'cancelled', message: 'The simulation ended with the halt.' } }
  await lookAtSimulation()
  expect(await screen.findByText('The simulation ended with the halt.')).toBeDefined()
})

test('a built-in scenario is saved as one’s own, which is then chosen', async () => {
  const mock = clientOf({ ran: [] })
  mock.on('simulations.keep', ({ file }) => ok({ isOwn: true, file }))
  const { store } = await opened({ ran: [] }, mock)
  fireEvent.click(screen.getByRole('button', { name: 'Save a copy' }))
  await waitFor(() => expect(store.getState().simulateForm?.scenario).toEqual({ ...deadlock, isOwn: true }))
  expect(sent(mock, 'simulations.keep')).toEqual([{ file: 'deadlock.yaml' }])
  expect(screen.queryByRole('button', { name: 'Save a copy' })).toBeNull()
})

test('a scenario file is opened by its path, which the list completes', async () => {
  const mock = clientOf({ ran: [] })
  mock.on('workspaces.folders', ({ files }) =>
    ok({
      path: '/home/mira',
      folders: [
        { name: 'anchor', path: '/home/mira/anchor', hasChat: false },
        ...(files === undefined ? [] : [{ name: 'night.yaml', path: '/home/mira/night.yaml', hasChat: false, isFile: true as const }]),
      ],
    }),
  )
  const { store } = await opened({ ran: [] }, mock)
  fireEvent.click(screen.getByRole('button', { name: 'Open a scenario file' }))
  mock.on('simulations.open', () => fail('invalid', 'night.yaml has no title.', { field: 'path' }))
  expect((await screen.findAllByRole('option')).map((row) => row.textContent)).toEqual(['night.yaml', 'anchor'])
  fireEvent.click(screen.getByRole('option', { name: 'night.yaml' }))
  const field = screen.getByRole('combobox', { name: 'File' })
  expect(field).toHaveProperty('value', '/home/mira/night.yaml')
  fireEvent.submit(field)
  await screen.findByText(/has no title/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  mock.on('simulations.open', ({ path }) => ok({ isOwn: true, file: path }))
  fireEvent.submit(field)
  await waitFor(() => expect(store.getState().simulateForm?.scenario).toEqual({ isOwn: true, file: '/home/mira/night.yaml' }))
  expect(store.getState().overlay).toBeUndefined()
  await screen.findByText(/^patchbay simulate \/home\/mira\/night\.yaml --seed 1/)
})

test('the command of an own scenario is one word for the shell', async () => {
  await opened()
  fireEvent.click(screen.getByRole('button', { name: /Release day/ }))
  await screen.findByText(/^patchbay simulate '\/home\/mira\/it'\\''s\/scenarios\/day\.yaml' --seed 1/)
})
