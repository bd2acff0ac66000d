import { expect, test } from 'vitest'
import { contract } from '../api/contract.ts'
import type { Handlers, HandlersOf } from '../api/server.ts'
import { fail, ok } from '../core/fault.ts'
import { useOpenedEngine } from '../../test/fakes/opened-engine.ts'
import type { EngineContext } from './engine-context.ts'
import { JournalError } from '../core/journal.ts'
import { engineServer } from './server.ts'

const engine = useOpenedEngine()

test('every method of the contract has a handler, and there are no others', () => {
  const { handlers } = engine.running.engine.server
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(contract).toSorted())
})

test('the compiler finds a method without a handler', () => {
  const part: Pick<HandlersOf<'feed'>, 'feed.page'> = { 'feed.page': () => ok({ events: [], hasBefore: false, hasAfter: false }) }
  // @ts-expect-error: feed.search has no handler
  const feed: HandlersOf<'feed'> = part
  // @ts-expect-error: all others have none
  const all: Handlers = feed
  expect(Object.keys(all)).toEqual(['feed.page'])
})

test('a journal that cannot be read is a fault of methods and subscriptions', async () => {
  const broken = fail('unavailable', 'The disk is broken.')
  const follow = (): never => {
    throw new JournalError(broken.fault)
  }
  const rooms = { get: () => ok({ hub: { follow } }), list: follow } as unknown as EngineContext['rooms']
  const server = engineServer({ rooms, services: {} } as EngineContext, () => false)
  expect(server.subscribe({ workspace: 'w' }, () => true, { id: 'page-1', wire: 'websocket' })).toEqual(broken)
  expect(await server.handlers['workspaces.list']({}, {} as never)).toEqual(broken)
})

function reached(): never {
  throw new Error('a closed engine was asked')
}

test('while Patchbay shuts down, every call and subscription is a fault', async () => {
  const rooms = { get: reached, list: reached } as unknown as EngineContext['rooms']
  const server = engineServer({ rooms, services: {} } as EngineContext, () => true)
  const closed = { ok: false, fault: { code: 'unavailable' } }
  expect(server.subscribe({ workspace: 'w' }, () => true, { id: 'page-1', wire: 'websocket' })).toMatchObject(closed)
  expect(await server.handlers['workspaces.list']({}, {} as never)).toMatchObject(closed)
})
