import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fail, ok, type Result } from '../../../core/fault.ts'
import type { Output } from '../../../api/contract.ts'
import { pastAt, pastCore, pastMoment as then } from '../testing/past-fixtures.ts'
import { renderApp } from '../testing/test-render.tsx'
import { ReplayBanner } from './replay-banner.tsx'
import { replayCommands } from './replay-commands.ts'
import { ReplayLamps } from './replay-lamps.tsx'

type Answer = Result<Output<'past.state'>>

/** The lamps over an engine that answers when it is told to. */
async function slowPast() {
  const client = pastCore()
  const answers: ((answer: Answer) => void)[] = []
  client.on('past.state', () => new Promise<Answer>((resolve) => answers.push(resolve)))
  const { store } = await renderApp(<ReplayLamps />, client)
  await waitFor(() => expect(store.getState().state).toBeDefined())
  return { store, answer: (given: Answer) => answers.shift()?.(given) }
}

it('a moment that takes long says so, and can be given up: what is shown stays', async () => {
  const { store, answer } = await slowPast()
  const looking = store.getState().lookAt(then)
  fireEvent.click(await screen.findByRole('button', { name: 'Reading 10:08:00… · Cancel' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  answer(ok(pastAt(then)))
  await looking
  expect(store.getState().past).toBeUndefined()
})

it('Escape gives it up, too; once the moment is shown, Escape goes back to now', async () => {
  const { store, answer } = await slowPast()
  const escape = (): string[] =>
    replayCommands.filter(({ keys, when }) => keys?.includes('Escape') === true && when?.(store.getState()) !== false).map(({ id }) => id)
  expect(escape()).toEqual([])
  const looking = store.getState().lookAt(then)
  expect(escape()).toEqual(['past.cancel'])
  answer(ok(pastAt(then)))
  await looking
  expect(store.getState().past?.asOf).toBe(then)
  expect(store.getState().replay.reading).toBeUndefined()
  expect(escape()).toEqual(['past.back'])
})

it('of two moments the newer one is named, until it is there', async () => {
  const { store, answer } = await slowPast()
  const both = [store.getState().lookAt(then - 60_000), store.getState().lookAt(then)]
  answer(ok(pastAt(then - 60_000)))
  await screen.findByRole('button', { name: /Reading 10:08:00/ })
  answer(ok(pastAt(then)))
  await Promise.all(both)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

it('a fault is said where there is no banner yet, until it is removed', async () => {
  const { store, answer } = await slowPast()
  const looking = store.getState().lookAt(then)
  answer(fail('internal', 'This moment could not be read. Try again.'))
  await looking
  expect((await screen.findByRole('alert')).textContent).toBe('This moment could not be read. Try again.')
  fireEvent.click(screen.getByRole('button', { name: /could not be read/ }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('where the banner says a fault, the status bar does not', async () => {
  const client = pastCore()
  const { store } = await renderApp(
    <>
      <ReplayBanner />
      <ReplayLamps />
    </>,
    client,
  )
  await waitFor(() => expect(store.getState().state).toBeDefined())
  await store.getState().lookAt(then)
  client.on('past.state', () => fail('internal', 'This moment could not be read. Try again.'))
  await store.getState().lookAt(then - 60_000)
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})
