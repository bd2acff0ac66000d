import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { readMs } from '../../../core/read-time.ts'
import { fail, ok } from '../../../core/fault.ts'
import { createMockClient, type MockClient } from '../testing/client-mock.ts'
import { fixtureRow } from '../testing/desk-fixtures.ts'
import { fixtureNow } from '../testing/fixtures.ts'
import { fixtureArrow, fixtureRing, noWaits, sentMessages as sent, showWaits } from '../testing/waits-shown.tsx'

afterEach(cleanup)

const three = fixtureRing('coder', 'tester', 'reviewer')
const choose = (name: RegExp): void => void fireEvent.click(screen.getByRole('radio', { name }))
const chord = (target: Element): void => void fireEvent.keyDown(target, { key: 'Enter', ctrlKey: true })
const message = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' })
const marks = (client: MockClient): unknown[] => client.calls.flatMap(({ method, input }) => (method === 'desk.mark' ? [input] : []))
const current = (): string | null | undefined =>
  screen.getByRole('list', { name: 'Waits' }).querySelector('[aria-current=true]')?.textContent

describe('while it changes', () => {
  test('the wait that was looked at ends: no other one comes under the hand, and nothing is sent', async () => {
    const { client, set } = await showWaits(three)
    choose(/^Nudge/)
    await screen.findByText('WIRE nudge text')
    expect(current()).toContain('the reviewer question')
    const [first, second, last] = three.arrows
    if (first === undefined || second === undefined || last === undefined) throw new Error('no ring')
    // The same three wait for each other, but for another reason.
    set({ ...three, arrows: [first, second, fixtureArrow(20, 'reviewer', 'coder')] })
    await screen.findByText(/has ended. Select another/)
    chord(screen.getByRole('list', { name: 'Waits' }))
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    expect(current()).toBeUndefined()
    expect(sent(client)).toEqual([])
  })

  test('the ring becomes a larger one: it stays grey until the operator looks at the new one', async () => {
    const { client, set } = await showWaits(fixtureRing('coder', 'tester'))
    fireEvent.change(message(), { target: { value: 'Go on.' } })
    await screen.findByText('WIRE Go on.')
    set(three)
    await screen.findByText(/The ring changed \d\d:/)
    chord(screen.getByRole('list', { name: 'Waits' }))
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Show it as it is now' }))
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('tester waits for reviewer')
    expect(message().value).toBe('')
    expect(sent(client)).toEqual([])
  })

  test('a condition that stays for a minute after a wait in it has ended is over', async () => {
    const { set } = await showWaits(three)
    set({ ...three, arrows: three.arrows.slice(1) })
    expect(await screen.findByText(/^Resolved/)).toBeTruthy()
  })

  test('says who resolved it', async () => {
    const client = createMockClient()
    client.on('desk.get', ({ key }) => {
      const row = three.arrows.find(({ row: each }) => each?.debt.key === key)?.row
      if (row === undefined) return fail('not-found', 'It is gone.')
      const end = { at: fixtureNow - 4_000, by: 'tester', how: 'ref', evidence: 'declared' } as const
      return ok({
        row: key.includes('8') ? fixtureRow({ ...row.debt, state: 'settled', end }) : row,
        events: [],
        waiting: [],
        awaited: [],
      })
    })
    const { set } = await showWaits(three, client)
    set(noWaits)
    expect(await screen.findByText('Resolved 10:17:56 by tester.')).toBeTruthy()
  })

  test('the draft of the wait before is never sent for the one that is selected', async () => {
    const client = createMockClient()
    const held: (() => void)[] = []
    await showWaits(three, client)
    choose(/^Nudge/)
    await screen.findByText('WIRE nudge text')
    client.on('desk.draft', () => new Promise((resolve) => held.push(() => resolve(fail('unavailable', 'Too late.')))))
    choose(/^Break/)
    chord(message())
    fireEvent.click(within(screen.getByRole('list', { name: 'Waits' })).getByRole('button', { name: /tester.*waits for.*reviewer/ }))
    choose(/^Nudge/)
    chord(message())
    await act(async () => held.forEach((answer) => answer()))
    expect(sent(client)).toEqual([])
    expect(marks(client)).toEqual([])
  })
})

const desk = (client: MockClient): void => {
  client.on('desk.draft', ({ key, intent, to }) => {
    const draft = {
      from: 'operator',
      to: [to ?? 'reviewer'],
      observers: [],
      text: `${intent} ${to ?? ''}`,
      about: { debt: key, ref: key, intent },
    }
    return ok({ source: 'l1', draft, also: [], closes: 1, frees: [] })
  })
}

describe('Reassign', () => {
  test('somebody who is free is suggested, with the reason, and only who was shown gets it', async () => {
    const client = createMockClient()
    desk(client)
    const { store } = await showWaits(three, client)
    expect(screen.getByRole('radio', { name: /^Reassign.*orchestrator: owes nothing, idle 7 m/ })).toBeTruthy()
    choose(/^Reassign/)
    await screen.findByText('WIRE handover orchestrator')
    // Somebody else would be suggested now.
    const { state } = store.getState()
    if (state === undefined) throw new Error('no state')
    act(() => store.setState({ state: { ...state, agents: state.agents.filter(({ id }) => id !== 'orchestrator') } }))
    expect(screen.getByRole('radio', { name: /^Reassign/ }).parentElement?.textContent).not.toContain('orchestrator')
    chord(message())
    await waitFor(() => expect(sent(client)).toMatchObject([{ draft: { to: ['orchestrator'] } }]))
  })

  test('a name that is half typed is added by the keys that send, not sent past', async () => {
    const client = createMockClient()
    desk(client)
    await showWaits(three, client)
    choose(/^Reassign/)
    await screen.findByText('WIRE handover orchestrator')
    const field = screen.getByRole('combobox', { name: 'To' })
    fireEvent.change(field, { target: { value: 'gemini' } })
    chord(field)
    expect(sent(client)).toEqual([])
    await screen.findByText('WIRE handover gemini')
  })

  test('further messages that belong to it are shown and sent with it', async () => {
    const client = createMockClient()
    client.on('desk.draft', ({ key, intent, to = '' }) => {
      const draft = { from: 'operator', to: [to], observers: [], text: 'take over', about: { debt: key, ref: key, intent } }
      const told = { ...draft, to: ['coder'], text: 'leave it' }
      return ok({ source: 'l1', draft, also: [{ draft: told, preview: { wire: 'x', bytes: 1, limit: 9 } }], closes: 1, frees: [] })
    })
    await showWaits(three, client)
    choose(/^Reassign/)
    await screen.findByText('WIRE take over')
    expect(await screen.findByText('WIRE leave it')).toBeTruthy()
    chord(message())
    await waitFor(() => expect(sent(client).map(({ draft }) => draft.text)).toEqual(['take over', 'leave it']))
  })
})

test('Ignore keeps the ring out of the lists for half an hour, and can be undone', async () => {
  const { client, store } = await showWaits(three)
  fireEvent.click(screen.getByRole('button', { name: 'Ignore for 30 m' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(marks(client)).toEqual([{ workspace: 'w1', keys: [three.stuck[0]?.id], verb: 'snooze', until: fixtureNow + 30 * 60_000 }])
  expect(store.getState().toasts.at(-1)).toMatchObject({ text: 'Ignored for 30 m', act: { label: 'Undo' } })
})

const send = (): HTMLButtonElement => screen.getByRole('button', { name: /^Sen[dt]/ })

describe('Nudge all', () => {
  /** The screen's clock, which goes on with `wait`. */
  let now = fixtureNow
  const opened = async (client = createMockClient()) => {
    now = fixtureNow
    client.on('desk.draft', ({ key, intent }) => {
      const [, of = ''] = /:(\d+):/.exec(key) ?? []
      if (of === '8') return fail('unsupported', 'This link has no reminders.')
      const draft = { from: 'operator', to: ['x'], observers: [], text: `${intent} ${of}`, about: { debt: key, ref: key, intent } }
      return ok({ source: 'l1', draft, also: [], closes: 1, frees: [] })
    })
    const rendered = await showWaits(three, client, {}, () => now)
    fireEvent.click(screen.getByRole('button', { name: 'Nudge all 3' }))
    await screen.findByText('WIRE nudge 7')
    return rendered
  }
  const read = async (): Promise<void> => {
    await waitFor(() => expect(send().disabled).toBe(false))
    now += readMs // not before: on a busy machine the time on the screen may not have begun
  }

  test('shows each exact text first, sends each once, and names who is not reminded', async () => {
    const { client } = await opened()
    expect(within(screen.getByRole('list', { name: 'Not reminded' })).getByText('This link has no reminders.')).toBeTruthy()
    expect(screen.getByText('WIRE nudge 9')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Back')
    // The second click on the button that showed them.
    fireEvent.click(send())
    chord(screen.getByRole('list', { name: 'Reminders' }))
    expect(sent(client)).toEqual([])
    await read()
    fireEvent.click(send())
    fireEvent.click(send())
    await waitFor(() => expect(send().textContent).toContain('Sent'))
    expect(sent(client).map(({ draft }) => draft.text)).toEqual(['nudge 7', 'nudge 9'])
    expect(send().disabled).toBe(true)
  })

  test('the ring changes: the texts are those of the ring as it is, and wait for a second look', async () => {
    const { client, set } = await opened()
    await read()
    const [first, second] = three.arrows
    if (first === undefined || second === undefined) throw new Error('no ring')
    set({ ...three, arrows: [first, second, fixtureArrow(20, 'reviewer', 'coder')] })
    await screen.findByText('WIRE nudge 20')
    fireEvent.click(send())
    chord(screen.getByRole('list', { name: 'Reminders' }))
    expect(sent(client)).toEqual([])
    set(noWaits)
    await screen.findByText(/^Resolved/)
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  })

  test('one that fails is named; again sends only what was not sent', async () => {
    const client = createMockClient()
    const { store } = await opened(client)
    await read()
    client.on('messages.send', ({ draft }) => (draft.text === 'nudge 9' ? fail('unavailable', 'It is down.') : ok({ id: 'c' } as never)))
    fireEvent.click(send())
    await screen.findByText('It is down.')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toEqual(['sent', 'not sent'])
    fireEvent.click(send())
    await waitFor(() => expect(sent(client)).toHaveLength(3))
    const ids = sent(client).map(({ id }) => id)
    expect(ids[2]).toBe(ids[1])
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(screen.getByRole('list', { name: 'Waits' })).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Nudge all')
    expect(store.getState().overlay).toBeDefined()
  })
})

test('a ring is kept as a case from a minute before its first wait', async () => {
  const { store } = await showWaits(three)
  fireEvent.click(screen.getByRole('button', { name: 'Keep as a case' }))
  const first = Math.min(...three.arrows.map(({ since }) => since))
  expect(store.getState()).toMatchObject({ view: 'case', caseForm: { from: first - 60_000, to: fixtureNow }, overlay: undefined })
})
