import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fail } from '../../../../core/fault.ts'
import type { Event, MessageBody } from '../../../../core/event.ts'
import { createTeamClient, teamMessage } from '../team-fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { ChainDetails } from './chain-details.tsx'
import { TeamCard } from './team-card.tsx'

afterEach(cleanup)

const hostile = '<img src=x onerror=alert(1)>\u202E'
async function show(event: Event, ...others: readonly Event[]): Promise<Rendered> {
  const rendered = await renderApp(
    <div className="body">
      <TeamCard event={event} />
    </div>,
    createTeamClient([...others, event]),
  )
  await waitFor(() => expect(rendered.store.getState().feed.rows).toHaveLength(others.length + 1))
  return rendered
}
const answer = (text: string, more: Partial<MessageBody> = {}): Event => teamMessage(9, 'Docs', text, more)
const body = (): string => document.querySelector('.body')?.textContent ?? ''

test('the first line of the answered message is above, and a click goes there', async () => {
  const { store } = await show(answer('Three', { replyTo: 'm1' }), teamMessage(1, 'jon', 'Which pages?\nAll of them'))
  expect(body()).toContain('replies to jonWhich pages?')
  expect(body()).not.toContain('All of them')
  fireEvent.click(screen.getByRole('button', { name: /replies to jon/ }))
  await waitFor(() => expect(store.getState().highlight).toBe('e000001'))
})

test('doubts about the answered message are next to it (F24)', async () => {
  await show(answer('Three', { replyTo: 'm1' }), teamMessage(1, 'jon', 'Which pages?', { doubts: ['not sent from here'] }))
  expect(screen.getByRole('button', { name: /replies to jon/ }).textContent).toContain('not sent from here')
})

test('an answered message that is not on screen is requested; a missing one is reported', async () => {
  const { client, unmount } = await show(answer('Three', { replyTo: 'gone' }))
  await screen.findByText('replies to a message that is not here')
  expect(client.calls).toContainEqual({ method: 'events.find', input: { source: 'l7', wireId: 'gone' } })
  unmount()
  const far = teamMessage(2, 'jon', 'far up')
  const team = createTeamClient()
  team.on('events.find', ({ wireId }) => (wireId === 'm2' ? { ok: true, value: far } : fail('not-found', 'no')))
  await renderApp(<TeamCard event={answer('Three', { replyTo: 'm2' })} />, team)
  await screen.findByText('far up')
})

test('an error keeps the text so far and is shown as one; a stopped chain gives its reason', async () => {
  await show(answer('Agent error: exited with 1', { label: 'error', data: { partial: 'half of **it**' } }))
  expect(document.querySelector('.streaming')?.textContent).toBe('half of **it**')
  expect(document.querySelector('.failed')?.textContent).toBe('error: Agent error: exited with 1')
  cleanup()
  await show(answer('@Coder does not answer: depth 3 reached: Coder → Reviewer → Coder', { label: 'stopped', data: { reason: 'depth' } }))
  expect(document.querySelector('.doubt')?.textContent).toContain('depth 3 reached: Coder → Reviewer → Coder')
})

test('attachments are links with their host; only web addresses can be opened', async () => {
  const files = [
    { filename: 'report.pdf', url: 'https://files.example/report.pdf', host: 'files.example', mimeType: 'application/pdf', size: 2_048 },
    { filename: hostile },
  ]
  const { store } = await show(answer('see', { data: { attachments: files } }))
  expect(body()).toContain('report.pdffiles.example · application/pdf · 2 KB')
  expect(body()).toContain('not a web address')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'report.pdf' }))
  expect(store.getState().overlay).toMatchObject({ kind: 'visit', url: 'https://files.example/report.pdf', text: 'report.pdf' })
})

test('tasks and handovers are shown as such; hostile fields are text (F16)', async () => {
  await show(answer('Task', { label: 'task', data: { task: { title: hostile, status: hostile, change: 'created', assignee: hostile } } }))
  expect(document.querySelector('.env .title')?.textContent).toBe('<img src=x onerror=alert(1)>U+202E')
  expect(document.querySelector('img')).toBeNull()
  cleanup()
  await show(answer(`[HANDOFF: @Coder "x"]`, { label: 'handoff', data: { agent: 'Coder', title: hostile }, doubts: [hostile] }))
  expect(document.querySelector('.handoff')?.textContent).toBe('assigns <img src=x onerror=alert(1)>U+202E to Coder')
  expect(document.querySelector('img')).toBeNull()
  cleanup()
  await show(answer('plain', { label: hostile, data: { attachments: 'none', chain: 7, partial: {}, task: hostile } }))
  expect(body()).toContain('plain')
})

test('news of a task that no server published say so (F16)', async () => {
  const task = { title: 'Deploy', status: 'completed', change: 'updated', assignee: 'Coder' }
  await show(answer('Task', { label: 'task', data: { task }, doubts: ['claims to be from a server, but was sent by mallory'] }))
  expect(document.querySelector('.env .title')?.textContent).toBe('Deploy')
  expect(document.querySelector('.doubt')?.textContent).toContain('was sent by mallory')
})

test('an answer’s depth and chain are in the inspector', async () => {
  const team = createTeamClient()
  await renderApp(<ChainDetails event={answer('x', { data: { depth: 2, chain: ['coder', hostile] } })} />, team)
  expect(screen.getByText('2').textContent).toBe('2of 3, the limit for my agents')
  expect(document.querySelector('.wrap')?.textContent).toBe('coder<img src=x onerror=alert(1)>U+202E')
  cleanup()
  await renderApp(<ChainDetails event={answer('x')} />, team)
  expect(document.querySelector('h3')).toBeNull()
})
