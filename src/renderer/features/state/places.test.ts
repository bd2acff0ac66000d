import { beforeEach, expect, test } from 'vitest'
import { defineScreen, type Place } from '../screen.ts'
import { createMockClient } from '../testing/client-mock.ts'
import { bodyEvent, fixtureLink, fixtureState } from '../testing/fixtures.ts'
import { testingWith } from '../testing/test-render.tsx'
import { placeName, placesOf, recipientsOf, whereOf } from './draft.ts'
import { placeOfEvent, shownPlace, silentConversations } from './places.ts'
import type { AppStore } from './store.ts'

const rooms: readonly Place[] = [
  { id: 'r1', name: 'Harbour' },
  { id: 'r2', name: 'Harbour' },
]
const roomScreen = defineScreen({
  id: fixtureLink.protocol,
  hue: 'olive',
  placeParts: { conversations: (view) => (view as { readonly rooms: readonly Place[] } | undefined)?.rooms ?? [] },
})
let store: AppStore
beforeEach(async () => {
  const spoken = {
    id: 'l1|r1',
    source: 'l1',
    protocol: 'chat',
    key: 'r1',
    topic: 'Harbour',
    members: [],
    count: 1,
    unread: 0,
    lastOrd: 1,
    lastAt: 1,
  }
  const client = createMockClient({ state: { ...fixtureState, conversations: [spoken], views: [{ link: 'l1', view: { rooms } }] } })
  const compose = { targets: 'many', where: { label: 'Room', required: true } } as const
  store = testingWith([roomScreen]).testStore(client)
  await store.getState().start()
  store.setState(({ protocols }) => ({ protocols: protocols.map((one) => ({ ...one, compose })) }))
})

test('a place without messages is listed among the conversations', () => {
  expect(silentConversations(store.getState()).map(({ id, topic, count }) => ({ id, topic, count }))).toEqual([
    { id: 'l1|r2', topic: 'Harbour', count: 0 },
  ])
})

test('a place is shown, written to and named by its id, because two may have one name', () => {
  store.getState().setFilter({ conversation: 'l1|r2' })
  expect(shownPlace(store.getState())).toEqual({ link: 'l1', id: 'r2', name: 'Harbour' })
  expect(placesOf(store.getState())).toEqual(rooms)
  expect(whereOf(store.getState())).toBe('r2')
  expect(recipientsOf(store.getState())).toEqual([])
  expect(placeName(store.getState(), 'l1', 'r2')).toBe('Harbour')
})

test('an event belongs only to a place of its own link; elsewhere no place is shown', () => {
  const said = bodyEvent(1, { kind: 'message', conversation: 'r1', from: 'a', to: [], observers: [], text: 'x' })
  expect(placeOfEvent(store.getState(), said)?.id).toBe('r1')
  expect(placeOfEvent(store.getState(), { ...said, source: 'l2' })).toBeUndefined()
  store.getState().setFilter({ conversation: 'l1|gone' })
  expect(shownPlace(store.getState())).toBeUndefined()
  store.getState().setFilter({})
  expect(shownPlace(store.getState())).toBeUndefined()
})
