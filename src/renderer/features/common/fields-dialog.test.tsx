import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Fault } from '../../../core/fault.ts'
import { StoreContext } from '../state/store.ts'
import { testStore } from '../testing/test-render.tsx'
import { FieldsDialog, type DialogField } from './fields-dialog.tsx'

afterEach(cleanup)

const fields: readonly DialogField<'role' | 'name' | 'place'>[] = [
  {
    name: 'role',
    label: 'Role',
    value: 'worker',
    choices: [
      ['worker', 'Worker'],
      ['lead', 'Lead'],
    ],
  },
  {
    name: 'name',
    label: 'Name',
    isAwaited: true,
    check: (name) => (/\d/.test(name) ? { code: 'invalid', message: 'No digits.' } : undefined),
  },
  { name: 'place', label: 'Place' },
]
const onSubmit = vi.fn()

/** A started engine, so that something can be sent. @returns shows it again with what the engine said. */
async function show(): Promise<(fault: Fault) => void> {
  onSubmit.mockClear()
  const store = testStore()
  await store.getState().start()
  store.setState({ connection: { state: 'open' } })
  const dialog = (fault?: Fault): React.JSX.Element => (
    <StoreContext value={store}>
      <FieldsDialog title="Somebody" verb="Save" isBusy={false} fault={fault} fields={fields} onSubmit={onSubmit} onClose={vi.fn()} />
    </StoreContext>
  )
  const { rerender } = render(dialog())
  return (fault) => act(() => rerender(dialog(fault)))
}
const field = (name: string): HTMLInputElement => screen.getByLabelText(name)
const type = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } })
const save = (): HTMLButtonElement => screen.getByRole('button', { name: 'Save' })

test('starts with the given values, and returns trimmed input, and separately the values that are not empty', async () => {
  await show()
  expect(field('Role').value).toBe('worker')
  expect(document.activeElement).toBe(field('Name'))
  expect(save().disabled).toBe(true)
  type('Name', ' Ada ')
  fireEvent.click(save())
  expect(onSubmit).toHaveBeenCalledWith({ role: 'worker', name: 'Ada', place: '' }, { role: 'worker', name: 'Ada' })
})

test('a field’s own fault is shown at it, gets the focus, and nothing is submitted', async () => {
  await show()
  type('Name', 'Ada7')
  fireEvent.click(save())
  expect(screen.getByRole('alert').textContent).toBe('No digits.')
  expect(document.activeElement).toBe(field('Name'))
  expect(onSubmit).not.toHaveBeenCalled()
  type('Name', 'Ada')
  fireEvent.click(save())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a fault of the core is shown at the field that it names', async () => {
  const say = await show()
  say({ code: 'refused', message: 'Nobody is let in there.', field: 'place' })
  expect(field('Place').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Place'))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
