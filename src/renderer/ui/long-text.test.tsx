import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { limits } from '../../core/limits.ts'
import { LongText } from './long-text.tsx'

afterEach(cleanup)

const said: string[] = []

function Field({ first }: { readonly first: string }): React.JSX.Element {
  const [text, setText] = useState(first)
  said.push(text)
  return <LongText aria-label="Text" value={text} onText={setText} />
}

function show(first = ''): HTMLTextAreaElement {
  said.length = 0
  render(<Field first={first} />)
  return screen.getByLabelText<HTMLTextAreaElement>('Text')
}

/** True: the browser inserts it itself. */
const paste = (field: HTMLElement, text: string): boolean => fireEvent.paste(field, { clipboardData: { getData: () => text } })

test('a long paste is inserted as a whole, over the selection; a short one is left to the browser', () => {
  const field = show('before that after')
  field.setSelectionRange(7, 11)
  const long = 'line\n'.repeat(1_000)
  expect(paste(field, long)).toBe(false)
  expect(said.at(-1)).toBe(`before ${long} after`)
  expect(field.selectionStart).toBe(7 + long.length)
  expect(paste(field, 'short')).toBe(true)
})

test('text pasted into an empty field can be undone', () => {
  const field = show()
  paste(field, 'line\n'.repeat(1_000))
  expect(said.at(-1)).toHaveLength(5_000)
  fireEvent.input(field, { target: { value: '' } })
  expect(said.at(-1)).toBe('')
})

test('a paste that is too long is refused, with a message at the field until the next change', () => {
  const field = show('mine')
  field.setSelectionRange(4, 4)
  expect(paste(field, 'x'.repeat(limits.draftChars))).toBe(false)
  expect(field.value).toBe('mine')
  expect(screen.getByRole('alert').textContent).toBe('Not pasted: 200,004 characters exceed the limit of 200,000.')
  fireEvent.input(field, { target: { value: 'mine too' } })
  expect(screen.queryByRole('alert')).toBeNull()
  field.setSelectionRange(0, 8)
  paste(field, 'x'.repeat(limits.draftChars))
  expect(said.at(-1)).toHaveLength(limits.draftChars)
})
