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

function MenuPage(): React.JSX.Element {
  const [step, setStep] = useState<'menu' | 'dialog' | 'page'>('menu')
  return (
    <>
      <button type="button" id="more">
        More
      </button>
      {step === 'menu' && (
        <div role="menu" aria-labelledby="more">
          <button type="button" role="menuitem" onClick={() => setStep('dialog')}>
            Ask
          </button>
        </div>
      )}
      {step === 'dialog' && (
        <Dialog title="Sure?" onClose={() => setStep('page')} footer={<button onClick={() => setStep('page')}>Yes</button>}>
          It is shown.
        </Dialog>
      )}
    </>
  )
}

test('a dialog that was opened from a menu gives the focus back to the button of the menu', () => {
  render(<MenuPage />)
  const item = screen.getByRole('menuitem')
  item.focus()
  fireEvent.click(item)
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
})
