import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CasePreview } from '../../../api/case.ts'
import { fail, ok } from '../../../core/fault.ts'
import { fixtureInfo, fixtureState } from '../testing/fixtures.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { pastAt, pastMoment } from '../testing/past-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { caseCommands } from './case-commands.ts'
import { CaseForm } from './case-form.tsx'
import { CaseView } from './case-view.tsx'

afterEach(cleanup)

const hash = '9f3c'.repeat(16)
const preview: CasePreview = {
  hash,
  title: 'Case',
  events: 12,
  changed: 1,
  replaced: [{ kind: 'secret', times: 3, names: 2 }],
  leftOut: [{ type: 'left-out', what: 'lines about the use of tools', count: 4 }],
  conversations: [
    { source: 'l1', conversation: 'coder⇄reviewer', count: 8 },
    { source: 'l1', conversation: 'coder⇄tester', count: 4 },
  ],
  agents: [
    { name: 'coder', count: 12 },
    { name: 'tester', count: 4 },
  ],
  tools: 4,
  unread: { events: 0, archives: [] },
  bytes: { lines: 2_000, page: 5_000 },
}

function client(): MockClient {
  const mock = createMockClient()
  mock.on('case.preview', () => ok(preview))
  mock.on('case.progress', () => ok({}))
  mock.on('case.cancel', () => ok({}))
  mock.on('case.rows', () =>
    ok({
      rows: [
        {
          n: 2,
          at: 0,
          protocol: 'chat',
          from: 'coder',
          pieces: [{ text: 'take ' }, { text: '‹secret 1›', was: 'ghp_9fK2', kind: 'secret' }],
        },
      ],
      hasMore: false,
    }),
  )
  mock.on('case.read', ({ form, offset }) => ok(offset === 0 ? { text: `${form} 1 `, next: 7 } : { text: 'rest' }))
  mock.on('case.save', () => fail('unsupported', 'A browser saves the file itself.'))
  return mock
}

async function opened(mock = client(), more = {}) {
  const rendered = await renderApp(
    <>
      <CaseForm />
      <CaseView />
    </>,
    mock,
    more,
  )
  rendered.store.getState().openCase()
  await screen.findByText('1 of 12 changed')
  return rendered
}

const choices = (mock: MockClient) =>
  mock.calls.flatMap(({ method, input }) => (method === 'case.preview' ? [input as { choice: object; replace: object }] : []))

test('shows what is replaced beside what was said, and what is not in the case', async () => {
  await opened()
  const row = within(await screen.findByRole('row', { name: 'Line 2' }))
  expect(row.getByText('ghp_9fK2').tagName).toBe('DEL')
  expect(row.getByText('‹secret 1›').tagName).toBe('INS')
  expect(screen.getByText('4 lines about the use of tools')).toBeTruthy()
})

test('how often something is replaced, and by which names, stands in two columns', async () => {
  const mock = client()
  const more: CasePreview['replaced'] = [
    { kind: 'host', times: 6, names: 1 },
    { kind: 'term', times: 11, names: 1 },
  ]
  mock.on('case.preview', () => ok({ ...preview, replaced: [...preview.replaced, ...more] }))
  const { store, container } = await opened(mock)
  store.getState().changeCase({ terms: ['tidepool'] })
  const columns = (): (string | null)[][] =>
    [...container.querySelectorAll('.replaced .times')].map((row) => [...row.children].map(({ textContent }) => textContent))
  await waitFor(() =>
    expect(columns()).toEqual([
      ['3', '‹secret 1–2›'],
      ['0', '~'],
      ['0', '‹mail 1›'],
      ['6', '‹host 1›'],
      ['0', '‹operator›'],
      ['', 'kept'],
      ['11', '‹term 1›'],
    ]),
  )
})

test('until it is read, no number is shown', async () => {
  const mock = client()
  mock.on('case.preview', () => new Promise(() => undefined))
  const { store, container } = await renderApp(<CaseForm />, mock, { later: () => undefined })
  store.getState().openCase()
  await screen.findByRole('checkbox', { name: /tool lines/ })
  expect(container.querySelector('.case-form')?.textContent).not.toMatch(/lines0|0[‹~]/)
})

test('where the list pane is a drawer, the head of the preview opens the form, and the form closes again', async () => {
  const { store } = await opened()
  fireEvent.click(screen.getByRole('button', { name: 'What is exported' }))
  expect(store.getState().drawer).toBe('list')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(store.getState().drawer).toBeUndefined()
})

test('what is left out and what is replaced are chosen with ticks; a wrong pattern is refused beside it', async () => {
  const mock = client()
  await opened(mock)
  fireEvent.click(screen.getByRole('checkbox', { name: /coder⇄tester/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /^tester/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'agents’ names' }))
  const word = screen.getByRole('textbox', { name: /word or/ })
  fireEvent.change(word, { target: { value: '/(/' } })
  fireEvent.submit(word)
  expect(await screen.findByText(/is not a pattern/)).toBeTruthy()
  fireEvent.change(word, { target: { value: 'tidepool' } })
  fireEvent.submit(word)
  await waitFor(() =>
    expect(choices(mock).at(-1)).toMatchObject({
      choice: { leftConversations: ['l1|coder⇄tester'], leftAgents: ['tester'] },
      replace: { kinds: expect.arrayContaining(['agent', 'home']) as unknown, terms: ['tidepool'] },
    }),
  )
})

test('the case that is shown is saved, piece by piece, by the browser or the shell', async () => {
  const saved: [string, string][] = []
  const mock = client()
  const { store } = await opened(mock, { download: (name: string, text: string) => void saved.push([name, text]) })
  fireEvent.click(screen.getByRole('radio', { name: /Both/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() =>
    expect(saved).toEqual([
      ['case.html', 'page 1 rest'],
      ['case.jsonl', 'lines 1 rest'],
    ]),
  )
  mock.on('case.save', () => ok({ path: '/tmp/case.html' }))
  await store.getState().exportCase()
  expect(saved).toHaveLength(2)
  expect(store.getState().toasts.at(-1)?.text).toContain('/tmp/case.html')
})

test('what could not be read is said before the case is saved, and again after that (F26)', async () => {
  const mock = client()
  mock.on('case.save', () => ok({ path: '/tmp/case.html' }))
  const { store } = await opened(mock)
  expect(screen.queryByText(/archives cannot be read/)).toBeNull()
  mock.on('case.preview', () => ok({ ...preview, unread: { events: 5, archives: ['archive-2026-03.db'] } }))
  await store.getState().makeCase()
  const words = 'The texts of 5 events are missing, because these archives cannot be read: archive-2026-03.db. Put the files back into '
  expect((await screen.findByRole('status', { name: 'Not read' })).textContent).toBe(`${words}${fixtureInfo.dataDir}.`)
  await store.getState().exportCase()
  expect(store.getState().toasts.at(-1)?.text).toBe('Saved /tmp/case.html without the texts of 5 events')
})

test('the page is shown as it will be, with a style of its own; of a long one the beginning', async () => {
  const mock = client()
  mock.on('case.read', () => ok({ text: '<style>p{}</style><main><h1>Skew</h1><table><tr id="n2"><td>Which port?</td></tr>\n', next: 90 }))
  await opened(mock)
  fireEvent.click(screen.getByRole('radio', { name: 'As the page' }))
  const page = await screen.findByRole('region', { name: 'The page' })
  const root = await waitFor(() => {
    const { shadowRoot } = page.querySelector('div') ?? {}
    if (shadowRoot?.querySelector('h1')?.textContent !== 'Skew') throw new Error('not drawn')
    return shadowRoot
  })
  expect(root.getElementById('n2')?.textContent).toBe('Which port?')
  expect(root.adoptedStyleSheets[0]?.cssRules.length).toBeGreaterThan(10)
  expect(page.textContent).toContain('beginning')
  expect(screen.queryByRole('row')).toBeNull()
})

test('a fault stands in the view and keeps the form', async () => {
  const mock = client()
  await opened(mock)
  mock.on('case.preview', () => fail('too-large', 'Choose a shorter time.'))
  fireEvent.click(screen.getByRole('button', { name: '24 h' }))
  expect(await screen.findByText('Choose a shorter time.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).maxLength).toBe(128)
})

test('a range that ends before it begins is refused once, beside its fields', async () => {
  const mock = client()
  const { store } = await opened(mock)
  const asked = choices(mock).length
  store.getState().changeCase({ from: 2, to: 1 })
  await store.getState().makeCase()
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual(['From has to be before To.'])
  expect(choices(mock)).toHaveLength(asked)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true)
})

test('from Flow, the case covers its window', async () => {
  const { store } = await opened()
  store.getState().setFlow({ span: 300_000, end: 1_000_000 })
  store.getState().setView('flow')
  caseCommands.find(({ id }) => id === 'case.open')?.run(store.getState())
  expect(store.getState()).toMatchObject({ view: 'case', caseForm: { from: 700_000, to: 1_000_000 } })
})

test('Escape goes back to where the case was opened and keeps what was entered; Cancel forgets it', async () => {
  const { store } = await opened()
  const run = (id: string): unknown => caseCommands.find((one) => one.id === id)?.run(store.getState())
  store.getState().setView('board')
  run('case.open')
  store.getState().changeCase({ title: 'Why it broke' })
  expect(caseCommands.find(({ id }) => id === 'case.leave')?.keys).toEqual(['Escape'])
  run('case.leave')
  expect(store.getState()).toMatchObject({ view: 'board', caseForm: { title: 'Why it broke' }, caseProgress: undefined })
  store.getState().setView('needs')
  run('case.open')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(store.getState()).toMatchObject({ view: 'needs', caseForm: undefined })
})

test('a case that was made before the form changed cannot be exported', async () => {
  const mock = client()
  const { store } = await opened(mock)
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' })
  expect(save.disabled).toBe(false)
  store.getState().changeCase({ terms: ['tidepool'] })
  await store.getState().exportCase()
  expect(mock.calls.some(({ method }) => method === 'case.save')).toBe(false)
  await waitFor(() => expect(save.disabled).toBe(true))
  await waitFor(() => expect(save.disabled).toBe(false))
  store.getState().changeCase({ terms: [] })
  store.getState().cancelCase()
  await store.getState().exportCase()
  expect(mock.calls.some(({ method }) => method === 'case.save')).toBe(false)
  await waitFor(() => expect(save.disabled).toBe(true))
  expect(screen.getByRole('alert').textContent).toContain('cancelled')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a case that the core keeps no longer is made again', async () => {
  const mock = client()
  await opened(mock)
  mock.on('case.save', () => fail('not-found', 'No longer kept.'))
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('No longer kept.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false))
})

test('the file is called as the case is, after the redaction, in letters that every system takes', async () => {
  const names: string[] = []
  const mock = client()
  mock.on('case.preview', () => ok({ ...preview, title: `../‹term 1›: ${'𝒜'.repeat(80)}` }))
  await opened(mock, { download: (name: string) => void names.push(name) })
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(names).toEqual([`term 1 ${'𝒜'.repeat(53)}.html`]))
})

test('another workspace has a form of its own', async () => {
  const { store } = await opened()
  store.getState().changeCase({ leftAgents: new Set(['coder']), terms: ['tidepool'] })
  store.getState().showWorkspace({ ...fixtureState.info, id: 'w2' })
  expect(store.getState()).toMatchObject({ caseForm: undefined, casePreview: undefined, caseIsCurrent: false })
})

test('from the past, the case is made now, of the time that was looked at', async () => {
  const mock = client()
  mock.on('past.state', ({ asOf }) => ok(pastAt(asOf)))
  const { store } = await opened(mock)
  await store.getState().lookAt(pastMoment)
  store.getState().setView('flow')
  caseCommands.find(({ id }) => id === 'case.open')?.run(store.getState())
  expect(store.getState()).toMatchObject({ past: undefined, caseForm: { to: pastMoment } })
  await waitFor(() => expect(store.getState().caseIsCurrent).toBe(true))
})

const bars = (root: HTMLElement): (string | undefined)[] => [...root.querySelectorAll('.bar')].map((bar) => bar.classList[1])

test('names have the bar of their agent, in the form and in the preview', async () => {
  await opened()
  const hues = new Map(fixtureState.agents.map(({ name, hue }) => [name, `a${hue}`]))
  expect(bars(await screen.findByRole('group', { name: /^Agents/ }))).toEqual([hues.get('coder'), hues.get('tester')])
  const row = await screen.findByRole('row', { name: 'Line 2' })
  expect(bars(row)).toEqual([hues.get('coder')])
  // A long one is cut.
  expect(within(row).getByTitle('coder')).toBeTruthy()
})
