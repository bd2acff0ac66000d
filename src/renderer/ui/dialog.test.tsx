import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

test('the second click of a double click that closes a dialog does nothing below it; the next click does', () => {
  let pressed = 0
  function Page(): React.JSX.Element {
    const [isOpen, setOpen] = useState(true)
    const close = (): void => setOpen(false)
    return (
      <>
        <button type="button" onClick={() => pressed++}>
          Below
        </button>
        {isOpen && (
          <Dialog title="Sure?" onClose={close} footer={<button onClick={close}>Yes</button>}>
            It is shown.
          </Dialog>
        )}
      </>
    )
  }
  render(<Page />)
  const below = screen.getByRole('button', { name: 'Below', hidden: true })
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }), { detail: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(below, { detail: 2 })
  expect(pressed).toBe(0)
  fireEvent.click(below, { detail: 1 })
  fireEvent.click(below, { detail: 2 })
  expect(pressed).toBe(2)
})
