import { expect, test, vi } from 'vitest'
import { contract, type Input, type MethodName } from '../../../api/contract.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { fixtureEvents } from '../testing/fixtures.ts'
import { pastClient, type LookedAt } from './past-client.ts'
import { pastUses } from './past-uses.ts'

const methods = Object.keys(contract) as MethodName[]
const looked: LookedAt = { asOf: 1_000, cursor: 3 }
function wire(moment: LookedAt | undefined) {
  const client = createMockClient()
  const onRefused = vi.fn<() => void>()
  return { client, onRefused, past: pastClient(client, () => moment, onRefused) }
}

/** What may reach the engine while a moment is looked at: reads, and Halt. Everything that is not here is refused; a method that acts must never be added. */
const passes: readonly string[] = `
  app.info app.starting app.session app.backups archives.list archives.months protocols.list settings.get
  workspaces.list workspaces.folders workspaces.copies feed.page feed.search events.get events.find
  events.lint events.thread desk.page desk.get desk.waits desk.ofEvent desk.ofEvents desk.here flow.window flow.day past.state past.step
  simulations.list simulations.open simulations.script simulations.state simulations.shown simulations.flow simulations.day simulations.event
  halt.preview halt.start halt.again halt.resumePreview halt.resume halt.decline
`
  .trim()
  .split(/\s+/)

test.each(methods)('%s is a read, an act of Halt, or refused in the past', async (method) => {
  const { client, past } = wire(looked)
  const answer = await past.call(method, {} as Input<typeof method>).catch(() => undefined)
  const reached = client.calls.map((call) => call.method)
  expect(reached).toEqual(passes.includes(method) ? [method] : [])
  if (!passes.includes(method))
    expect(answer).toMatchObject({ ok: false, fault: { code: expect.stringMatching('not-allowed|unavailable') as string } })
})

test('every method has its line, and now everything passes', async () => {
  expect(Object.keys(pastUses).toSorted()).toEqual(methods.toSorted())
  const { client, past, onRefused } = wire(undefined)
  await past.call('messages.send', {} as Input<'messages.send'>).catch(() => undefined)
  await past.call('desk.page', { workspace: 'w1', list: 'owed', limit: 1 })
  expect(client.calls).toEqual([
    { method: 'messages.send', input: {} },
    { method: 'desk.page', input: { workspace: 'w1', list: 'owed', limit: 1 } },
  ])
  expect(onRefused).not.toHaveBeenCalled()
})

test('reads look from the moment, and what was stored later is not in an answer', async () => {
  const { client, past } = wire(looked)
  await past.call('desk.page', { workspace: 'w1', list: 'owed', limit: 1 })
  expect(client.calls.at(-1)?.input).toMatchObject({ asOf: 1_000 })
  const [early, later] = [fixtureEvents.find(({ cursor }) => cursor <= 3), fixtureEvents.find(({ cursor }) => cursor > 3)]
  expect(await past.call('events.get', { id: early?.id ?? '' })).toMatchObject({ ok: true })
  expect(await past.call('events.get', { id: later?.id ?? '' })).toMatchObject({ ok: false, fault: { code: 'not-found' } })
  await past.call('feed.search', { workspace: 'w1', query: '', limit: 100 })
  expect(client.calls.at(-1)?.input).toMatchObject({ asOf: 1_000 })
})

test('the operator is told of an act that was refused, not of a draft that a view prepares', async () => {
  const { past, onRefused } = wire(looked)
  await past.call('messages.draft', { event: 'e', intent: 'reply' })
  expect(onRefused).not.toHaveBeenCalled()
  await past.call('conversations.markUnread', { event: 'e' })
  expect(onRefused).toHaveBeenCalledOnce()
})
