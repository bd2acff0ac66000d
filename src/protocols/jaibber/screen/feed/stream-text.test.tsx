import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Event, StreamBody } from '../../../../core/event.ts'
import { fixtureNow } from '../../../../renderer/features/testing/fixtures.ts'
import { positionOf } from '../../../../renderer/features/feed/feed-window.ts'
import { createTeamClient, teamEvent, teamMessage, type TeamClient } from '../team-fixtures.ts'
import type { Rendered } from '../../../../renderer/features/testing/test-render.tsx'
import { renderApp } from '../testing.ts'
import { FeedRow } from '../../../../renderer/features/feed/feed-row.tsx'
import { LiveRegion } from '../../../../renderer/features/feed/live-region.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

afterEach(cleanup)

const stream = (ord: number, id: string, more: Partial<StreamBody> = {}, event: Partial<Event> = {}): Event =>
  teamEvent(
    ord,
    { kind: 'stream', id, conversation: 'p-web', from: 'Docs', text: '', state: 'typing', ...more },
    { wireId: `${id}#typing`, ...event },
  )

/** The rows of the feed without the list around them, and how often each was drawn. */
function Rows({ drawn }: { readonly drawn: Map<number, number> }): React.JSX.Element {
  const rows = useApp((state) => state.feed.rows)
  return (
    <>
      {rows.map((event) => (
        <Row key={event.ord} event={event} drawn={drawn} />
      ))}
    </>
  )
}
function Row({ event, drawn }: { readonly event: Event; readonly drawn: Map<number, number> }): React.JSX.Element {
  drawn.set(event.ord, (drawn.get(event.ord) ?? 0) + 1)
  return <FeedRow event={event} isInner={false} isSelected={false} isHighlighted={false} isTabStop={false} />
}

interface Shown extends Rendered {
  readonly team: TeamClient
  readonly drawn: Map<number, number>
  live(stream: string, text: string, from?: number): Promise<void>
}
async function show(...events: readonly Event[]): Promise<Shown> {
  const team = createTeamClient(events)
  const drawn = new Map<number, number>()
  const rendered = await renderApp(<Rows drawn={drawn} />, team)
  await waitFor(() => expect(rendered.store.getState().feed.rows).toHaveLength(events.length))
  return {
    ...rendered,
    team,
    drawn,
    live: (id, text, from = 0) =>
      act(async () => team.push({ type: 'live', workspace: 'w1', streams: [{ source: 'l7', stream: id, from, text }] })),
  }
}
const time = (): string | undefined => document.querySelector('.t')?.textContent
const body = (): string => document.querySelector('.row-stream .body')?.textContent ?? ''

test('an answer that somebody else may be writing says so while it grows, and when it is cut (F16)', async () => {
  const doubts = ['claims to be from the agent “Docs”, which belongs to “u2”']
  await show(
    stream(1, 'a', { state: 'writing', text: 'all approved', doubts }),
    stream(2, 'b', { state: 'cut', text: 'all app', reason: 'Docs left', doubts }),
  )
  for (const row of document.querySelectorAll('.row-stream .body')) expect(row.textContent).toContain('belongs to “u2”')
  expect(document.querySelectorAll('.row-stream .body')).toHaveLength(2)
})

test('an answer shows typing, grows only in its row, and the message replaces it (F10)', async () => {
  const { store, team, live, drawn } = await show(
    teamMessage(1, 'mira', 'Which pages?'),
    stream(2, 'r1', { replyTo: 'm1' }),
    stream(3, 'r2'),
  )
  expect(body()).toMatch(/Which pages\? typing · /)
  expect(document.querySelector('.row-stream')?.getAttribute('aria-busy')).toBe('true')
  const before = new Map(drawn)
  await live('r1', 'Three: ')
  await live('r1', '**API** guide', 7)
  expect(body()).toMatch(/Three: \*\*API\*\* guide.*writing · 20\u00a0B · /)
  expect(document.querySelectorAll('.row-stream .caret')).toHaveLength(1)
  expect(drawn).toEqual(before)
  store.getState().select('e000002')
  const done = teamMessage(2, 'Docs', 'Three: **API** guide', { replyTo: 'm1' })
  act(() => team.add({ ...done, id: 'final', wireId: 'r1', supersedes: 'e000002' }))
  await waitFor(() => expect(document.querySelectorAll('.row-stream')).toHaveLength(1))
  expect(document.querySelector('strong')?.textContent).toBe('API')
  expect(store.getState().feed.rows.map((row) => row.ord)).toEqual([1, 2, 3])
  expect(store.getState().selection).toBe('final')
  expect(positionOf(store.getState().feed, store.getState().selection)).toBe(1)
})

test('stored text is shown if nothing grows, and a cut answer gives the reason and keeps its text', async () => {
  const cut = stream(2, 'r2', { text: 'half of', state: 'cut', reason: 'Docs left the project' })
  const { live } = await show(stream(1, 'r1', { text: 'stored part', state: 'writing' }), cut)
  expect(body()).toContain('stored part')
  await live('r2', 'half of it, once')
  const row = screen.getByText('half of').closest('article')
  expect(row?.textContent).toContain('cut: Docs left the project')
  expect(row?.hasAttribute('aria-busy')).toBe(false)
  expect(row?.querySelector('.caret')).toBeNull()
})

test('a long answer shows its beginning and its length; all of it on request', async () => {
  const { live } = await show(stream(1, 'r1'))
  await live('r1', `${'word '.repeat(2_000)}END`)
  expect(body()).not.toContain('END')
  expect(body()).toContain('writing · 10\u00a0KB')
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(body()).toContain('END')
})

test('its age is that of the whole answer, whatever its newest version', async () => {
  const { live } = await show(
    stream(1, 'r1', { text: 'a', state: 'writing', since: fixtureNow - 65_000 }, { claimedAt: fixtureNow - 2_000 }),
  )
  await live('r1', 'a b')
  expect(body()).toMatch(/writing · 3\u00a0B · 1\u00a0m\u00a005\u00a0s/)
})

test('its row shows when it began, from the first piece to the whole message', async () => {
  const began = fixtureNow - 600_000
  const { store, team } = await show(stream(1, 'r1', { since: began }, { claimedAt: began }))
  const first = time()
  act(() => team.add(stream(1, 'r1', { text: 'a', since: began }, { id: 'second', supersedes: 'e000001', claimedAt: began + 120_000 })))
  await waitFor(() => expect(store.getState().feed.rows[0]?.id).toBe('second'))
  expect(time()).toBe(first)
  const whole = { ...teamMessage(1, 'Docs', 'a b', { since: began }), claimedAt: began + 240_000 }
  act(() => team.add({ ...whole, id: 'final', supersedes: 'second' }))
  await waitFor(() => expect(store.getState().feed.rows[0]?.id).toBe('final'))
  expect(time()).toBe(first)
})

test('hostile growing text is text, with nothing hidden (F16)', async () => {
  const { live } = await show(stream(1, 'r1', {}))
  await live('r1', '<img src=x onerror=alert(1)> [x](javascript:1) \u202E')
  expect(document.querySelector('img, .body a')).toBeNull()
  expect(document.querySelector('.ctrl')?.textContent).toBe('U+202E')
})

test('assistive technology announces an answer once, when it is complete', async () => {
  const team = createTeamClient([stream(1, 'r1')])
  const { store } = await renderApp(<LiveRegion />, team)
  await waitFor(() => expect(store.getState().feed.rows).toHaveLength(1))
  const count = (): number => store.getState().arrived.count
  await act(async () => team.push({ type: 'live', workspace: 'w1', streams: [{ source: 'l7', stream: 'r1', from: 0, text: 'a' }] }))
  act(() => team.add(stream(1, 'r1', { text: 'a b', state: 'writing' }, { id: 'second', supersedes: 'e000001' })))
  await waitFor(() => expect(store.getState().feed.rows[0]?.id).toBe('second'))
  expect(count()).toBe(0)
  act(() => team.add({ ...teamMessage(1, 'Docs', 'a b c'), id: 'final', supersedes: 'second' }))
  await waitFor(() => expect(count()).toBe(1))
  expect(store.getState().arrived.last?.id).toBe('final')
})
