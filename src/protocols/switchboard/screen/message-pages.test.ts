import { beforeEach, describe, expect, test } from 'vitest'
import { fail } from '../../../core/fault.ts'
import { messageGroups } from '../pure/api.ts'
import type { MessageRow } from '../pure/api.ts'
import { createSwitchboardClient, fixtureSwitchboard, messageRow } from './inbox-fixtures.ts'
import { testStore } from './testing.ts'
import { rowsShown } from './message-pages.ts'
import type { AppStore } from '../../../renderer/features/state/store.ts'
import { switchboardOf } from './slices.ts'

type Ask = { readonly mailbox: string; readonly group: string; readonly before?: string; readonly limit: number }
let mail: MessageRow[]
let asked: Ask[]
let store: AppStore
let answer: (ask: Ask) => unknown

const newest = (count: number, from = 1): MessageRow[] => Array.from({ length: count }, (_, at) => messageRow(from + at))
const held = (): number => switchboardOf(store.getState()).messages.pages.get('new')?.rows.length ?? 0

beforeEach(async () => {
  mail = newest(5_000)
  asked = []
  answer = ({ mailbox, group, before, limit }) => {
    const rows = mail.filter((row) => row.mailbox === mailbox && row.group === group)
    const start = before === undefined ? 0 : rows.findIndex((row) => row.id === before) + 1
    return { rows: rows.slice(start, start + limit), total: rows.length, hasMore: start + limit < rows.length }
  }
  const messages = (ask: Ask): unknown => {
    asked.push(ask)
    return answer(ask)
  }
  store = testStore(createSwitchboardClient({ messages }, fixtureSwitchboard))
  await store.getState().start()
  await Promise.resolve()
  store.getState().setView('inboxes')
  switchboardOf(store.getState()).openInbox({ kind: 'mailbox', name: 'reviewer' })
  await switchboardOf(store.getState()).loadMessages()
})

describe('5,000 messages in one inbox', () => {
  test('are loaded in pages: the first has 100, each further one continues after the last', async () => {
    expect(held()).toBe(100)
    await switchboardOf(store.getState()).loadOlderMessages('new')
    await switchboardOf(store.getState()).loadOlderMessages('new')
    expect(held()).toBe(600)
    expect(switchboardOf(store.getState()).messages.pages.get('new')).toMatchObject({ total: 5_000, hasMore: true })
    const ids = rowsShown(switchboardOf(store.getState())).map((row) => row.id)
    expect(ids).toEqual(mail.slice(0, 600).map((row) => row.id))
  })

  test('can be read to the end, each once', async () => {
    while (switchboardOf(store.getState()).messages.pages.get('new')?.hasMore === true) {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      await switchboardOf(store.getState()).loadOlderMessages('new')
    }
    expect(new Set(rowsShown(switchboardOf(store.getState())).map((row) => row.id)).size).toBe(5_000)
  })

  test('a page requested twice is fetched once', async () => {
    const before = asked.length
    await Promise.all([switchboardOf(store.getState()).loadOlderMessages('new'), switchboardOf(store.getState()).loadOlderMessages('new')])
    expect(asked.length).toBe(before + 1)
    expect(held()).toBe(350)
  })
})

describe('a mailbox that changes', () => {
  test('puts its new message in front, and rows further down stay', async () => {
    for (let page = 0; page < 3; page++) {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      await switchboardOf(store.getState()).loadOlderMessages('new')
    }
    mail = [messageRow(0), ...mail]
    await switchboardOf(store.getState()).loadMessages()
    expect(asked.findLast((ask) => ask.group === 'new')?.limit).toBe(500)
    expect(held()).toBe(851)
    expect(rowsShown(switchboardOf(store.getState()))[0]?.id).toBe(mail[0]?.id)
  })

  test('a message that moved to another part is only there', async () => {
    const [first] = mail
    if (first === undefined) throw new Error('no mail')
    mail[0] = { ...first, group: 'acked' }
    await switchboardOf(store.getState()).loadMessages()
    const groups = rowsShown(switchboardOf(store.getState()))
      .filter((row) => row.id === first.id)
      .map((row) => row.group)
    expect(groups).toEqual(['acked'])
  })

  test('a change during a request leads to another request, and is not lost', async () => {
    const usual = answer
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    answer = async (ask) => {
      const result = usual(ask)
      await held
      return result
    }
    asked.length = 0
    const running = switchboardOf(store.getState()).loadMessages()
    mail = [messageRow(0), ...mail]
    const again = switchboardOf(store.getState()).loadMessages()
    expect(asked.length).toBe(messageGroups.length)
    release?.()
    await Promise.all([running, again])
    expect(asked.length).toBe(2 * messageGroups.length)
    expect(rowsShown(switchboardOf(store.getState()))[0]?.id).toBe(mail[0]?.id)
  })

  test('an older page of another state of the list is dropped', async () => {
    let open: (() => void) | undefined
    const usual = answer
    answer = (ask) => {
      const result = usual(ask)
      return ask.before === undefined ? result : new Promise((resolve) => (open = () => resolve(result)))
    }
    const older = switchboardOf(store.getState()).loadOlderMessages('new')
    mail = newest(3, 9_000)
    await switchboardOf(store.getState()).loadMessages()
    open?.()
    await older
    expect(held()).toBe(3)
  })

  test('another mailbox starts empty, and an answer about the previous one is dropped', async () => {
    switchboardOf(store.getState()).openInbox({ kind: 'mailbox', name: 'coder' })
    await switchboardOf(store.getState()).loadMessages()
    expect(held()).toBe(0)
    expect(asked.slice(-4).every((ask) => ask.mailbox === 'coder')).toBe(true)
  })

  test('a failed read is a fault of its part; its rows stay', async () => {
    answer = ({ group }) => (group === 'new' ? fail('unavailable', 'The folder cannot be read.') : { rows: [], total: 0, hasMore: false })
    await switchboardOf(store.getState()).loadMessages()
    const page = switchboardOf(store.getState()).messages.pages.get('new')
    expect(page?.fault?.message).toBe('The folder cannot be read.')
    expect(page?.rows.length).toBe(100)
  })
})

test('only the chosen part is requested', async () => {
  asked.length = 0
  switchboardOf(store.getState()).openInbox({ kind: 'mailbox', name: 'reviewer', group: 'acked' })
  await switchboardOf(store.getState()).loadMessages()
  expect(asked.map((ask) => ask.group)).toEqual(['acked'])
})
