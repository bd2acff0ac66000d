import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { bindKeys } from '../ui/keys.ts'
import { commandsOf } from './commands.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (shiftKey: boolean): string => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6', code: 'F6', shiftKey })
  return document.activeElement?.textContent ?? ''
}

test('F6 goes through the panes, and Shift+F6 back', () => {
  // The test's DOM has no layout: every pane is visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never)
  render(
    <>
      {['list', 'main', 'status'].map((pane) => (
        <div key={pane} data-pane={pane}>
          <button type="button">{pane}</button>
        </div>
      ))}
    </>,
  )
  const panes = commandsOf(new Map()).filter(({ keys }) => keys?.[0]?.endsWith('F6'))
  const unbind = bindKeys(
    window,
    panes.map(({ keys = [], run }) => ({ keys, when: () => true, run: () => run({} as never) })),
  )
  expect([press(false), press(false), press(true), press(true), press(false)]).toEqual(['list', 'main', 'list', 'status', 'list'])
  unbind()
})
