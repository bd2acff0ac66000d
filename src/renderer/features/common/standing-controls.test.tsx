import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { standingControls } from './clear-place.ts'

afterEach(cleanup)

test('what is dragged and the foot of a pane count as controls that notes may not cover, what scrolls away under them or is as high as a pane does not', () => {
  render(
    <main className="app">
      <div className="pane">
        <div role="slider" aria-label="Time shown" aria-valuenow={1} tabIndex={0} />
        <button type="button">Done, folded</button>
        <div style={{ overflowY: 'auto' }}>
          <button type="button">Scrolls</button>
        </div>
        <p>Text</p>
        <footer className="foot-acts">Complete: mark it as done in Needs me.</footer>
      </div>
    </main>,
  )
  const slider = { left: 700, right: 900, top: 620, bottom: 690 }
  screen.getByRole('slider').getBoundingClientRect = () => slider as DOMRect
  screen.getByRole('button', { name: 'Done, folded' }).getBoundingClientRect = () =>
    ({ left: 650, right: 720, top: 44, bottom: 700 }) as DOMRect
  screen.getByRole('button', { name: 'Scrolls' }).getBoundingClientRect = () => ({ left: 0, right: 90, top: 400, bottom: 428 }) as DOMRect
  const foot = { left: 1100, right: 1440, top: 700, bottom: 740 }
  screen.getByRole('contentinfo').getBoundingClientRect = () => foot as DOMRect
  expect(standingControls()).toEqual([slider, foot])
})
