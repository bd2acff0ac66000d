import { expect, test } from 'vitest'
import { contract } from '../api/contract.ts'
import type { Handlers, HandlersOf } from '../api/server.ts'
import { ok } from '../core/fault.ts'
import { useOpenedEngine } from '../../test/fakes/opened-engine.ts'

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
