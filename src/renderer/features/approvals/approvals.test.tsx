import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Approval } from '../../../core/approval.ts'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../../app/client-mock.ts'
import { fixtureNow, fixtureState } from '../../app/fixtures.ts'
import { renderApp, type Rendered } from '../../app/test-render.tsx'
import { allowedScopes, expiryText } from './approval-words.ts'
import { Approvals } from './approvals.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const approval: Approval = {
  id: 'a1',
  actor: { kind: 'agent', name: 'tester' },
  effect: { kind: 'spawn', target: 'psql', exact: 'psql -f \u202E0042.sql', why: 'rotation', terms: [{ label: 'Limits', value: '30 s' }] },
  question: 'tester asks to run a command',
  at: fixtureNow,
  hidden: ['U+202E'],
}
const second: Approval = { ...approval, id: 'a2', question: 'tester asks again', hidden: [], effect: { ...approval.effect, exact: 'ls' } }
const asking = (...approvals: readonly Approval[]): MockClient =>
  createMockClient({ state: { ...fixtureState, approvals: [...approvals] } })
const show = (client: MockClient): Promise<Rendered> =>
  renderApp(
    <>
      <input aria-label="field" />
      <Approvals />
    </>,
    client,
  )
const decisions = (client: MockClient): unknown[] => client.calls.filter((call) => call.method === 'gate.decide').map((call) => call.input)

describe('the dialog', () => {
  test('opens by itself with the exact text and nothing hidden; Refuse has the focus', async () => {
    await show(asking(approval))
    await screen.findByRole('dialog')
    expect(screen.getByLabelText('Exact text').textContent).toBe('psql -f U+202E0042.sql')
    expect(screen.getByText('1 character would hide text on a screen.', { exact: false })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Refuse')
    expect(screen.getByRole('radio', { name: /^Always/ })).toHaveProperty('disabled', true)
  })
  test('a refusal takes its reason along', async () => {
    const client = asking(approval)
    await show(client)
    fireEvent.change(await screen.findByLabelText(/^Reason/), { target: { value: ' not on staging ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))
    expect(decisions(client)).toEqual([{ id: 'a1', decision: { allow: false, reason: 'not on staging' } }])
  })
  test('a yes has the chosen scope, and the verb names it', async () => {
    const client = asking(second)
    await show(client)
    fireEvent.click(await screen.findByRole('radio', { name: /^Always/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Approve always' }))
    expect(decisions(client)).toEqual([{ id: 'a2', decision: { allow: true, scope: 'always' } }])
  })
  test('the next question follows with its own fresh choices', async () => {
    const client = asking(approval, second)
    await show(client)
    expect((await screen.findByRole('dialog')).textContent).toContain('1 of 2')
    fireEvent.click(screen.getByRole('radio', { name: /^Session/ }))
    act(() => client.setState({ approvals: [second] }))
    expect(await screen.findByText('tester asks again')).toBeTruthy()
    expect(screen.getByRole('radio', { name: /^Once/ })).toHaveProperty('checked', true)
  })
  test('text that an agent hands over is on the clipboard before the agent hears of the yes; when it cannot be copied, it hears nothing', async () => {
    const handed: Approval = {
      ...second,
      effect: { kind: 'copy', target: 'clipboard', exact: 'the text\n', terms: [{ label: 'File', value: 'a.md' }] },
    }
    const client = asking(handed)
    const order: string[] = []
    client.on('gate.decide', () => {
      order.push('answered')
      return ok({})
    })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'))
    write.mockImplementation((text) => {
      order.push(`copied ${text}`)
      return Promise.resolve()
    })
    await show(client)
    fireEvent.click(await screen.findByRole('button', { name: 'Copy to the clipboard' }))
    expect((await screen.findByRole('alert')).textContent).toContain('could not be written')
    expect(order).toEqual([])
    expect(screen.getByRole('radio', { name: /^Session/ })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Copy to the clipboard' }))
    await waitFor(() => expect(order).toEqual(['copied the text\n', 'answered']))
  })
  test('an answer that did not arrive says so and the question stays', async () => {
    const client = asking(approval)
    client.on('gate.decide', () => fail('unavailable', 'No connection.'))
    await show(client)
    fireEvent.click(await screen.findByRole('button', { name: 'Approve once' }))
    expect((await screen.findByRole('alert')).textContent).toContain('No connection.')
  })
})

describe('it never gets in the way', () => {
  test('while a field has the focus only the button appears', async () => {
    const client = asking()
    await show(client)
    screen.getByLabelText('field').focus()
    act(() => client.setState({ approvals: [approval] }))
    const button = await screen.findByRole('button', { name: '1 question' })
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(button)
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
  test('under another overlay it waits until that is closed', async () => {
    const client = asking()
    const { store } = await show(client)
    act(() => store.getState().setOverlay({ kind: 'shortcuts' }))
    act(() => client.setState({ approvals: [approval] }))
    await screen.findByRole('button', { name: '1 question' })
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => store.getState().setOverlay(undefined))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
  test('closed for later it does not come back by itself', async () => {
    const client = asking(approval)
    await show(client)
    fireEvent.click(await screen.findByRole('button', { name: /^Later/ }))
    act(() => client.setState({ messages: 99 }))
    await waitFor(() => expect(screen.getByRole('button', { name: '1 question' })).toBeTruthy())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(decisions(client)).toEqual([])
  })
  test('without questions there is nothing', async () => {
    await show(asking())
    expect(screen.queryByRole('button')).toBeNull()
  })
})

test('text with hidden characters is never allowed for good', () => {
  const { effect } = approval
  expect(allowedScopes({ hidden: ['ESC'], effect })).toEqual(['once', 'session'])
  expect(allowedScopes({ hidden: [], effect })).toEqual(['once', 'session', 'always'])
  expect(allowedScopes({ hidden: [], effect: { ...effect, kind: 'copy' } })).toEqual(['once'])
})
test('the time that is left is said in the unit that fits', () => {
  expect(expiryText({ expiresAt: 600_000 }, 185_000)).toBe('refused in 6\u00a0m unless you answer')
  expect(expiryText({ expiresAt: 30_000 }, 1_000)).toBe('refused in 29\u00a0s unless you answer')
  expect(expiryText({ expiresAt: 30_000 }, 99_000)).toBe('its time is over')
  expect(expiryText({}, 5)).toBeUndefined()
})
