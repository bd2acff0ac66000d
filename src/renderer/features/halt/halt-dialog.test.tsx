import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { readMs } from '../../../core/read-time.ts'
import type { HaltRow, HaltScope } from '../../../core/halt.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureHalt, fixtureHaltPreview, fixtureHaltRows } from '../testing/halt-fixtures.ts'
import { fixtureNow, fixtureState } from '../testing/fixtures.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import { TestKeys } from '../testing/screen-parts.tsx'
import { haltCommands } from './halt-commands.ts'
import { HaltDialogs } from './halt-dialogs.tsx'
import { offersOf } from './state/shown-table.ts'
import type { Halting } from './state/halt-slice.ts'

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const chord = { key: '>', code: 'Period', ctrlKey: true, shiftKey: true } as const
const sent = (client: MockClient, method: string): unknown[] =>
  client.calls.flatMap((call) => (call.method === method ? [call.input as unknown] : []))
const press = (target: Element, more: object = {}): boolean => fireEvent.keyDown(target, { ...chord, ...more })
const cancel = (): HTMLElement => screen.getByRole('button', { name: /^Cancel/ })
const table = (): Promise<HTMLElement> => screen.findByRole('checkbox', { name: 'Halt on IRC' })

async function opened(client = createMockClient(), scope?: HaltScope, clock?: () => number): Promise<Rendered> {
  const ui = (
    <>
      <input aria-label="Elsewhere" />
      <TestKeys commands={haltCommands} />
      <HaltDialogs />
    </>
  )
  const rendered = await renderApp(ui, client, clock === undefined ? {} : { now: clock })
  await waitFor(() => expect(rendered.store.getState().state).toBeDefined())
  act(() => rendered.store.getState().openHalt(scope))
  return rendered
}

/** A row that says other words. */
function otherWords(row: HaltRow, words: string): HaltRow {
  return { ...row, says: row.says.map((text) => ({ ...text, wire: words })) }
}

describe('the table before a halt', () => {
  test('has one row a link, the exact texts of the selected one, and who cannot be forced (F28)', async () => {
    await opened()
    await table()
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows).toHaveLength(1 + fixtureHaltRows.length + 1)
    expect(rows.at(-1)?.textContent).toContain('7 names')
    expect(screen.getByText(/gemini is lost/)).toBeTruthy()
    expect(screen.getByLabelText('Exact text, chat.md').textContent).toContain('RESUME 7F3K comes here.')
    fireEvent.click(screen.getByRole('button', { name: /IRC/ }))
    expect(screen.getAllByLabelText('Exact text, #auth')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'All exact texts' }))
    expect(screen.getByLabelText('Exact text, chat.md')).toBeTruthy()
  })

  test('who is lost is not among those who hear it', async () => {
    const client = createMockClient()
    const [row, ...rows] = fixtureHaltRows
    const told = { ...row, hears: ['coder', 'tester'], lost: ['tester'] } as HaltRow
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows: [told, ...rows] }))
    await opened(client)
    await table()
    const texts = screen.getByRole('region', { name: 'Exact texts' })
    expect(texts.textContent).toMatch(/heard by coder · lost: tester/)
  })

  test('until it is read, nothing is said about what it does (F28)', async () => {
    const client = createMockClient()
    client.on('halt.preview', () => new Promise(() => undefined))
    await opened(client)
    expect(within(screen.getByRole('table')).getByText('Reading…')).toBeTruthy()
    expect(screen.getByRole('table').textContent).not.toMatch(/0 texts|0 names|–/)
    expect(screen.getByRole('button', { name: 'Halt' })).toBeTruthy()
  })

  test('an agent whose name reads as a word of the dialog is in quotes (F24)', async () => {
    const client = createMockClient()
    const [row, ...rows] = fixtureHaltRows
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows: [{ ...row, lost: ['Everything'] } as HaltRow, ...rows] }))
    await opened(client)
    await table()
    expect(screen.getByText(/“Everything”.* lost and won’t hear it/)).toBeTruthy()
  })

  test('all texts are offered only where not all are shown (F28)', async () => {
    const client = createMockClient()
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows: fixtureHaltRows.slice(0, 1) }))
    await opened(client)
    expect(await screen.findByLabelText('Exact text, chat.md')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /exact text/ })).toBeNull()
  })

  test('rows of several workspaces name theirs, also at their texts (F28)', async () => {
    const client = createMockClient()
    const other = { ...fixtureState.info, id: 'w2', name: 'berth' }
    client.on('workspaces.list', () => ok([fixtureState.info, other]))
    const rows = fixtureHaltRows.map((row) => (row.link === 'l2' ? { ...row, workspace: 'w2' } : row))
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows }))
    await opened(client)
    expect(await screen.findByRole('checkbox', { name: 'Halt on chat.md, tidepool' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /IRC.*berth/ }))
    expect(screen.getByRole('region', { name: 'Exact texts' }).textContent).toContain('IRC, berth')
  })

  test('the safe answer has the focus, and Enter elsewhere halts nothing (F28)', async () => {
    const { client, store } = await opened()
    await table()
    await waitFor(() => expect(document.activeElement).toBe(cancel()))
    for (const name of ['Reason to include', 'Halt on IRC', 'Stop'])
      fireEvent.keyDown(screen.getByLabelText(name), { key: 'Enter', code: 'Enter' })
    expect(sent(client, 'halt.start')).toEqual([])
    fireEvent.click(cancel())
    expect(store.getState().haltDialog).toBeUndefined()
    expect(sent(client, 'halt.start')).toEqual([])
  })

  test('the keys open it, and halt in it at once; a key that is held down does not (F28)', async () => {
    const { client, store } = await opened()
    act(() => store.getState().closeHaltDialog())
    press(screen.getByLabelText('Elsewhere'))
    await table()
    press(cancel(), { repeat: true })
    expect(sent(client, 'halt.start')).toEqual([])
    press(cancel())
    await waitFor(() => expect(store.getState().haltDialog).toBeUndefined())
    expect(sent(client, 'halt.start')).toEqual([
      { id: '7F3K', scope: { kind: 'all' }, level: 'stop', digest: 'digest of the texts', links: ['l1', 'l2', 'l3', 'l4', 'l5'] },
    ])
  })

  test('a row that is left out is sent as left out, and the act names the number of links (F28)', async () => {
    const { client } = await opened()
    fireEvent.click(await table())
    fireEvent.click(screen.getByRole('button', { name: 'Halt on 4 links' }))
    await waitFor(() => expect(sent(client, 'halt.start')).toMatchObject([{ links: ['l1', 'l3', 'l4', 'l5'] }]))
  })

  test('an agent elsewhere ends only if the operator ticks it; it is red, has its exact text and is named (F28)', async () => {
    const client = createMockClient()
    const offer = {
      key: 'deregister p Coder',
      place: 'web-console',
      wire: '{"type":"deregister"}',
      what: 'Deregister Coder',
      note: 'its owner must start it again',
    }
    const rows = fixtureHaltRows.map((row) => (row.link === 'l4' ? { ...row, offers: [{ ...offer, step: 'left' as const }] } : row))
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows }))
    const { store } = await opened(client)
    await table()
    const offers = screen.getByRole('list', { name: /elsewhere on web-console/ })
    const box = within(offers).getByRole('checkbox', { name: /Deregister Coder.*its owner must start it again/, checked: false })
    expect(offers.className).toContain('lost')
    fireEvent.click(box)
    expect(screen.getByLabelText(/^Exact text, Deregister Coder/).textContent).toBe(offer.wire)
    expect(within(screen.getByRole('table')).getAllByRole('row').at(-1)?.textContent).toContain('1 agent elsewhere')
    // A row that is left out ends nobody.
    fireEvent.click(screen.getByRole('checkbox', { name: 'Halt on web-console' }))
    expect(box).toHaveProperty('disabled', true)
    expect(offersOf(store.getState().haltDialog as Halting)).toEqual([])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Halt on web-console' }))
    fireEvent.click(screen.getByRole('button', { name: 'Halt on 5 links' }))
    await waitFor(() => expect(sent(client, 'halt.start')).toMatchObject([{ offers: [{ link: 'l4', key: offer.key }] }]))
  })

  test('levels by number, except while typing; the reason is one line and changes the texts', async () => {
    const { client } = await opened()
    await table()
    fireEvent.keyDown(cancel(), { key: '3' })
    await screen.findByRole('button', { name: 'Cut on 5 links' })
    const reason = screen.getByLabelText('Reason to include')
    fireEvent.keyDown(reason, { key: '1' })
    fireEvent.change(reason, { target: { value: 'they \t loop ' } })
    await waitFor(() =>
      expect(sent(client, 'halt.preview').at(-1)).toEqual({ scope: { kind: 'all' }, level: 'cut', reason: 'they   loop', id: '7F3K' }),
    )
  })

  test('for some agents it cannot cut links', async () => {
    const scope: HaltScope = { kind: 'agents', workspace: 'w1', agents: ['coder', 'tester'] }
    const { client } = await opened(createMockClient(), scope)
    await table()
    expect(screen.getByRole('alertdialog', { name: 'Halt coder and tester?' })).toBeTruthy()
    fireEvent.keyDown(cancel(), { key: '3' })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Cut' }).disabled).toBe(true)
    expect(sent(client, 'halt.preview')).toMatchObject([{ scope, level: 'stop' }])
    fireEvent.change(screen.getByLabelText('For'), { target: { value: '1' } })
    await screen.findByRole('alertdialog', { name: 'Halt tidepool?' })
  })
})

const changedClient = (rows: readonly HaltRow[]): MockClient => {
  const client = createMockClient()
  client.on('halt.start', ({ digest }) =>
    ok({ halt: fixtureHalt, ...(digest !== 'second' && { changed: { ...fixtureHaltPreview, rows: [...rows], digest: 'second' } }) }),
  )
  return client
}

describe('what changes while it is open', () => {
  test('changed texts wait for a second look, which takes a moment; the digest of that look is sent (F28)', async () => {
    let now = fixtureNow
    const client = changedClient(fixtureHaltRows.map((row) => (row.link === 'l2' ? otherWords(row, 'other words') : row)))
    const { store } = await opened(client, undefined, () => now)
    await table()
    press(cancel())
    await screen.findByText(/Review the marked rows/)
    expect(screen.getAllByLabelText('Exact text, #auth')[0]?.textContent).toBe('other words')
    expect(screen.getByRole('button', { name: /IRC.*changed/ })).toBeTruthy()
    // The same hurried keys do not confirm what nobody can have read.
    press(screen.getByRole('button', { name: /Say nothing/ }))
    expect(sent(client, 'halt.start')).toHaveLength(1)
    now += readMs
    press(screen.getByRole('button', { name: /Say nothing/ }))
    await waitFor(() => expect(store.getState().haltDialog).toBeUndefined())
    expect(sent(client, 'halt.start')).toMatchObject([{ digest: 'digest of the texts' }, { digest: 'second' }])
  })

  test('no row moves under the pointer: a link that is gone keeps its place, a new one is last', async () => {
    const [first, ...others] = fixtureHaltRows
    if (first === undefined) throw new Error('no rows')
    await opened(changedClient([{ ...first, link: 'l0', name: 'new' }, ...others.toReversed()]))
    await table()
    press(cancel())
    await screen.findByText('no longer there')
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual(
      ['chat.md', 'IRC', 'Switchboard', 'web-console', 'CodingAgent', 'new'].map((name) => `Halt on ${name}`),
    )
    expect(screen.getByRole('button', { name: 'Say it on 5 links' })).toBeTruthy()
  })

  test('pressed before the table is there, it halts as soon as it can, and says no text unseen (F28)', async () => {
    const client = createMockClient()
    let answer: (() => void) | undefined
    client.on('halt.preview', () => new Promise((resolve) => (answer = () => resolve(ok(fixtureHaltPreview)))))
    await opened(client)
    press(cancel())
    press(cancel())
    expect(sent(client, 'halt.start')).toEqual([])
    act(() => answer?.())
    await waitFor(() => expect(sent(client, 'halt.start')).toMatchObject([{ id: '7F3K', digest: '' }]))
  })

  test('halted from another page meanwhile: says so, and the next press adds to that halt', async () => {
    const client = createMockClient()
    client.on('halt.start', ({ id }) => (id === 'QQQQ' ? ok({ halt: fixtureHalt }) : fail('conflict', 'Already halted as QQQQ.')))
    await opened(client)
    await table()
    act(() => client.setState({ halt: { ...fixtureHalt, id: 'QQQQ', scope: { kind: 'all' } } }))
    press(cancel())
    await screen.findByText('Already halted as QQQQ.')
    await waitFor(() => expect(sent(client, 'halt.preview').at(-1)).toMatchObject({ id: 'QQQQ' }))
    await waitFor(() => {
      press(cancel())
      expect(sent(client, 'halt.start').at(-1)).toMatchObject({ id: 'QQQQ' })
    })
  })

  test('names cannot hide or reorder anything', async () => {
    const client = createMockClient()
    const [first] = fixtureHaltRows
    if (first === undefined) throw new Error('no rows')
    const name = 'a\u202Eb'
    const row: HaltRow = {
      ...first,
      name,
      hears: [name],
      lost: [name],
      cannot: { names: [name] },
      ends: [{ key: 'e', what: name, step: 'planned' }],
    }
    client.on('halt.preview', () => ok({ ...fixtureHaltPreview, rows: [row] }))
    await opened(client)
    await screen.findByRole('checkbox', { name: 'Halt on a[U+202E]b' })
    expect(screen.getByRole('alertdialog').textContent).not.toContain('\u202E')
    expect(screen.getByRole('alertdialog').innerHTML).not.toContain('\u202E')
  })
})

test('two pages: this one is told that the other has halted, and the keys then open Resume (F28)', async () => {
  const client = createMockClient({ state: { ...fixtureState, halt: fixtureHalt } })
  const { store } = await opened(client)
  act(() => store.getState().closeHaltDialog())
  press(screen.getByLabelText('Elsewhere'))
  await screen.findByRole('dialog', { name: 'Resume?' })
  await waitFor(() => expect(document.activeElement).toBe(cancel()))
  press(cancel())
  fireEvent.keyDown(cancel(), { key: '2' })
  expect(sent(client, 'halt.resume')).toEqual([])
})
