import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import type { TreeEntry } from '../pure/api.ts'
import type { MockClient } from '../../../renderer/features/testing/client-mock.ts'
import { createHomeClient, fixtureHome, fixtureSession } from './session-fixtures.ts'
import type { Rendered } from '../../../renderer/features/testing/test-render.tsx'
import { renderApp } from './testing.ts'
import { AttachTree } from './attach-tree.tsx'
import { attachOverlay } from './overlays.ts'

afterEach(cleanup)

const top: readonly TreeEntry[] = [
  { path: 'dist', kind: 'folder', state: 'ignored', reason: 'dist/ in .gitignore' },
  { path: 'docs', kind: 'folder', state: 'left out' },
  { path: 'src', kind: 'folder', state: 'listed' },
  { path: 'evil\u202Etxt.exe', kind: 'file', size: 9, state: 'listed' },
  { path: 'logo.png', kind: 'file', size: 81_000, state: 'listed', reason: 'binary' },
]
const within1: readonly TreeEntry[] = [
  { path: 'src/a.ts', kind: 'file', size: 2_450, state: 'attached' },
  { path: 'src/b.ts', kind: 'file', size: 950, state: 'listed' },
]
interface Asked {
  readonly folder: string
  readonly query?: string
}
const tree = ({ folder, query }: Asked): unknown => ({
  entries: query === undefined ? (folder === '' ? top : within1) : within1.filter((entry) => entry.path.includes(query)),
  more: query === undefined ? 0 : 7,
  chosen: { leaveOut: ['docs', 'old/x.ts'], attach: ['src/a.ts'] },
})

async function show(answers: Parameters<typeof createHomeClient>[0] = {}): Promise<Rendered> {
  const open = { ...fixtureSession, rounds: [{ sequence: 1, state: 'open' as const, failed: 0 }], sequence: 1 }
  const client = createHomeClient({ tree, ...answers }, { ...fixtureHome, sessions: [open] })
  const rendered = await renderApp(<AttachTree />, client)
  await screen.findByRole('treeitem', { name: /^src listed/ })
  return rendered
}
const calls = (client: MockClient, method: string): unknown[] =>
  client.calls.flatMap((call) => {
    const input = call.input as { readonly method?: string; readonly input?: unknown }
    return input.method === method ? [input.input] : []
  })
const rows = (): (string | null)[] =>
  screen.getAllByRole('treeitem').map((row) => row.querySelector('.name')?.textContent + ' ' + row.querySelector('.what')?.textContent)
const press = (...keys: readonly string[]): void => keys.forEach((key) => fireEvent.keyDown(screen.getByRole('tree'), { key }))

describe('the files of an outbox', () => {
  test('show what happens to each, and why one is not listed', async () => {
    await show()
    expect(rows()).toEqual([
      'dist ignored: dist/ in .gitignore',
      'docs left out',
      'src listed',
      'evilU+202Etxt.exe listed',
      'logo.png listed: binary',
    ])
    expect(screen.getByText('U+202E').className).toBe('ctrl')
    expect(screen.getByText('1 file attached, 2 left out by you')).toBeTruthy()
    const ignored = within(screen.getByRole('treeitem', { name: /^dist/ }))
    expect(ignored.queryByRole('button', { hidden: true })).toBeNull()
    expect(within(screen.getByRole('treeitem', { name: /^logo/ })).queryByText('Attach')).toBeNull()
  })

  test('open by key, and attaching by key keeps everything chosen before', async () => {
    const { client, store } = await show()
    press('ArrowDown', 'ArrowDown', 'ArrowRight')
    await screen.findByRole('treeitem', { name: /^b.ts .*listed/ })
    expect(rows().slice(2, 5)).toEqual(['src listed', 'a.ts with its contents', 'b.ts listed'])
    press('ArrowDown', 'ArrowDown', 'Enter')
    expect(screen.getByRole('treeitem', { name: /^b.ts .*with its contents/ }).getAttribute('aria-selected')).toBe('true')
    press('End', 'Enter', 'Delete')
    expect(screen.getByRole('treeitem', { name: /^logo.png .*left out: binary$/ })).toBeTruthy()
    act(() => store.getState().setOverlay(attachOverlay({})))
    fireEvent.click(screen.getByRole('button', { name: 'Update outbox' }))
    await waitFor(() =>
      expect(calls(client, 'choose')).toEqual([
        { session: '9f2c41d0', leaveOut: ['docs', 'old/x.ts', 'logo.png'], attach: ['src/a.ts', 'src/b.ts'] },
      ]),
    )
    await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  })

  test('in a folder that is left out have no choice of their own', async () => {
    const { client } = await show()
    press('ArrowDown', 'ArrowDown', 'ArrowRight')
    const row = within(await screen.findByRole('treeitem', { name: /^a.ts .*with its contents/ }))
    expect(row.getAllByRole('button', { hidden: true }).map((button) => button.textContent)).toEqual(['Detach', 'Leave out'])
    press('Delete')
    expect(row.queryByRole('button', { hidden: true })).toBeNull()
    expect(row.getByText('left out with its folder')).toBeTruthy()
    press('ArrowDown', 'Enter')
    fireEvent.click(screen.getByRole('button', { name: 'Update outbox' }))
    await waitFor(() =>
      expect(calls(client, 'choose')).toEqual([{ session: '9f2c41d0', leaveOut: ['docs', 'old/x.ts', 'src'], attach: [] }]),
    )
  })

  test('are searched by path, with a note if there are more', async () => {
    const { client } = await show()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'b.t' } })
    expect(await screen.findByRole('treeitem', { name: /^src.b.ts .*listed/ })).toBeTruthy()
    await waitFor(() => expect(rows()).toEqual(['src/b.ts listed']))
    expect(calls(client, 'tree').at(-1)).toEqual({ session: '9f2c41d0', folder: '', query: 'b.t' })
    expect(screen.getByText(/7 more not shown/)).toBeTruthy()
  })

  test('a fault is shown in the dialog, and the choice stays', async () => {
    const { store } = await show({ choose: () => fail('too-large', 'src/a.ts has 9 MB: too large to attach.') })
    act(() => store.getState().setOverlay(attachOverlay({})))
    press('End', 'Delete')
    fireEvent.click(screen.getByRole('button', { name: 'Update outbox' }))
    expect((await screen.findByRole('alert')).textContent).toContain('too large to attach')
    expect(store.getState().overlay).toEqual({ kind: 'attach' })
    expect(screen.getByRole('treeitem', { name: /^logo.png .*left out: binary$/ })).toBeTruthy()
  })
})
