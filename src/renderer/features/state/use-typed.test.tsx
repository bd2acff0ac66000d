import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FieldsDialog } from '../common/fields-dialog.tsx'
import { createMockClient } from '../testing/client-mock.ts'
import { renderApp, type Rendered } from '../testing/test-render.tsx'
import type { KeptText } from './env.ts'
import { useApp } from './store.ts'

afterEach(cleanup)

const fields = [
  { name: 'title', label: 'Title' },
  { name: 'details', label: 'Details', isLong: true, value: 'As usual' },
]

/** A dialog while it is open. */
function Dialog(): React.JSX.Element | null {
  const overlay = useApp((state) => state.overlay)
  const close = useApp((state) => state.closeOverlay)
  if (overlay === undefined) return null
  const end = (): void => void close(overlay)
  return <FieldsDialog title="New" verb="Create" isBusy={false} keptAs="new thing" fields={fields} onSubmit={end} onClose={end} />
}

/** A page with the dialog open. */
async function page(kept: KeptText): Promise<Rendered> {
  const rendered = await renderApp(
    <StrictMode>
      <Dialog />
    </StrictMode>,
    createMockClient(),
    { kept },
  )
  await waitFor(() => expect(rendered.store.getState().state).toBeDefined())
  act(() => rendered.store.getState().setOverlay({ kind: 'new thing' }))
  return rendered
}
const field = (name: string): HTMLTextAreaElement => screen.getByRole('textbox', { name })

function tab(): KeptText & { text: string | undefined } {
  const kept = {
    text: undefined as string | undefined,
    read: async () => kept.text,
    write: (text: string | undefined) => void (kept.text = text),
  }
  return kept
}

test('what was typed in a dialog is there again when it is opened after a reload', async () => {
  const kept = tab()
  const { store, unmount } = await page(kept)
  expect([store.getState().typed.size, kept.text]).toEqual([0, undefined])
  fireEvent.change(field('Title'), { target: { value: 'Rotate the keys' } })
  await waitFor(() => expect(kept.text).toContain('Rotate the keys'))
  const { text } = kept
  unmount()
  await page({ ...kept, read: async () => text })
  expect([field('Title').value, field('Details').value]).toEqual(['Rotate the keys', 'As usual'])
})

test.each(['Create', 'Cancel'])('%s ends that: nothing of it is kept, and the dialog begins anew', async (button) => {
  const kept = tab()
  const { store } = await page(kept)
  fireEvent.change(field('Details'), { target: { value: 'Before Friday' } })
  await waitFor(() => expect(kept.text).toContain('Before Friday'))
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${button}`) }))
  await waitFor(() => expect(kept.text).toBeUndefined())
  act(() => store.getState().setOverlay({ kind: 'new thing' }))
  expect(field('Details').value).toBe('As usual')
})
