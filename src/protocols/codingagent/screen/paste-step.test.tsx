import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fail, ok } from '../../../core/fault.ts'
import { fixtureHome, fixtureRound } from './session-fixtures.ts'
import { fixtureOutbox, reply, showSession, step } from './show-session.tsx'
import { asked } from '../../../renderer/features/testing/link-calls.ts'
import { codingAgentOf } from './slices.ts'

afterEach(cleanup)

const pasteKey = (): boolean => fireEvent.keyDown(document.body, { key: 'V', code: 'any', ctrlKey: true, shiftKey: true })

const drop = (files: readonly File[], text = ''): boolean =>
  fireEvent.drop(screen.getByRole('region', { name: /paste/ }), { dataTransfer: { files, getData: () => text } })

describe('step 2', () => {
  test('the key reads the reply from the clipboard, and the plan appears', async () => {
    const { client } = await showSession({ env: { readText: async () => ok(reply) } })
    pasteKey()
    expect(await screen.findByText('dotnet test --no-restore')).toBeTruthy()
    expect(asked(client, 'paste')).toEqual([{ session: '9f2c41d0', text: reply }])
    expect(step(/paste/).getByText(/2,140 characters/)).toBeTruthy()
  })

  test('if the page may not read the clipboard, a field takes the paste', async () => {
    const { client } = await showSession({
      env: { readText: async () => fail('unavailable', 'The browser did not let the page read it.') },
    })
    pasteKey()
    const field = await screen.findByRole('textbox', { name: 'LLM reply' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(step(/paste/).getByRole('alert').textContent).toContain('The browser did not let')
    fireEvent.paste(field, { clipboardData: { getData: () => reply } })
    await waitFor(() => expect(asked(client, 'paste')).toEqual([{ session: '9f2c41d0', text: reply }]))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'LLM reply' })).toBeNull())
    expect(step(/paste/).queryByRole('alert')).toBeNull()
  })

  test.each([
    ['our own outbox', fixtureOutbox.text, 'This is outbox 3 itself'],
    ['an outbox of another session', fixtureOutbox.text.replace('9f2c41d0', '0000000a'), 'outbox of session 0000000a'],
    ['a reply to an older outbox', `Reply to 9f2c41d0, sequence 2\n${reply}`, 'is for outbox 2'],
    ['an outbox without its head', '=== CONTEXT ===\n', 'part of an outbox'],
  ])('%s is refused in place, and its text can be edited', async (_name, text, words) => {
    const { client } = await showSession({ env: { readText: async () => ok(text) } })
    pasteKey()
    expect((await step(/paste/).findByRole('alert')).textContent).toContain(words)
    expect(step(/paste/).getByRole('textbox')).toHaveProperty('value', text)
    expect(asked(client, 'paste')).toEqual([])
  })

  test.each([
    ['garbage', 'nothing of use', 'This reply contains no commands'],
    ['a reply that was cut off', '[CREATE_FILE path="a.ts"]\nconst a', 'probably cut off'],
  ])('%s is accepted only when the operator insists', async (_name, text, words) => {
    const { client } = await showSession({ env: { readText: async () => ok(text) } })
    pasteKey()
    expect((await step(/paste/).findByRole('alert')).textContent).toContain(words)
    expect(asked(client, 'paste')).toEqual([])
    fireEvent.click(step(/paste/).getByRole('button', { name: 'Use anyway' }))
    await waitFor(() => expect(asked(client, 'paste')).toEqual([{ session: '9f2c41d0', text }]))
  })

  test('a reply that is being typed is there again after a reload, until it is used or given up', async () => {
    let kept: string | undefined
    const tab = { read: async () => kept, write: (text: string | undefined) => void (kept = text) }
    const before = await showSession({ env: { kept: tab } })
    fireEvent.click(step(/paste/).getByRole('button', { name: 'Use a text field' }))
    fireEvent.change(step(/paste/).getByRole('textbox'), { target: { value: 'half a reply' } })
    await waitFor(() => expect(kept).toContain('half a reply'))
    before.unmount()
    await showSession({ env: { kept: tab } })
    expect(await step(/paste/).findByRole('textbox')).toHaveProperty('value', 'half a reply')
    fireEvent.click(step(/paste/).getByRole('button', { name: 'Cancel' }))
    expect(step(/paste/).queryByRole('textbox')).toBeNull()
    await waitFor(() => expect(kept).toBeUndefined())
  })

  test('an empty clipboard says so', async () => {
    await showSession({ env: { readText: async () => ok(' \n') } })
    pasteKey()
    expect((await step(/paste/).findByRole('alert')).textContent).toContain('The clipboard contains no text')
  })

  test('a text or a file can be dropped; a file that is too large is refused unread', async () => {
    const { client } = await showSession()
    const huge = Object.assign(new File([], 'huge.txt'), { text: () => Promise.reject(new Error('read')) })
    Object.defineProperty(huge, 'size', { value: 4_000_000 })
    drop([huge])
    expect((await step(/paste/).findByRole('alert')).textContent).toContain('huge.txt has 4.0')
    drop([], reply)
    await waitFor(() => expect(asked(client, 'paste').length).toBe(1))
    await screen.findByText('dotnet test --no-restore')
    drop([new File([`${reply}2`], 'reply.txt')])
    await waitFor(() => expect(asked(client, 'paste')).toEqual([reply, `${reply}2`].map((text) => ({ session: '9f2c41d0', text }))))
  })

  test('another reply first withdraws the previous one', async () => {
    const { client } = await showSession({ home: fixtureHome, env: { readText: async () => ok(reply) } })
    fireEvent.click(step(/paste/).getByRole('button', { name: /^Paste again/ }))
    await waitFor(() => expect(asked(client, 'paste').length).toBe(1))
    const acts = client.calls.flatMap(({ input }) => (input as { readonly method?: string }).method ?? [])
    expect(acts.filter((method) => method === 'discard' || method === 'paste')).toEqual(['discard', 'paste'])
  })

  test('a text that would be refused does not withdraw the existing reply', async () => {
    const { client } = await showSession({ home: fixtureHome, env: { readText: async () => ok(fixtureOutbox.text) } })
    pasteKey()
    await step(/paste/).findByRole('alert')
    expect(asked(client, 'discard')).toEqual([])
  })

  test('a reply can be withdrawn', async () => {
    const { client } = await showSession({ home: fixtureHome })
    fireEvent.click(await step(/paste/).findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(asked(client, 'discard')).toEqual([{ session: '9f2c41d0', sequence: 3, reply: 1 }]))
  })

  test('a paste anywhere on screen is the reply, except into a field', async () => {
    const { client } = await showSession()
    const clipboardData = { getData: () => reply }
    const field = document.body.appendChild(document.createElement('input'))
    fireEvent.paste(field, { clipboardData })
    field.remove()
    expect(asked(client, 'paste')).toEqual([])
    fireEvent.paste(document.body, { clipboardData })
    await waitFor(() => expect(asked(client, 'paste').length).toBe(1))
  })

  test('a reply for the newest round is sent there, whichever is on screen', async () => {
    const { client, store } = await showSession({ env: { readText: async () => ok(reply) } })
    act(() => codingAgentOf(store.getState()).openRound(1))
    expect(await screen.findByRole('button', { name: 'Go to round 3' })).toBeTruthy()
    pasteKey()
    await waitFor(() => expect(asked(client, 'paste').length).toBe(1))
    expect(codingAgentOf(store.getState()).session.sequence).toBeUndefined()
  })
})

describe('a reply on the clipboard', () => {
  test('is offered, accepted with one press, and not offered again', async () => {
    const { client, store } = await showSession({ clipboard: () => reply })
    fireEvent.click(await step(/paste/).findByRole('button', { name: 'Use it' }))
    await waitFor(() => expect(asked(client, 'paste')).toEqual([{ session: '9f2c41d0', text: reply }]))
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    expect(codingAgentOf(store.getState()).offer).toBeUndefined()
  })

  test.each([
    ['our own outbox', fixtureOutbox.text],
    ['any other text', 'a password'],
    ['a reply to an older outbox', `Reply to 9f2c41d0, sequence 1\n${reply}`],
    ['the reply before', fixtureRound.reply?.text ?? ''],
  ])('%s is not', async (_name, text) => {
    const { client, store } = await showSession({ clipboard: () => text })
    await waitFor(() => expect(client.calls.some((call) => call.method === 'clipboard.read')).toBe(true))
    await waitFor(() => expect(codingAgentOf(store.getState()).session.before).toBeDefined())
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    expect(codingAgentOf(store.getState()).offer).toBeUndefined()
  })

  test('is checked again when the window gets focus, and stays declined', async () => {
    let text = ''
    const { store } = await showSession({ clipboard: () => text })
    text = reply
    fireEvent.focus(window)
    fireEvent.click(await step(/paste/).findByRole('button', { name: 'Not this one' }))
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    expect(codingAgentOf(store.getState()).offer).toBeUndefined()
  })

  test('is never checked in another view, behind another window, or if no reply is awaited', async () => {
    let isLooking = true
    const { client, store } = await showSession({ clipboard: () => 'a password', env: { isLooking: () => isLooking } })
    const reads = (): number => client.calls.filter((call) => call.method === 'clipboard.read').length
    await waitFor(() => expect(reads()).toBeGreaterThan(0))
    const before = reads()
    act(() => store.getState().setView('feed'))
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    isLooking = false
    act(() => store.getState().setView('paste'))
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    isLooking = true
    act(() => client.setState({ views: [{ link: 'l9', view: fixtureHome }] }))
    await act(() => codingAgentOf(store.getState()).lookAtClipboard())
    expect(reads()).toBe(before)
  })
})
