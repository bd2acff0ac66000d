import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import type { HaltState } from '../../../core/halt.ts'
import { Composer } from '../composer/composer.tsx'
import { itemsOf } from '../feed/feed-items.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureHalt, fixtureResumePreview } from '../testing/halt-fixtures.ts'
import { fixtureEvents, fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { HaltBanner } from './halt-banner.tsx'
import { HaltDialogs } from './halt-dialogs.tsx'
import { HaltPane } from './halt-pane.tsx'
import { AfterHalt, firstAfterHalt, Refusals } from './halt-marks.tsx'
import { spokenHalt } from './halt-words.ts'

afterEach(cleanup)

const halted = (more: Partial<HaltState> = {}): MockClient =>
  createMockClient({ state: { ...fixtureState, halt: { ...fixtureHalt, ...more } } })
const sent = (client: MockClient, method: string): unknown[] =>
  client.calls.flatMap((call) => (call.method === method ? [call.input as unknown] : []))
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }))

/** A text that ends an agent elsewhere. */
const offerTo = (name: string, step: 'done' | 'left') => ({
  key: `deregister p ${name}`,
  place: 'web-console',
  wire: '{}',
  what: `Deregister ${name}`,
  note: 'its owner must start it again',
  step,
})

describe('the banner', () => {
  test('says who, when, the level, who still talks, and who was reached; it is spoken once (F28)', async () => {
    const { client, store } = await renderApp(<HaltBanner />, halted({ refused: { count: 4, last: [] } }))
    const banner = await screen.findByRole('region', { name: 'Halt' })
    expect(banner.textContent).toMatch(/Halted.*by you, level Stop/)
    expect(screen.getByRole('button', { name: '1 agent still talks' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /1 stopped, \d told, \d not reachable · 4 requests refused/ })).toBeTruthy()
    const spoken = screen.getByRole('alert').textContent
    expect(spoken).toBe('Halted. 1 agent still talks.')
    act(() =>
      client.setState({
        halt: {
          ...fixtureHalt,
          talking: [
            { name: 'a', count: 1 },
            { name: 'b', count: 1 },
          ],
        },
      }),
    )
    expect(await screen.findByRole('button', { name: '2 agents still talk' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(spoken)
    expect(screen.getByRole('button', { name: /1 link failed/ })).toBeTruthy()
    press(/Not said in #auth/)
    expect(store.getState().isHaltPane).toBe(true)
    press('Cut the links…')
    expect(store.getState().haltDialog).toMatchObject({ kind: 'halt', level: 'cut', scope: fixtureHalt.scope })
  })

  test('asking to stop halts nothing, and says so', async () => {
    const { store } = await renderApp(<HaltBanner />, halted({ level: 'ask' }))
    const banner = await screen.findByRole('region', { name: 'Halt' })
    expect(banner.textContent).toContain('Asked to stop')
    expect(spokenHalt({ ...fixtureHalt, level: 'ask' })).toContain('Nothing is refused')
    press('Halt…')
    expect(store.getState().haltDialog).toMatchObject({ level: 'stop' })
  })

  test.each([
    ['Not saved: lost if Patchbay quits', { isInMemoryOnly: true }],
    ['Not fully saved', {}],
  ] as const)('says "%s" while its file cannot be written, and why (F28)', async (words, more) => {
    const unwritten = { code: 'unavailable', message: 'Could not write halt.json: the disk is full.' } as const
    const { client, store } = await renderApp(<HaltBanner />, halted({ unwritten, ...more }))
    press(words)
    expect(store.getState().isHaltPane).toBe(true)
    act(() => client.setState({ halt: fixtureHalt }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    cleanup()
    await renderApp(<HaltPane />, halted({ unwritten, ...more }))
    expect(screen.getByRole('heading', { name: words })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('the disk is full')
  })

  test('says where nothing was said, as on a full disk or after a crash, and that it is not said by itself (F28)', async () => {
    const full = { code: 'unavailable', message: 'Could not write to the journal: the disk is full.' } as const
    const rows = fixtureHalt.rows.map((row) => ({
      ...row,
      ends: [],
      says: row.says.map((text) =>
        row.link === 'l1'
          ? { ...text, step: 'failed' as const, fault: full }
          : row.link === 'l2'
            ? { ...text, step: 'planned' as const }
            : text,
      ),
    }))
    const client = halted({ rows })
    await renderApp(<HaltBanner />, client)
    const button = await screen.findByRole('button', { name: /Not said/ })
    expect(button.textContent).toContain('Not said in chat.md, #general and 1 more')
    expect(screen.queryByRole('button', { name: /failed/ })).toBeNull()
    // What is being said right now is not missing.
    act(() => client.setState({ halt: { ...fixtureHalt, rows, at: fixtureNow - 1_000 } }))
    await waitFor(() => expect(screen.getByRole('button', { name: /Not said/ }).textContent).toContain('Not said in chat.md'))
    expect(screen.getByRole('button', { name: /Not said/ }).textContent).not.toContain('more')
    cleanup()
    await renderApp(<HaltPane />, halted({ rows }))
    expect(screen.getByRole('heading', { name: 'Not said in chat.md, #general and #auth' })).toBeTruthy()
    expect(screen.getByText(/will not tell them later/)).toBeTruthy()
  })

  test('nothing halted, no banner', async () => {
    const { container } = await renderApp(<HaltBanner />)
    expect(container.textContent).toBe('')
  })
})

describe('the table afterwards', () => {
  test('has the times, names what failed with a way to try again, and who was not reached (F28)', async () => {
    const { client } = await renderApp(<HaltPane />, halted())
    const failed = within(await screen.findByRole('region', { name: 'CodingAgent' }))
    expect(failed.getByText(/1 of 4 processes still runs: 48133/)).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'chat.md' })).queryByRole('button')).toBeNull()
    client.on('halt.again', () => fail('unavailable', 'It does not run.'))
    fireEvent.click(failed.getByRole('button', { name: 'Try again' }))
    await failed.findByText('It does not run.')
    expect(sent(client, 'halt.again')).toEqual([{ id: '7F3K', links: ['l5'] }])
    expect(within(screen.getByRole('list', { name: /Refused/ })).getByText('send_message')).toBeTruthy()
  })

  test('names an agent elsewhere that was to end, and what that means; one that was not ticked is not there (F28)', async () => {
    const rows = fixtureHalt.rows.map((row) =>
      row.link === 'l4' ? { ...row, offers: [offerTo('Coder', 'done'), offerTo('Ops', 'left')] } : row,
    )
    await renderApp(<HaltPane />, halted({ rows }))
    const team = within(await screen.findByRole('region', { name: 'web-console' }))
    expect(team.getByText('Deregister Coder, web-console: its owner must start it again')).toBeTruthy()
    expect(team.queryByText(/Deregister Ops/)).toBeNull()
    expect(team.queryByRole('button')).toBeNull()
  })

  test('what a crash left unsent is asked about with its text, never sent by itself (F28)', async () => {
    const rows = fixtureHalt.rows.map((row) => ({
      ...row,
      ends: [],
      says: row.says.map(({ fault: _fault, ...text }) => ({
        ...text,
        step: row.link === 'l1' ? ('sending' as const) : ('planned' as const),
      })),
    }))
    const { client } = await renderApp(<HaltPane />, halted({ rows }))
    const unsent = within(await screen.findByRole('region', { name: 'IRC' }))
    expect(unsent.getByText('not sent, send?')).toBeTruthy()
    expect(unsent.getAllByLabelText('Exact text, #auth')).toHaveLength(2)
    expect(within(screen.getByRole('region', { name: 'chat.md' })).getByText('may have arrived')).toBeTruthy()
    expect(sent(client, 'halt.again')).toEqual([])
    fireEvent.click(unsent.getByRole('button', { name: 'Send it' }))
    await waitFor(() => expect(sent(client, 'halt.again')).toEqual([{ id: '7F3K', links: ['l2'] }]))
  })

  test('pressed twice, it is tried again once', async () => {
    const client = halted()
    let answer: (() => void) | undefined
    client.on('halt.again', () => new Promise((resolve) => (answer = () => resolve(ok({ halt: fixtureHalt })))))
    await renderApp(<HaltPane />, client)
    const again = within(await screen.findByRole('region', { name: 'CodingAgent' })).getByRole('button', { name: 'Try again' })
    fireEvent.click(again)
    fireEvent.click(again)
    expect(sent(client, 'halt.again')).toHaveLength(1)
    await act(async () => answer?.())
    fireEvent.click(again)
    expect(sent(client, 'halt.again')).toHaveLength(2)
  })

  test('what is still being done is not asked about', async () => {
    const rows = fixtureHalt.rows.map((row) => ({
      ...row,
      ends: [],
      says: row.says.map((text) => ({ ...text, step: 'planned' as const })),
    }))
    await renderApp(<HaltPane />, halted({ rows, at: fixtureNow - 1_000 }))
    expect((await screen.findAllByText('waiting')).length).toBeGreaterThan(1)
    expect(screen.queryByRole('button', { name: 'Send it' })).toBeNull()
  })
})

const opened = async (client: MockClient) => {
  const rendered = await renderApp(<HaltDialogs />, client)
  await waitFor(() => expect(rendered.store.getState().state?.halt).toBeDefined())
  act(() => rendered.store.getState().openResume())
  await screen.findByRole('button', { name: 'Resume on 5 links' })
  return rendered
}

describe('Resume', () => {
  test('starts only what is ticked, and says what it will not restart (F28)', async () => {
    const { client, store } = await opened(halted())
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Cancel'))
    expect(screen.getByLabelText('Exact text, chat.md').textContent).toBe('RESUME 7F3K — go on.')
    const start = screen.getByRole<HTMLInputElement>('checkbox', { name: /Start Docs again/ })
    expect(start.checked).toBe(false)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Say it on IRC' }))
    press('Resume on 4 links')
    await waitFor(() => expect(store.getState().haltDialog).toBeUndefined())
    expect(sent(client, 'halt.resume')).toEqual([{ id: '7F3K', digest: 'digest of the end', links: ['l1', 'l3', 'l4', 'l5'], starts: [] }])
  })

  test('a tick starts it', async () => {
    const { client } = await opened(halted())
    fireEvent.click(screen.getByRole('checkbox', { name: /Start Docs again/ }))
    press('Resume on 5 links')
    await waitFor(() => expect(sent(client, 'halt.resume')).toMatchObject([{ starts: ['agent docs'] }]))
  })

  test('changed texts are shown again before they are said', async () => {
    const client = halted()
    client.on('halt.resume', () => ok({ halt: fixtureHalt, changed: { ...fixtureResumePreview, digest: 'second' } }))
    const { store } = await opened(client)
    press('Resume on 5 links')
    await screen.findByText(/Nothing has been said/)
    press('Resume on 5 links')
    expect(sent(client, 'halt.resume')).toHaveLength(1)
    expect(store.getState().haltDialog).toBeDefined()
  })

  test('a question of the command line says which programs ask, with hidden characters named, and can be declined (F28)', async () => {
    const ask = { id: 'q1', at: fixtureNow, processes: ['412 node', '398 ba\u202Esh'] }
    const { client } = await opened(halted({ ask }))
    const box = within(screen.getByRole('region', { name: /command line/ }))
    expect(box.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['asks 412 node', 'started by 398 baU+202Esh'])
    fireEvent.click(box.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(sent(client, 'halt.decline')).toEqual([{ ask: 'q1' }]))
    expect(sent(client, 'halt.resume')).toEqual([])
  })

  test('resumed elsewhere while it is open: nothing is left to press', async () => {
    const { client } = await opened(halted())
    act(() => client.setState({ halt: undefined }))
    await screen.findByText('This halt is over.')
    press(/^Resume/)
    expect(sent(client, 'halt.resume')).toEqual([])
  })
})

test('the composer sends to the end, but for Cut, where the text stays with the reason', async () => {
  const { client, store } = await renderApp(<Composer />, halted({ level: 'cut' }))
  await screen.findByText(/nothing is sent/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send/ }).disabled).toBe(true)
  act(() => store.getState().editDraft({ text: 'still mine' }))
  act(() => store.getState().address(['coder']))
  expect(await store.getState().send()).toMatchObject({ ok: false, fault: { code: 'refused' } })
  expect(sent(client, 'messages.send')).toEqual([])
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('still mine')
  act(() => client.setState({ halt: fixtureHalt }))
  await waitFor(() => expect(screen.queryByText(/nothing is sent/)).toBeNull())
  fireEvent.submit(screen.getByRole('form', { name: 'New message' }))
  await waitFor(() => expect(sent(client, 'messages.send')).toMatchObject([{ draft: { text: 'still mine' } }]))
})

describe('the feed', () => {
  test('marks where the halt was, and messages of agents after it', async () => {
    const items = itemsOf(
      fixtureEvents,
      () => false,
      () => undefined,
    )
    const [, second] = fixtureEvents
    if (second === undefined) throw new Error('no events')
    expect(firstAfterHalt(items, second.at)).toBe(String(second.ord))
    expect(firstAfterHalt(items, Infinity)).toBeUndefined()
    const said = fixtureEvents.find(({ body }) => body.kind === 'message' && body.from === 'coder')
    if (said === undefined) throw new Error('nothing said')
    await renderApp(
      <>
        <AfterHalt event={{ ...said, at: fixtureHalt.at + 1 }} />
        <AfterHalt event={{ ...said, at: fixtureHalt.at - 1 }} />
        <AfterHalt event={{ ...said, at: fixtureHalt.at + 1, body: { ...said.body, since: fixtureHalt.at - 1 } as typeof said.body }} />
        <AfterHalt event={{ ...said, at: fixtureHalt.at + 1, late: true }} />
      </>,
      halted(),
    )
    expect(await screen.findAllByText('after the halt')).toHaveLength(1)
  })

  test('lists what was refused, the newest last', async () => {
    const last = [3, 2, 1, 0].map((ago) => ({ at: fixtureNow - ago, who: 'coder', what: `call ${ago}` })).toReversed()
    await renderApp(<Refusals />, halted({ refused: { count: 9, last } }))
    const rows = (await screen.findAllByRole('listitem')).map((item) => item.textContent)
    expect(rows[0]).toContain('6 earlier refusals')
    expect(rows.slice(1).map((text) => /call \d/.exec(text)?.[0])).toEqual(['call 2', 'call 1', 'call 0'])
    cleanup()
    await renderApp(<Refusals />, halted({ refused: { count: 4, last } }))
    expect(await screen.findByRole('button', { name: '1 earlier refusal' })).toBeTruthy()
  })
})

test('an agent that is called as the screen speaks of people is in quotes, in the table and in the banner (F28)', async () => {
  const [row] = fixtureHalt.rows
  if (row === undefined) throw new Error('no row')
  const told = { ...row, says: [{ key: 'k', place: 'p', wire: 'w', step: 'done' as const }], hears: ['everyone'], lost: ['nobody'] }
  const refused = { count: 1, last: [{ at: 1, who: '“you” (Jaibber)', what: 'spawn npm' }] }
  await renderApp(
    <>
      <HaltBanner />
      <HaltPane />
    </>,
    halted({ rows: [told], talking: [{ name: 'halt', count: 1 }], refused }),
  )
  const shown = await waitFor(() => {
    const text = document.body.textContent
    expect(text).toContain('Refused 1')
    return text
  })
  for (const name of ['everyone', 'nobody', 'you', 'halt']) expect(shown).toContain(`“${name}”`)
  // Its name comes in quotes, and gets no more of them.
  expect(shown).toContain('“you” (Jaibber)')
  expect(screen.getByText('Told 1').nextElementSibling?.textContent).toBe('“everyone”')
})
