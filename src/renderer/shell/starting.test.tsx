import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ok } from '../../core/fault.ts'
import type { Fault } from '../../core/fault.ts'
import { createMockClient } from '../features/testing/client-mock.ts'
import { App } from './layout.tsx'
import { renderApp } from './testing.ts'

afterEach(cleanup)

/** The engine is asked again after a moment, as on a real page. */
const later = (run: () => void): void => void setTimeout(run, 5)
/** The rest of the page, once the engine has started. */
const ready = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: 'Views' })

test('a core that rewrites the journal says how far it is, and the page goes on by itself (F26)', async () => {
  const client = createMockClient()
  let answer: { task?: { done: number; total: number } } = { task: { done: 45, total: 100 } }
  client.on('app.starting', () => ok(answer))
  await renderApp(<App />, client, { later })
  const bar = await screen.findByRole('progressbar')
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['45', '45 %'])
  answer = {}
  expect(await ready()).toBeDefined()
})

test('cancelling it says what happened and how to continue, also when the core is gone (F26)', async () => {
  const client = createMockClient()
  const fault: Fault = { code: 'cancelled', message: 'Cancelled. The journal was not changed. Start Patchbay again.' }
  let isCancelled = false
  client.on('app.starting', () => ok(isCancelled ? { fault } : { task: { done: 1, total: 100 } }))
  client.on('app.cancelStart', () => {
    isCancelled = true
    return ok({})
  })
  await renderApp(<App />, client, { later })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The journal was not changed')
  client.setConnection('closed', 'Patchbay is no longer running.')
  expect(screen.getByRole('alert').textContent).toContain('The journal was not changed')
  expect(screen.queryByRole('progressbar')).toBeNull()
})
