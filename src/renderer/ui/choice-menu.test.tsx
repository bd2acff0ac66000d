import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ChoiceMenu } from './choice-menu.tsx'

afterEach(cleanup)

test('shows which option is chosen, and reports another one', async () => {
  const chosen: string[] = []
  const options = [
    ['old', 'Oldest first'],
    ['new', 'Newest first'],
  ] as const
  render(
    <ChoiceMenu label="Order" buttonLabel="Order: Oldest first" options={options} value="old" onChange={(value) => chosen.push(value)}>
      Oldest first
    </ChoiceMenu>,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'Order: Oldest first' }), { key: 'Enter' })
  const items = await screen.findAllByRole('menuitemradio')
  const shown = items.map((item) => [
    item.textContent,
    item.getAttribute('aria-checked'),
    item.querySelector('svg')?.getAttribute('visibility'),
  ])
  expect(shown).toEqual([
    ['Oldest first', 'true', 'visible'],
    ['Newest first', 'false', 'hidden'],
  ])
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Newest first' }))
  expect(chosen).toEqual(['new'])
  expect(screen.queryByRole('menu')).toBeNull()
})
