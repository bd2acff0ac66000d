import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NameField } from './name-field.tsx'
import { type NameOption } from './name-options.tsx'

afterEach(cleanup)

const options: readonly NameOption[] = ['@workers', '@operators', 'coder', 'coder-2'].map((name) => ({ name }))

function Field(): React.JSX.Element {
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <>
      <NameField label="To" names={names} options={options} placeholder="" onChange={setNames} />
      <output>{names.join(' ')}</output>
    </>
  )
}

test.each([
  ['@wor', [], '@workers'],
  ['coder-', [], 'coder-2'],
  ['coder', [], 'coder'],
  ['coder', ['ArrowDown', 'ArrowDown'], 'coder-2'],
  ['tester', [], 'tester'],
])('Enter after %j with %j accepts %s', (typed, keys, taken) => {
  render(<Field />)
  const field = screen.getByRole('combobox', { name: 'To' })
  fireEvent.change(field, { target: { value: typed } })
  for (const key of [...keys, 'Enter']) fireEvent.keyDown(field, { key })
  expect(screen.getByRole('status').textContent).toBe(taken)
})

test('a comma, and leaving the field, accept the input', () => {
  render(<Field />)
  const field = screen.getByRole('combobox', { name: 'To' })
  fireEvent.change(field, { target: { value: '@wor' } })
  fireEvent.keyDown(field, { key: ',' })
  fireEvent.change(field, { target: { value: 'coder-' } })
  fireEvent.blur(field)
  expect(screen.getByRole('status').textContent).toBe('@wor coder-')
})

test('Esc closes the open list and takes its selection back; without a list it is left to the dialog around', () => {
  render(<Field />)
  const field = screen.getByRole('combobox', { name: 'To' })
  /** Whether the dialog around would see it. */
  const isLeft = (): boolean => fireEvent.keyDown(field, { key: 'Escape' })
  fireEvent.focus(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(isLeft()).toBe(false)
  expect(field.getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.getByRole('status').textContent).toBe('')
  expect(isLeft()).toBe(true)
  fireEvent.change(field, { target: { value: 'nobody like this' } })
  expect(isLeft()).toBe(true)
})
