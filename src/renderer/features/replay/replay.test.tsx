import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Input } from '../../../api/contract.ts'
import { ok } from '../../../core/fault.ts'
import type { MockClient } from '../testing/client-mock.ts'
import { fixtureDesk } from '../testing/desk-fixtures.ts'
import { fixtureFlow } from '../testing/flow-page.ts'
import { minute, pastAt, pastCore, present, pastMoment as then } from '../testing/past-fixtures.ts'
import { fixtureEvents, fixtureNow, messageEvent } from '../testing/fixtures.ts'
import { Playhead } from '../flow/playhead.tsx'
import { renderApp, testStore } from '../testing/test-render.tsx'
import { notRecordedThen } from './past-words.ts'
import { pastState } from './past-state.ts'
import { ReplayBanner } from './replay-banner.tsx'
import { liveState } from './state/replay.ts'

afterEach(cleanup)

const calls = (client: MockClient, method: string): number => client.calls.filter((call) => call.method === method).length

describe('the state of a moment', () => {
  it('has what was then; what was not recorded is empty or says so; the halt and the links are those of now', () => {
    const state = pastState({ ...present, approvals: [], forYou: 4, unusable: { l1: 2 } }, pastAt(then))
    expect(state).toMatchObject({ messages: 3, today: 2, forYou: 0, unusable: {}, approvals: [], views: [], commands: [], guesses: [] })
    expect(state.conversations.every(({ unread }) => unread === 0)).toBe(true)
    expect(state.links.map(({ status }) => status.text)).toEqual(['of then', ...present.links.slice(1).map(() => notRecordedThen)])
    const up = pastAt(then).links.map(({ id }) => ({ id, status: { lamp: 'up' as const, text: 'no file yet', since: then - minute } }))
    expect(pastState(present, { ...pastAt(then), links: up }).links[0]?.status.text).toBe('up since 10:07:00')
    expect(state.desk).toMatchObject({ counts: { needs: 1 }, elsewhere: 0 })
    expect(state.halt).toBe(present.halt)
  })
})

describe('looking at a moment', () => {
  it('the store shows it: state, clock, feed and flow; the present stays known', async () => {
    const client = pastCore()
    const store = testStore(client)
    await store.getState().start()
    await store.getState().lookAt(then)
    const state = store.getState()
    expect([state.now(), state.liveNow()]).toEqual([then, fixtureNow])
    expect(state.state?.desk.counts.needs).toBe(1)
    expect(liveState(state)?.desk.counts.needs).toBe(fixtureDesk.counts.needs)
    await waitFor(() => expect(client.calls.findLast(({ method }) => method === 'feed.page')?.input).toMatchObject({ asOf: then }))
  })

  it('what happens now does not reach it, nothing is marked as read, and back to now everything is read again', async () => {
    const client = pastCore()
    const store = testStore(client)
    await store.getState().start()
    await store.getState().lookAt(then)
    await waitFor(() => expect(store.getState().feedPhase).toBe('ready'))
    const rows = store.getState().feed.rows.length
    const marked = calls(client, 'conversations.markRead')
    client.add(messageEvent(90, 'coder', 'operator', 'just now'))
    client.setState({ messages: 99 })
    store.getState().seen(1_000)
    await Promise.resolve()
    expect(store.getState().feed.rows).toHaveLength(rows)
    expect([store.getState().state?.messages, liveState(store.getState())?.messages]).toEqual([3, 99])
    expect(calls(client, 'conversations.markRead')).toBe(marked)
    store.getState().backToNow()
    expect(store.getState().state?.messages).toBe(99)
    await waitFor(() => expect(store.getState().feed.rows.length).toBeGreaterThan(rows))
    expect(client.calls.findLast(({ method }) => method === 'feed.page')?.input).not.toHaveProperty('asOf')
    // What was on screen in the past was not seen there.
    client.setState({ messages: 100 })
    await waitFor(() => expect(store.getState().state?.messages).toBe(100))
    expect(client.calls.filter(({ method }) => method === 'conversations.markRead').map(({ input }) => input)).not.toContainEqual(
      expect.objectContaining({ upTo: 1_000 }),
    )
  })

  it('a halt that begins now is shown at once', async () => {
    const client = pastCore()
    const store = testStore(client)
    await store.getState().start()
    await store.getState().lookAt(then)
    const { fixtureHalt } = await import('../testing/halt-fixtures.ts')
    client.setState({ halt: fixtureHalt })
    expect(store.getState().state?.halt).toEqual(fixtureHalt)
    expect(store.getState().state?.messages).toBe(3)
  })

  it('of two wishes the newer wins, whichever is answered first', async () => {
    const client = pastCore()
    const answers: (() => void)[] = []
    client.on('past.state', ({ asOf }) => new Promise((resolve) => answers.push(() => resolve(ok(pastAt(asOf))))))
    const store = testStore(client)
    await store.getState().start()
    const first = store.getState().lookAt(then)
    const second = store.getState().lookAt(then + minute)
    answers[1]?.()
    await second
    answers[0]?.()
    await first
    expect(store.getState().past?.asOf).toBe(then + minute)
  })

  it('is prepared by the hand on the playhead, once a minute, with one moment after the other, which shows nothing', async () => {
    const client = pastCore()
    let now = fixtureNow
    const { store } = await renderApp(
      <Playhead scale={{ from: fixtureNow - 60 * minute, to: fixtureNow, width: 600 }} at={fixtureNow} />,
      client,
      { now: () => now },
    )
    await waitFor(() => expect(store.getState().state).toBeDefined())
    const prepared = (): (number | undefined)[] =>
      client.calls.flatMap(({ method, input }) => (method === 'flow.window' ? [(input as Input<'flow.window'>).asOf] : []))
    const playhead = screen.getByRole('slider', { name: 'Selected moment' })
    fireEvent.pointerEnter(playhead)
    fireEvent.focus(playhead)
    expect(prepared()).toEqual([fixtureNow - 1_000])
    await waitFor(() => expect(prepared()).toEqual([fixtureNow - 1_000, fixtureNow - 6 * 60 * minute]))
    now += minute
    fireEvent.pointerEnter(playhead)
    await waitFor(() => expect(prepared()).toHaveLength(4))
    expect(store.getState()).toMatchObject({ past: undefined, replay: { reading: undefined } })
    await store.getState().lookAt(then)
    now += minute
    fireEvent.pointerEnter(playhead)
    expect(prepared().filter((asOf) => asOf !== then)).toHaveLength(4)
  })

  it('is prepared no further once a moment is asked for', async () => {
    const client = pastCore()
    const answers: (() => void)[] = []
    client.on('flow.window', (asked) => new Promise((resolve) => answers.push(() => resolve(ok({ ...fixtureFlow, asOf: asked.to })))))
    const store = testStore(client)
    await store.getState().start()
    const preparing = store.getState().preparePast()
    expect(answers).toHaveLength(1)
    const looking = store.getState().lookAt(then)
    for (const answer of answers) answer()
    await Promise.all([preparing, looking])
    expect(
      client.calls.filter(({ method, input }) => method === 'flow.window' && (input as Input<'flow.window'>).asOf !== then),
    ).toHaveLength(1)
  })

  it('a jump to the first event of a day is forgotten by going back to now', async () => {
    const client = pastCore()
    const store = testStore(client)
    await store.getState().start()
    await store.getState().lookAt(then)
    const jump = store.getState().lookAtDay('first')
    store.getState().backToNow()
    await jump
    expect(store.getState().past).toBeUndefined()
  })

  it('a selected row that came later is let go; acts are refused and say so', async () => {
    const client = pastCore()
    const store = testStore(client)
    await store.getState().start()
    await waitFor(() => expect(store.getState().feedPhase).toBe('ready'))
    store.getState().select(fixtureEvents.find(({ cursor }) => cursor > 3)?.id)
    await store.getState().lookAt(then)
    expect(store.getState().selection).toBeUndefined()
    expect(await store.getState().setSettings({ theme: 'dark' })).toMatchObject({ ok: false, fault: { code: 'not-allowed' } })
    expect(store.getState().toasts.at(-1)?.act?.label).toBe('Back to now')
  })

  it('plays until now, one state per tick', async () => {
    const client = pastCore()
    const timers: { run: () => void; ms: number }[] = []
    const store = testStore(client, { later: (run, ms) => void timers.push({ run, ms }) })
    await store.getState().start()
    await store.getState().lookAt(fixtureNow - 20_000)
    store.getState().setReplay({ speed: 60 })
    const before = timers.length
    store.getState().togglePlay()
    expect(timers.slice(before).map(({ ms }) => ms)).toEqual([250])
    // A pause of a moment: the timer from before it does nothing more.
    store.getState().togglePlay()
    store.getState().togglePlay()
    const reads = calls(client, 'past.state')
    timers[before]?.run()
    expect(calls(client, 'past.state')).toBe(reads)
    timers.at(-1)?.run()
    await waitFor(() => expect(store.getState().past?.asOf).toBe(fixtureNow - 5_000))
    await waitFor(() => expect(timers.length).toBeGreaterThan(before + 1))
    timers.findLast(({ ms }) => ms === 250)?.run()
    await waitFor(() => expect(store.getState().past).toBeUndefined())
    expect(store.getState().replay.isPlaying).toBe(false)
  })
})

describe('the banner', () => {
  it('has the moment, what needs the operator now, and the way back; a typed time jumps', async () => {
    const { store } = await renderApp(<ReplayBanner />, pastCore())
    await waitFor(() => expect(store.getState().state).toBeDefined())
    expect(screen.queryByRole('region', { name: 'The past' })).toBeNull()
    await store.getState().lookAt(then)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Moment' })
    expect(field.value).toBe('10:08:00')
    expect(screen.getByRole('status', { name: 'Selected moment' }).textContent).toContain('10:08:00')
    expect(screen.getByRole('button', { name: new RegExp(`${fixtureDesk.counts.needs}.*now`) })).toBeDefined()
    fireEvent.change(field, { target: { value: '23:99' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(field, { target: { value: '9:30' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(store.getState().past?.asOf).toBe(fixtureNow - 48 * minute))
    fireEvent.click(screen.getByRole('button', { name: 'Step back' }))
    await waitFor(() => expect(store.getState().past?.asOf).toBe(fixtureNow - 49 * minute))
    fireEvent.click(screen.getByRole('button', { name: /Back to now/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'The past' })).toBeNull())
  })

  it('leaves the field of the moment to the main pane, so that the keys and Tab go on there', async () => {
    const { store } = await renderApp(
      <>
        <ReplayBanner />
        <main className="pane" tabIndex={-1} />
      </>,
      pastCore(),
    )
    await waitFor(() => expect(store.getState().state).toBeDefined())
    await store.getState().lookAt(then)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Moment' })
    const left = (key: string): Element | null => {
      field.focus()
      fireEvent.keyDown(field, { key })
      return document.activeElement
    }
    expect(left('Escape')).toBe(screen.getByRole('main'))
    expect(left('Enter')).toBe(screen.getByRole('main'))
    fireEvent.change(field, { target: { value: '9:30' } })
    expect(left('Enter')).toBe(screen.getByRole('main'))
  })

  it('announces nothing while it plays', async () => {
    const { store } = await renderApp(<ReplayBanner />, pastCore())
    await waitFor(() => expect(store.getState().state).toBeDefined())
    await store.getState().lookAt(then)
    store.getState().setReplay({ isPlaying: true })
    await waitFor(() => expect(screen.getByRole('status', { name: 'Selected moment' }).textContent).toBe(''))
  })
})
