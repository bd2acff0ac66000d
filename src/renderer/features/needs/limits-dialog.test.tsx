import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultDeskLimits } from '../../../core/debt.ts'
import { limitsOverlay } from '../overlays.ts'
import { renderApp } from '../testing/test-render.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

afterEach(cleanup)

test('limits are minutes; an empty one is no limit, and a wrong one is said beside its field', async () => {
  const { client, store } = await renderApp(<LimitsDialog />)
  act(() => store.getState().setOverlay(limitsOverlay({})))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Question to you/ })
  expect(field.value).toBe('10')
  fireEvent.change(field, { target: { value: 'soon' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Paste/ }), { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/whole minutes/)
  expect(client.calls.some(({ method }) => method === 'desk.setLimits')).toBe(false)
  fireEvent.change(field, { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(client.calls.find(({ method }) => method === 'desk.setLimits')?.input).toEqual({
    workspace: 'w1',
    limits: { ...defaultDeskLimits, answer: { agent: 30, operator: 5 }, paste: {} },
  })
})

test('when agents count as stuck is in the same form, in parts of a minute if need be', async () => {
  const { client, store } = await renderApp(<LimitsDialog />)
  act(() => store.getState().setOverlay(limitsOverlay({})))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Deadlock/ })
  expect(field.value).toBe('2')
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Passed over/ }), { target: { value: '0.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/half a minute/)
  expect(client.calls.some(({ method }) => method === 'desk.setLimits')).toBe(false)
  fireEvent.change(field, { target: { value: '0.1' } })
  fireEvent.change(screen.getByRole('textbox', { name: /^Task that nobody took/ }), { target: { value: '0.05' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/from 1 to 100/)
  fireEvent.change(screen.getByRole('textbox', { name: /^Passed over/ }), { target: { value: '4' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(store.getState().overlay).toBeUndefined())
  expect(client.calls.find(({ method }) => method === 'desk.setLimits')?.input).toMatchObject({
    limits: { unclaimed: 0.05, stuck: { ...defaultDeskLimits.stuck, deadlock: 0.1, starvation: 4 } },
  })
})
