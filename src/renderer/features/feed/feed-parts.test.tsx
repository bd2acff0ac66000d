import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { List } from './feed-parts.tsx'

afterEach(cleanup)

/** The list's padding below `drawn` rows of `count`, where the virtual list has counted 124 px more. */
function below(drawn: number, count: number): string {
  render(
    <List context={count} data-testid="rows" style={{ paddingTop: 60, paddingBottom: 124 }}>
      {Array.from({ length: drawn }, (_, index) => (
        <div key={index} data-index={index} />
      ))}
    </List>,
  )
  const { paddingTop, paddingBottom } = screen.getByRole('feed').style
  cleanup()
  expect(paddingTop).toBe('60px')
  return paddingBottom
}

test('below the last row of the feed there is nothing, whatever was counted for rows that are gone', () => {
  expect(below(2, 3)).toBe('124px')
  expect(below(0, 3)).toBe('124px')
  expect(below(3, 3)).toBe('0px')
})
