import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { caseCommands } from '../case/case-commands.ts'
import { replayCommands } from '../replay/replay-commands.ts'
import type { AppCommand } from '../screen.ts'
import { bindCommands } from '../state/bind-commands.ts'
import { pastAt, pastMoment } from '../testing/past-fixtures.ts'
import { testStore } from '../testing/test-render.tsx'

afterEach(cleanup)

test.each<[string, string, string, readonly AppCommand[]]>([
  ['a case', 'w-s drawer-list', 'list', caseCommands],
  ['the past', 'w-m drawer-inspector', 'inspector', replayCommands],
])('the first Esc over a drawer leaves %s as it is', (what, narrow, pane, commands) => {
  const store = testStore()
  const leave = vi.fn()
  store.setState({ view: 'case', leaveCase: leave, backToNow: leave, ...(what === 'the past' && { past: pastAt(pastMoment) }) })
  const unbind = bindCommands(window, store, commands)
  const { rerender } = render(
    <div className={`app w-m ${narrow}`}>
      <aside className={`pane ${pane}`} />
    </div>,
  )
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  expect(leave).not.toHaveBeenCalled()
  rerender(
    <div className="app drawer-list drawer-inspector">
      <aside className={`pane ${pane}`} />
    </div>,
  )
  fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' })
  expect(leave).toHaveBeenCalledOnce()
  unbind()
})
