import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Notice } from '../../../core/notice.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { renderApp } from '../testing/test-render.tsx'
import { Toasts } from '../common/toasts.tsx'
import { NoticeToasts } from './notice-toasts.tsx'

afterEach(cleanup)

const notice: Notice = { id: 'w1|d1', title: 'reviewer asks you', sound: false, item: 'w1|d1', workspace: 'w1' }

test('a note that found no place waits for one, and then stays as long as any other', async () => {
  const waiting: (() => void)[] = []
  const { client, container } = await renderApp(
    <div className="app">
      <div className="pane">
        <textarea aria-label="In the way" />
      </div>
      <Toasts hasOthers>{(hold, place) => <NoticeToasts hold={hold} place={place} />}</Toasts>
    </div>,
    createMockClient(),
    { later: (run, ms) => void (ms > 10_000 && waiting.push(run)) },
  )
  const over = (): void => act(() => waiting.splice(0).forEach((run) => run()))
  const isHidden = (): boolean | undefined => container.querySelector('.toasts')?.classList.contains('no-place')
  let isInWay = true
  const { innerHeight } = window
  screen.getByRole('textbox').getBoundingClientRect = () =>
    ({ left: -1, right: 2000, top: isInWay ? innerHeight * 0.2 : innerHeight - 1, bottom: innerHeight }) as DOMRect
  await waitFor(() => expect(isHidden()).toBe(true))
  act(() => client.push({ type: 'notices', workspace: 'w1', show: [notice], close: [] }))
  over()
  expect(screen.getByRole('group', { name: notice.title })).toBeTruthy()
  isInWay = false
  await waitFor(() => expect(isHidden()).toBe(false))
  expect(waiting).toHaveLength(1)
  over()
  await waitFor(() => expect(screen.queryByRole('group', { name: notice.title })).toBeNull())
})
