import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ok } from '../../../core/fault.ts'
import { AgentPane } from '../agents/agent-pane.tsx'
import { AgentsView } from '../agents/agents-view.tsx'
import { ConversationList } from '../conversations/conversation-list.tsx'
import { FeedView } from '../feed/feed-view.tsx'
import { FeedInspector } from '../inspector/feed-inspector.tsx'
import { fixtureEvents } from '../testing/fixtures.ts'
import { pastCore, pastMoment as then } from '../testing/past-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { useAnswer } from '../state/use-answer.ts'
import { LaterLine } from './later-line.tsx'
import { notRecordedThen } from './past-words.ts'

afterEach(cleanup)

/** What would change something, or send it. */
const acts = (): unknown[] => [
  ...screen.queryAllByRole('button', { name: /^(?:Invite|Message|Separate|Reply|Acknowledge|Unread\b(?! only)|New message|Try again)/ }),
  ...screen.queryAllByRole('textbox', { name: /^(?:Add a name|Message)$/ }),
]

const views = {
  Agents: (
    <>
      <AgentsView />
      <AgentPane />
    </>
  ),
  Feed: (
    <>
      <ConversationList />
      <FeedView />
      <FeedInspector />
    </>
  ),
}

it.each(Object.entries(views))('%s has no control that would act', async (_name, view) => {
  const { store } = await renderApp(view, pastCore())
  store.getState().select(fixtureEvents.find(({ body, cursor }) => body.kind === 'message' && cursor <= 3)?.id)
  await waitFor(() => expect(acts().length).toBeGreaterThan(2))
  await store.getState().lookAt(then)
  await waitFor(() => expect(acts()).toEqual([]))
})

it('the line below the last message has the key of the next event only while the key goes there', async () => {
  const { store } = await renderApp(<LaterLine />, pastCore())
  await store.getState().lookAt(then)
  await waitFor(() => expect(store.getState().feedPhase).toBe('ready'))
  const next = await screen.findByRole('button', { name: /^next, / })
  expect(next.querySelector('kbd')?.textContent).toBe(']')
  act(() => store.getState().setReplay({ stepTo: 'failure' }))
  expect(next.querySelector('kbd')).toBeNull()
})

it('the exact text says that the lines around it were not recorded, without a fault', async () => {
  const { store } = await renderApp(<FeedInspector />, pastCore())
  store.getState().select(fixtureEvents.find(({ raw, cursor }) => raw.anchor?.path !== undefined && cursor <= 3)?.id)
  store.getState().setInspectorTab('raw')
  await screen.findByRole('list', { name: 'Lines on disk' })
  await store.getState().lookAt(then)
  await screen.findByText(notRecordedThen)
  expect(screen.queryByRole('list', { name: 'Lines on disk' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  store.getState().backToNow()
  await screen.findByRole('list', { name: 'Lines on disk' })
})

function Total(): React.JSX.Element {
  const answer = useAnswer('desk.page', { workspace: 'w1', list: 'owed', limit: 1 })
  return <p>{answer?.ok === true ? `total ${answer.value.total}` : 'no answer'}</p>
}

it('an answer of now is not shown while that of the moment is on its way, nor the other way round', async () => {
  const client = pastCore()
  const answers: (() => void)[] = []
  client.on('desk.page', ({ asOf }) => {
    const answer = ok({ rows: [], total: asOf === undefined ? 7 : 2, hasMore: false })
    return new Promise((resolve) => answers.push(() => resolve(answer)))
  })
  const { store } = await renderApp(<Total />, client)
  const arrive = async (number: number): Promise<void> => {
    await waitFor(() => expect(answers).toHaveLength(number))
    answers.at(-1)?.()
  }
  await arrive(1)
  await screen.findByText('total 7')
  await store.getState().lookAt(then)
  await screen.findByText('no answer')
  await arrive(2)
  await screen.findByText('total 2')
  await store.getState().lookAt(then - 1)
  await waitFor(() => expect(answers).toHaveLength(3))
  expect(screen.getByText('total 2')).toBeDefined()
  store.getState().backToNow()
  await screen.findByText('no answer')
  await arrive(4)
  await screen.findByText('total 7')
})
