import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureLink, fixtureNow, fixtureState } from '../testing/fixtures.ts'
import type { PasteItem, PasteItems, ProtocolScreen } from '../screen.ts'
import { PasteList } from './paste-list.tsx'
import { PasteView } from './paste-view.tsx'
import { testingWith } from '../testing/test-render.tsx'
import type { AppStore } from '../state/store.ts'

afterEach(cleanup)

const item = (link: string, id: string): PasteItem => ({
  link,
  id,
  shape: 'needs',
  line: `line ${id}`,
  title: id,
  at: fixtureNow,
  words: id,
})

/** A protocol whose link has these items. */
function bringing(protocol: string, ids: readonly string[], more: Partial<PasteItems> = {}): ProtocolScreen {
  const names = (links: readonly { readonly id: string; readonly protocol: string }[]): PasteItem[] =>
    links.filter((link) => link.protocol === protocol).flatMap((link) => ids.map((id) => item(link.id, id)))
  return {
    id: protocol,
    hue: 'teal',
    pasteItems: {
      sections: ({ links }) => [{ key: protocol, label: `Items of ${protocol}`, groups: [{ title: 'Waiting', items: names(links) }] }],
      current: ({ links }, opened) => names(links).find((one) => one.id === opened?.id) ?? names(links)[0],
      open: (state, name) => state.showPasteItem(name),
      copy: async () => true,
      paste: () => undefined,
      Main: () => <h1>Pane of {protocol}</h1>,
      Under: ({ item: { id } }) => <span>under {id}</span>,
      ...more,
    },
  }
}
const Notes: PasteItems['Notes'] = ({ isFiltered }) => <p>{isFiltered ? 'none of these' : 'all of them'}</p>
const link = (id: string, protocol: string) => ({ ...fixtureLink, id, protocol })
const client = () => createMockClient({ state: { ...fixtureState, links: [link('l1', 'one'), link('l2', 'two')], views: [] } })

async function show(...screens: readonly ProtocolScreen[]): Promise<AppStore> {
  const { store } = await testingWith(screens).renderApp(
    <>
      <PasteList />
      <PasteView />
    </>,
    client(),
  )
  await screen.findByRole('heading', { level: 1 })
  return store
}
const pane = (): string | null => screen.getByRole('heading', { level: 1 }).textContent
const row = (name: RegExp): HTMLElement => screen.getByRole('button', { name })

test('every protocol has its items in the list, and the pane of the first with items is on screen', async () => {
  await show(bringing('one', []), bringing('two', ['a', 'b']), bringing('three', ['c']))
  expect(within(screen.getByRole('region', { name: 'Items of two' })).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Items of one' })).toBeNull()
  expect(screen.getByText('under b')).toBeTruthy()
  expect(pane()).toBe('Pane of two')
  expect(row(/^line a/).getAttribute('aria-current')).toBe('true')
})

test('a protocol with a place for its items comes before one with an item, until an item is opened', async () => {
  const store = await show(bringing('one', ['a']), bringing('two', [], { hasPlace: () => true }))
  expect(pane()).toBe('Pane of two')
  fireEvent.click(row(/^line a/))
  expect(store.getState().pasteItem).toMatchObject({ link: 'l1', id: 'a' })
  expect(pane()).toBe('Pane of one')
})

test('an item that would be shown by default takes no place of the one on screen', async () => {
  let first = 'a'
  const current: PasteItems['current'] = (_state, opened) => ({ link: 'l1', id: opened?.id ?? first })
  const store = await show(bringing('one', ['a', 'b'], { current }))
  first = 'b'
  act(() => store.setState(({ state }) => (state === undefined ? {} : { state: { ...state } })))
  expect(store.getState().pasteItem).toEqual({ link: 'l1', id: 'a' })
  expect(row(/^line a/).getAttribute('aria-current')).toBe('true')
})

test('a missing item leaves its protocol’s pane, not another’s', async () => {
  const store = await show(bringing('one', []), bringing('two', ['a']))
  act(() => store.getState().showPasteItem({ link: 'l1', id: 'gone' }))
  expect(pane()).toBe('Pane of one')
})

test('the filter searches an item’s words, and a section says when none match', async () => {
  await show(bringing('one', ['apple', 'pear'], { Notes }))
  expect(screen.getByText('all of them')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Filter the list' }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' PEA' } })
  expect(screen.queryByText('line apple')).toBeNull()
  expect(screen.getByText('line pear')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'plum' } })
  expect(screen.getByText('none of these')).toBeTruthy()
})

test('without an item or a place it says what can be done', async () => {
  await show(bringing('one', []), bringing('two', [], { Empty: () => <p>Nothing to paste.</p> }))
  expect(pane()).toBe('Paste')
  expect(screen.getByText('Nothing to paste.')).toBeTruthy()
})

test('a section without groups has only its notes', async () => {
  await show(bringing('one', [], { Notes, sections: () => [{ key: 'none', label: 'Nothing', groups: [] }] }))
  expect(screen.getByText('all of them')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Nothing' })).toBeNull()
})
