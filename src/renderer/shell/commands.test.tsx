import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { ShortcutSheet } from './shortcuts/shortcut-sheet.tsx'
import { CommandKeys } from './command-keys.tsx'
import { ok } from '../../core/fault.ts'
import { canRun, labelOf } from '../features/state/command.ts'
import { screens } from '../../protocols/screens.ts'
import { commandsOf } from './commands.ts'
import { fixtureEvents } from '../features/testing/fixtures.ts'
import { createHomeClient } from '../../protocols/codingagent/screen/session-fixtures.ts'
import { renderApp } from './testing.ts'
import { viewsOf } from './views.tsx'
import { codingAgentOf } from '../../protocols/codingagent/screen/slices.ts'
import { searchOverlay } from '../features/overlays.ts'
import { firstView } from '../features/state/screen.ts'
import { pastAt, pastCore, pastMoment, present } from '../features/testing/past-fixtures.ts'
import { nothingDone } from '../features/replay/past-words.ts'
import { keyCaps } from '../ui/keys.ts'

afterEach(cleanup)

const known = new Map(screens.map((screen) => [screen.id, screen]))
const views = viewsOf(known).filter(({ isUnlisted }) => isUnlisted !== true)
const commands = commandsOf(known)

/** Components as they are written. */
const sources = import.meta.glob<string>(['../**/*.tsx', '../../protocols/*/screen/**/*.tsx', '!**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Keys that dialogs and lists handle by themselves. */
const ofBrowser = ['Esc', '↑', '↓', '↵', 'Tab', 'Enter', 'Del', 'Space']

const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.body, { key, code: key === ' ' ? 'Space' : 'any', ...more })

describe('the registry', () => {
  test('ids are unique, and a key is shared only by commands that never run together', async () => {
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length)
    const { store } = await renderApp(null, createHomeClient())
    store.getState().setView('paste')
    await codingAgentOf(store.getState()).loadRound()
    for (const { id: view } of views) {
      store.getState().setView(view)
      store.getState().select('e000004')
      const keys = commands.filter((command) => canRun(command, store.getState())).flatMap((command) => command.keys ?? [])
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
  test('a command says in the palette what it applies to, where its words do not', async () => {
    const { store } = await renderApp(null, createHomeClient())
    const hintOf = (id: string): string | undefined => commands.find((command) => command.id === id)?.hint?.(store.getState())
    const { counts } = store.getState().state?.desk ?? {}
    expect(hintOf('needs.next')).toBe(counts?.needs === 1 ? 'one needs you' : `${counts?.needs} need you`)
    expect(hintOf('waits.show')).toContain(`${counts?.owed} owed`)
    expect(hintOf('halt.open')).toMatch(/^\d+ links?$/)
    store.getState().setView('feed')
    expect(hintOf('move.follow')).toBe('Everything')
    store.getState().setView('flow')
    expect(hintOf('case.open')).toBe('what Flow shows')
  })
  test('every key that the screen names is one of them, as its caps', () => {
    const caps = new Set([...commands.flatMap(({ keys = [] }) => keys.map((key) => keyCaps(key).join(''))), ...ofBrowser])
    const named = Object.entries(sources).flatMap(([file, text]) =>
      [...text.matchAll(/<(?:kbd>|KeyCap text=")([^<{"\n]+)[<"]|title=[^>]*?\S {2}([^\s'"`}$]{1,6}(?: [^\s'"`}$]{1,6})?)['"`]/g)].map(
        ([, cap, key]) => [file, cap ?? key] as const,
      ),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(([, key]) => key !== undefined && !caps.has(key))).toEqual([])
  })
  test('the views have the keys shown on the rail', () => {
    const keys = views.map(({ id }) => [id, commands.find((command) => command.id === `go.${id}`)?.keys?.[0]])
    expect(keys).toEqual([
      ['needs', '$mod+1'],
      ['feed', '$mod+2'],
      ['flow', '$mod+3'],
      ['board', '$mod+4'],
      ['agents', '$mod+5'],
      ['inboxes', '$mod+6'],
      ['paste', '$mod+7'],
      ['links', '$mod+8'],
      ['settings', '$mod+9'],
    ])
  })
  test('every label and hint can be made in every view', async () => {
    const { store } = await renderApp(null)
    store.getState().select('e000006')
    const labels = commands.map((command) => labelOf(command, store.getState()))
    expect(labels.every((label) => label.length > 1)).toBe(true)
    expect(commands.find((command) => command.id === 'message.reply')?.hint?.(store.getState())).toBe('coder, chat.md:6')
  })
})

describe('the keyboard', () => {
  test('moves, switches views, opens dialogs', async () => {
    const { store } = await renderApp(<CommandKeys />)
    press('2', { ctrlKey: true })
    press('k')
    expect(store.getState().selection).toBe('e000014')
    press('k')
    press('k')
    press('j')
    expect(store.getState().selection).toBe('e000013')
    press(' ')
    expect(store.getState().following).toBe(false)
    press('5', { ctrlKey: true })
    expect(store.getState().view).toBe('agents')
    press('j')
    expect(store.getState().detail.get('agents')).toBe('docs')
    press('?', { shiftKey: true })
    expect(store.getState().overlay).toEqual({ kind: 'shortcuts' })
  })
  test.each(['r', 'a', 'u', 'o', 'y'])('in the feed, %s says that no message is selected, and does nothing', async (key) => {
    const { store } = await renderApp(<CommandKeys />)
    press(key)
    expect(store.getState().toasts).toEqual([])
    act(() => store.getState().setView('feed'))
    press(key)
    expect(store.getState().toasts).toMatchObject([{ text: 'Not done', detail: 'Select a message first, with j and k.', isFault: true }])
    act(() => store.getState().select('e000004'))
    press(key)
    expect(store.getState().toasts.filter(({ isFault }) => isFault === true)).toHaveLength(1)
  })
  test('a dialog keeps commands from running', async () => {
    const { store } = await renderApp(<CommandKeys />)
    act(() => store.getState().setOverlay(searchOverlay({})))
    press('4', { ctrlKey: true })
    expect(store.getState().view).toBe(firstView)
  })
  test('Ctrl O asks for a path if there is no native dialog', async () => {
    const { store } = await renderApp(<CommandKeys />)
    press('o', { ctrlKey: true })
    expect(store.getState().overlay).toEqual({ kind: 'folder' })
  })
  test('is released with its component', async () => {
    const { store, unmount } = await renderApp(<CommandKeys />)
    unmount()
    press('4', { ctrlKey: true })
    expect(store.getState().view).toBe(firstView)
  })
})

test('the list shows every key once, from the registry', async () => {
  await renderApp(<ShortcutSheet />)
  const row = screen.getByText('Palette').closest('li')
  expect(row?.textContent).toBe('Palette CtrlK')
  expect(screen.getAllByText('Down').length).toBe(1)
  const bound = commands.filter((command) => command.keys !== undefined)
  for (const command of bound) {
    const label = command.sheetLabel ?? command.label
    expect(typeof label).toBe('string')
    if (typeof label === 'string') expect(screen.getAllByText(label).some((found) => found.closest('li'))).toBe(true)
  }
})

test.each(['j', 'k'])('%s takes Enter and Space from the button that has the focus', async (key) => {
  const { store } = await renderApp(
    <>
      <CommandKeys />
      <button type="button">elsewhere</button>
    </>,
  )
  act(() => store.getState().setView('feed'))
  const button = screen.getByRole('button', { name: 'elsewhere' })
  button.focus()
  fireEvent.keyDown(button, { key, code: 'any' })
  expect(store.getState().selection).toBeDefined()
  expect(document.activeElement).toBe(document.body)
})

test('every command that moves a selection does so, in every view', () => {
  expect(commands.filter(({ moves }) => moves === true).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['move.down', 'inboxes.down', 'board.down', 'review.down']),
  )
})

test('a key that moves nothing leaves the focus on its button', async () => {
  await renderApp(
    <>
      <CommandKeys />
      <button type="button">elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'elsewhere' })
  button.focus()
  fireEvent.keyDown(button, { key: 'c', code: 'any' })
  expect(document.activeElement).toBe(button)
})

describe('in the past', () => {
  test.each([
    ['feed', 'c', 'message.new'],
    ['feed', 'a', 'message.acknowledge'],
    ['agents', 'r', 'agents.message'],
    ['needs', 'r', 'needs.reply'],
    ['needs', 'z', 'needs.snooze'],
    ['board', 'd', undefined],
  ] as const)('in %s, %s says that nothing is done, and the palette does not have it', async (view, key, id) => {
    const client = pastCore()
    const links = present.links.map(({ id, status }) => ({ id, status }))
    client.on('past.state', ({ asOf }) => ok({ ...pastAt(asOf), links, agents: present.agents.slice(0, 3) }))
    const { store } = await renderApp(<CommandKeys />, client)
    store.getState().setView(view)
    if (view === 'feed') store.getState().select(fixtureEvents.find(({ body, cursor }) => body.kind === 'message' && cursor <= 3)?.id)
    if (view === 'needs') store.getState().selectNeed(present.desk.needs[0]?.id)
    const command = commands.find((each) => each.id === id)
    if (command !== undefined) expect(canRun(command, store.getState())).toBe(true)
    await store.getState().lookAt(pastMoment)
    await waitFor(() => expect(store.getState().past).toBeDefined())
    if (command !== undefined) expect(canRun(command, store.getState())).toBe(false)
    act(() => void press(key))
    expect(store.getState().toasts.map(({ detail }) => detail)).toEqual([nothingDone])
    expect(store.getState()).toMatchObject({ view, overlay: undefined, snoozing: undefined })
  })

  test('the palette has no setting, which would only be refused', async () => {
    const { store } = await renderApp(<CommandKeys />, pastCore())
    const settings = ['look.theme-dark', 'look.density', 'notices.mute-all', 'notices.mute-agent']
    store.getState().setView('agents')
    const possible = (): string[] => commands.filter((each) => canRun(each, store.getState())).map(({ id }) => id)
    await waitFor(() => expect(possible()).toEqual(expect.arrayContaining(settings)))
    await store.getState().lookAt(pastMoment)
    await waitFor(() => expect(store.getState().past).toBeDefined())
    expect(possible().filter((id) => settings.includes(id))).toEqual([])
  })
})
