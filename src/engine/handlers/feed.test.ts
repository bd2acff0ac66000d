import { expect, test } from 'vitest'
import { bodiesOf, useOpenedEngine } from '../../../test/fakes/opened-engine.ts'

const engine = useOpenedEngine()
const { value, faultOf, events, source } = engine

test('pages by filter: everything, a conversation, an agent, raw lines', async () => {
  expect(bodiesOf(await events())).toEqual(['bad news', 'why?', 'see\nbelow'])
  expect(bodiesOf(await events({ agent: 'tester' }))).toEqual(['see\nbelow'])
  expect(bodiesOf(await events({ agent: 'nobody' }))).toEqual([])
  expect(bodiesOf(await events({ conversation: `${await source()}|coder⇄reviewer` }))).toEqual(['bad news', 'why?'])
  expect(bodiesOf(await events({ raw: true }))).toContain('comment')
})

test('a page is cut by size at the end where its reader continues, and says that there is more', async () => {
  for (let at = 0; at < 6; at++) engine.fake.medium.push(`coder>reviewer: ${at}${'x'.repeat(900_000)}`)
  engine.fake.drivers[0]?.read()
  const newest = await value('feed.page', { workspace: engine.workspace, filter: {}, limit: 100 })
  expect(newest.events.length).toBeLessThan(6)
  expect(newest).toMatchObject({ hasBefore: true, hasAfter: false })
  expect(bodiesOf(newest.events.slice(-1))[0]?.[0]).toBe('5')
  const oldest = await value('feed.page', { workspace: engine.workspace, filter: {}, after: 0, limit: 100 })
  expect(oldest).toMatchObject({ hasAfter: true })
  expect(bodiesOf(oldest.events.slice(0, 1))).toEqual(['bad news'])
  const around = await value('feed.page', { workspace: engine.workspace, filter: {}, around: newest.events[0]?.ord ?? 0, limit: 100 })
  expect(around.events.map((event) => event.id)).toContain(newest.events[0]?.id)
})

test('search can be limited to unread messages', async () => {
  engine.fake.medium.push('coder>reviewer: news again', 'coder>tester: more news')
  engine.fake.drivers[0]?.read()
  const texts = async (query: string): Promise<string[]> => {
    const { hits, total } = await value('feed.search', { workspace: engine.workspace, query, limit: 10 })
    expect(total).toBe(hits.length)
    return bodiesOf(hits.map((hit) => hit.event))
  }
  expect(await texts('news')).toEqual(['more news', 'news again', 'bad news'])
  expect(await texts('news is:unread')).toEqual(['more news', 'news again'])
  expect(await texts('news is:read')).toEqual(['bad news'])
  expect(await texts('is:unread after:1h again')).toEqual(['news again'])
  await value('conversations.markRead', { workspace: engine.workspace, filter: { agent: 'tester' }, upTo: 1e9 })
  expect(await texts('is:unread')).toEqual(['news again'])
})

test('search finds messages, and an invalid query is a fault', async () => {
  const found = await value('feed.search', { workspace: engine.workspace, query: 'from:coder news', limit: 10 })
  expect(found).toMatchObject({ total: 1, hasMore: false })
  expect(found.hits[0]?.matches.length).toBeGreaterThan(0)
  expect(await faultOf('feed.search', { workspace: engine.workspace, query: 'before:nonsense', limit: 10 })).toMatchObject({
    code: 'invalid',
  })
})
