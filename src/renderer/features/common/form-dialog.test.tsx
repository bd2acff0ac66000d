import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Fault } from '../../../core/fault.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { testStore } from '../testing/test-render.tsx'
import { FormDialog } from './form-dialog.tsx'
import { NameField } from '../../ui/name-field.tsx'
import { StoreContext } from '../state/store.ts'

afterEach(cleanup)

const sent: string[] = []
let client = createMockClient()
interface TryProps {
  readonly isBusy?: boolean
  readonly canSubmit?: boolean
  readonly fault?: Fault
}
function Try({ isBusy = false, canSubmit = true, fault }: TryProps): React.JSX.Element {
  const [names, setNames] = useState<readonly string[]>([])
  const [closed, setClosed] = useState(false)
  if (closed) return <p>closed</p>
  const submit = (): void => void sent.push(names.join(' '))
  return (
    <FormDialog
      title="Ask"
      verb="Send"
      {...{ isBusy, canSubmit, fault }}
      fields={['text']}
      onSubmit={submit}
      onClose={() => setClosed(true)}
    >
      <textarea aria-label="Text" />
      <NameField label="To" names={names} options={[]} placeholder="" onChange={setNames} />
    </FormDialog>
  )
}
const chord = (field: HTMLElement): boolean => fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
const show = (props: TryProps = {}): void => {
  sent.length = 0
  client = createMockClient()
  render(
    <StoreContext value={testStore(client)}>
      <Try {...props} />
    </StoreContext>,
  )
}

test('the button and Ctrl Enter submit, Enter in a text does not', () => {
  show()
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Enter' })
  expect(sent).toEqual([])
  chord(screen.getByLabelText('Text'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent).toEqual(['', ''])
})

test('a half-typed name is accepted before the form is submitted', () => {
  show()
  const to = screen.getByRole('combobox', { name: 'To' })
  fireEvent.change(to, { target: { value: 'coder' } })
  chord(to)
  expect(sent).toEqual([])
  chord(to)
  expect(sent).toEqual(['coder'])
})

test.each([{ isBusy: true }, { canSubmit: false }])('nothing is submitted while %o', (props) => {
  show(props)
  chord(screen.getByLabelText('Text'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent).toEqual([])
})

test('a fault is shown below the fields, unless one of them shows it', () => {
  show({ fault: { code: 'unavailable', message: 'The disk is full.' } })
  expect(screen.getByRole('alert').textContent).toBe('The disk is full.')
  cleanup()
  show({ fault: { code: 'invalid', message: 'Write something.', field: 'text' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Cancel closes', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }))
  expect(screen.getByText('closed')).toBeTruthy()
})

test('without the core nothing is submitted, and the form gives the reason', () => {
  show({})
  act(() => client.setConnection('closed', ''))
  expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('alert').textContent).toContain('not connected')
})
