import { expect, test } from 'vitest'
import type { Conversation } from '../../../core/conversation.ts'
import type { Link } from '../../../core/link.ts'
import { arrivals, treeRows } from './tree-rows.ts'
import type { TreeInput, TreeRow } from './tree-rows.ts'

const now = 10_000_000
const hour = 3_600_000
const links = ['chat', 'irc'].map((id) => ({ id, name: id, protocol: id }) as Link)
const one = (source: string, key: string, more: Partial<Conversation> = {}): Conversation => ({
  id: `${source}|${key}`,
  source,
  protocol: source,
  key,
  members: [],
  count: 1,
  unread: 0,
  lastOrd: 1,
  lastAt: now,
  ...more,
})
/** Ten of chat, three of them quiet and one unread; ten of irc, all read. */
const many = [
  one('chat', 'a', { unread: 2 }),
  ...Array.from({ length: 6 }, (_, at) => one('chat', `b${at}`)),
  ...Array.from({ length: 3 }, (_, at) => one('chat', `old${at}`, { lastAt: now - hour - at })),
  ...Array.from({ length: 10 }, (_, at) => one('irc', `c${at}`)),
]
const rows = (more: Partial<TreeInput> = {}): TreeRow[] =>
  treeRows({
    conversations: many,
    links,
    pinned: [],
    forYou: 0,
    words: '',
    unreadOnly: false,
    kept: new Set(),
    open: new Map(),
    now,
    ...more,
  })
const ids = (more: Partial<TreeInput> = {}): string[] => rows(more).map((row) => row.id)

test('in a long list, groups without unread messages start folded; quiet conversations are one line', () => {
  expect(ids()).toEqual(['everything', 'for you', 'chat', 'chat|a', ...[0, 1, 2, 3, 4, 5].map((at) => `chat|b${at}`), 'quiet:chat', 'irc'])
  expect(rows().find((row) => row.kind === 'quiet')).toMatchObject({ count: 3, since: now - hour, isOpen: false })
  expect(rows()[2]).toMatchObject({ kind: 'group', count: 10, unread: 2, isOpen: true })
  expect(rows().at(-1)).toMatchObject({ kind: 'group', count: 10, unread: 0, isOpen: false })
  expect(ids({ open: new Map([['quiet:chat', true]]) })).toContain('chat|old2')
})

test('a short list, and the only group of a long one, are unchanged', () => {
  const few = many.slice(7, 12)
  expect(ids({ conversations: few })).toEqual([
    'everything',
    'for you',
    'chat',
    'chat|old0',
    'chat|old1',
    'chat|old2',
    'irc',
    'irc|c0',
    'irc|c1',
  ])
  expect(arrivals(many.slice(10).map((each) => ({ ...each, unread: 0 })))).toEqual(new Map([['irc', true]]))
})

test('the operator’s choices stay, whatever arrives', () => {
  expect(ids({ open: new Map([['chat', false]]) })).toEqual(['everything', 'for you', 'chat', 'irc'])
  expect(ids({ open: new Map([['irc', true]]) })).toContain('irc|c9')
})

test('pinned ones are on top, in their order, and in no group', () => {
  const pinned = ids({ pinned: ['irc|c3', 'gone', 'chat|a'] })
  expect(pinned.slice(0, 6)).toEqual(['everything', 'for you', 'pinned', 'irc|c3', 'chat|a', 'chat'])
  expect(pinned.filter((id) => id === 'chat|a')).toHaveLength(1)
})

test('a query and *unread only* open groups with matches and hide the rest; the one on screen stays', () => {
  expect(ids({ words: 'old1' })).toEqual(['everything', 'for you', 'chat', 'chat|old1'])
  expect(ids({ unreadOnly: true })).toEqual(['everything', 'for you', 'chat', 'chat|a'])
  expect(ids({ unreadOnly: true, kept: new Set(['irc|c1']) })).toContain('irc|c1')
  expect(ids({ kept: new Set(['chat|old0']) })).toContain('chat|old0')
})

test('conversations of a removed link are separate; a very long group shows its beginning, and all on request', () => {
  expect(ids({ links: links.slice(0, 1) }).slice(-10)).toEqual(many.slice(10).map((each) => each.id))
  const crowd = Array.from({ length: 150 }, (_, at) => one('chat', `k${at}`))
  expect(rows({ conversations: crowd }).filter((row) => row.kind === 'conversation')).toHaveLength(100)
  expect(rows({ conversations: crowd }).find((row) => row.kind === 'more')).toEqual({ kind: 'more', id: 'all:chat', count: 150 })
  expect(ids({ conversations: crowd, open: new Map([['all:chat', true]]) })).toContain('chat|k149')
})
