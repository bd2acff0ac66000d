import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FlowRing } from '../../../core/flow.ts'
import { pastCore, pastMoment } from '../testing/past-fixtures.ts'
import { replayCommands } from '../replay/replay-commands.ts'
import { messageOf } from '../../../../test/fakes/flow-rows.ts'
import { renderApp } from '../testing/test-render.tsx'
import { FlowHead } from './flow-head.tsx'
import { FlowInspector } from './flow-inspector.tsx'
import type { FlowMark } from './marks.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const feed = (): HTMLElement | null => screen.queryByRole('region', { name: 'Feed next to Flow' })

const button = (isOn: boolean): HTMLElement => screen.getByRole('button', { name: 'Feed next to Flow', pressed: isOn })

test('in the past the feed of then is next to Flow; what is opened is selected in it, without leaving Flow, and it closes', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const client = pastCore()
  const { store } = await renderApp(<FlowInspector />, client)
  act(() => store.getState().setView('flow'))
  expect(feed()).toBeNull()
  await act(() => store.getState().lookAt(pastMoment))
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  expect(feed()).not.toBeNull()
  const [first] = store.getState().feed.rows
  await act(() => store.getState().openFlowEvent(first?.id ?? ''))
  expect(store.getState()).toMatchObject({ view: 'flow', selection: first?.id, scroll: { to: 'event', id: first?.id } })
  expect(feed()).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close the feed' }))
  expect(feed()).toBeNull()
  expect(screen.getByRole('tab', { name: 'Raw' })).toBeTruthy()
})

test('the feed that replaces a bundle starts at the message that was opened', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const { store } = await renderApp(<FlowInspector />, pastCore())
  act(() => store.getState().setView('flow'))
  await act(() => store.getState().lookAt(pastMoment))
  await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(0))
  const id = store.getState().feed.rows[0]?.id ?? ''
  act(() => store.getState().setFlow({ bundle: [id] }))
  expect(feed()).toBeNull()
  let scroll: unknown
  // What the feed is sent to when it replaces the bundle.
  store.subscribe(({ flow, scroll: wanted }) => (scroll ??= flow.bundle === undefined ? wanted : undefined))
  await act(() => store.getState().openMark({ id: 'm', row: 'r', kind: 'message', message: { event: id } } as FlowMark))
  expect(feed()).not.toBeNull()
  expect(scroll).toMatchObject({ to: 'event', id })
})

test('the button of the feed brings it back from a bundle, then hides it', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const trouble = { needsYou: new Set<string>(), lost: new Set<string>(), overdue: new Map<string, number>(), deadlocks: [] }
  const { store } = await renderApp(
    <>
      <FlowHead trouble={trouble} left={0} from={0} now={pastMoment} />
      <FlowInspector />
    </>,
    pastCore(),
  )
  act(() => store.getState().setView('flow'))
  await act(() => store.getState().lookAt(pastMoment))
  act(() => store.getState().setFlow({ bundle: ['e'] }))
  fireEvent.click(button(false))
  expect(feed()).not.toBeNull()
  fireEvent.click(button(true))
  expect(feed()).toBeNull()
})

test('a bundle of what was said later gives its place to the feed of then', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const { store } = await renderApp(<FlowInspector />, pastCore())
  act(() => store.getState().setView('flow'))
  const messages = [messageOf(20, 'a', 'b', { cursor: 3 }), messageOf(10, 'a', 'b', { cursor: 4 })]
  act(() => store.setState(({ flowRows }) => ({ flowRows: { ...flowRows, messages } })))
  act(() => store.getState().setFlow({ bundle: ['a-b-20'] }))
  await act(() => store.getState().lookAt(pastMoment))
  expect(store.getState().flow.bundle).toEqual(['a-b-20'])
  act(() => store.getState().setFlow({ bundle: ['a-b-10'] }))
  await act(() => store.getState().lookAt(pastMoment - 1))
  expect(feed()).not.toBeNull()
})

test('below the feed of then it says that nothing is sent into the past, and a reply goes back to now first', async () => {
  vi.stubGlobal('innerWidth', 1_440)
  const { store } = await renderApp(<FlowInspector />, pastCore())
  act(() => store.getState().setView('flow'))
  await act(() => store.getState().lookAt(pastMoment))
  const foot = within(screen.getByRole('region', { name: 'Feed next to Flow' })).getByRole('group', { name: 'Closed in the past' })
  expect(foot.textContent).toContain('Nothing is sent into the past.')
  expect(replayCommands.find(({ id }) => id === 'past.reply')?.when?.(store.getState())).toBe(true)
  fireEvent.click(within(foot).getByRole('button', { name: /^Reply now/ }))
  expect(store.getState()).toMatchObject({ past: undefined, view: 'feed' })
})

test('a deadlock and what is overdue have their words for screen readers also where the head has no room for them', async () => {
  const ring: FlowRing = { id: 'r', detector: 'deadlock', agents: ['a', 'b'], since: 0, evidence: 'inferred', text: '', debts: [] }
  const trouble = { needsYou: new Set<string>(), lost: new Set<string>(), overdue: new Map([['a', 2]]), deadlocks: [ring] }
  await renderApp(<FlowHead trouble={trouble} left={0} from={0} now={pastMoment} />, pastCore())
  expect(screen.getByRole('button', { name: '1 deadlock' }).querySelector('.trouble-word')?.textContent).toBe('deadlock')
  expect(screen.getByRole('button', { name: /^\d+ overdue$/ }).querySelector('.trouble-word')?.textContent).toBe('overdue')
})
