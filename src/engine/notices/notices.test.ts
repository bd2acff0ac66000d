import { debtRow } from '../../../test/fakes/debt-rows.ts'
import type { Halt } from '../../core/halt.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings, type Push } from '../../api/contract.ts'
import type { Need } from '../../core/need.ts'
import { noticeVerbsOf } from '../../core/notice-kind.ts'
import type { Notice, NoticeSettings } from '../../core/notice.ts'
import { gatherMs, openNotices, type Notices } from './notices.ts'
import type { Here } from './notice-pages.ts'
import type { NoticeStanding } from '../../core/shell.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 22, 12) }))
afterEach(() => void vi.useRealTimers())

const minute = 60_000

function need(id: string, more: Partial<Need> = {}): Need {
  const base = {
    source: 'answer',
    band: 'rest',
    who: 'reviewer',
    text: `words of ${id}`,
    since: Date.now(),
    change: 'new',
  } as const
  return { id, blocks: [], ...base, ...more }
}

const verbs = (source: Need['source'], more: Partial<Need> = {}): readonly string[] => noticeVerbsOf(need('1', { source, ...more }))

/** Notifications over one workspace whose needs the test sets; `beside`: another one is open, which needs nothing. */
function world(options: { readonly shell?: boolean; readonly settings?: Partial<NoticeSettings>; readonly beside?: true } = {}) {
  let needs: readonly Need[] = []
  let slept = 0
  let halts: readonly Pick<Halt, 'level'>[] = []
  const system: Notice[] = []
  const standings: NoticeStanding[] = []
  const folds = { twinOf: () => undefined }
  const room = {
    id: 'w',
    folds,
    workspace: () => ({ operator: 'operator', name: 'tidepool' }),
    desk: { needs: () => needs, slept: (since: number) => (slept > since ? slept - since : 0) },
  }
  const surface = {
    canNotify: () => options.shell === true,
    show: (shown: readonly Notice[]) => void system.push(...shown),
    close: (ids: readonly string[]) => void system.splice(0, system.length, ...system.filter(({ id }) => !ids.includes(id))),
    tell: (standing: NoticeStanding) => void standings.push(standing),
  }
  const notices: Notices = openNotices({
    services: { now: Date.now, shell: { kind: 'in-process', notices: surface }, halts: { list: () => halts } as never },
    rooms: {
      running: () =>
        [room, ...(options.beside === undefined ? [] : [{ ...room, id: 'v', desk: { ...room.desk, needs: () => [] } }])] as never,
    },
    settings: { get: () => ({ ...defaultSettings, notices: { ...defaultSettings.notices, ...options.settings } }) },
  })
  return {
    notices,
    system,
    standings,
    set(...next: readonly Need[]) {
      needs = next
      notices.look()
    },
    halt(...levels: readonly Halt['level'][]) {
      halts = levels.map((level) => ({ level }))
      notices.look()
    },
    sleep(ms: number) {
      vi.setSystemTime(Date.now() + ms)
      slept = Date.now()
    },
    page(caller: string, here: Partial<Here> = {}) {
      const shown = new Map<string, string>()
      let isFull = false
      const leave = notices.joined(caller, 'w', (push: Push) => {
        if (isFull || push.type !== 'notices') return false
        for (const { id, title } of push.show) shown.set(id, title)
        for (const id of push.close) shown.delete(id)
        return true
      })
      const say = (more: Partial<Here> = {}): void =>
        notices.here(caller, { workspace: 'w', canNotify: true, isFocused: false, ...here, ...more })
      say()
      return { shown, leave, say, fill: () => (isFull = true), titles: () => [...shown.values()] }
    },
  }
}

/** The start is over: what comes from here on is new. */
function settled(options: Parameters<typeof world>[0] = {}) {
  const made = world(options)
  const first = made.page('page-0')
  vi.advanceTimersByTime(gatherMs)
  first.leave()
  return made
}

test('after the clock was set back what comes is told as news, and soon (F27)', () => {
  const { set, system } = settled({ shell: true })
  const before = need('1')
  set(before)
  vi.advanceTimersByTime(3_000)
  expect(system.map(({ title }) => title)).toEqual(['reviewer asks you'])
  vi.setSystemTime(Date.now() - 24 * 60 * minute)
  set(before, need('2', { who: 'coder' }))
  vi.advanceTimersByTime(gatherMs)
  expect(system.map(({ title }) => title)).toEqual(['reviewer asks you', 'coder asks you'])
  set(before, need('2', { who: 'coder' }), need('3', { who: 'docs' }))
  vi.advanceTimersByTime(3_000)
  expect(system.at(-1)?.title).not.toContain('away')
})

describe('who shows a notification (F27)', () => {
  test('exactly one page: the one with the focus, otherwise the one used last, of those that may', () => {
    const { page, set } = settled()
    const a = page('page-1')
    const b = page('page-2')
    const c = page('page-3', { canNotify: false })
    a.say({ isFocused: true })
    c.say({ isFocused: true })
    set(need('1'))
    vi.advanceTimersByTime(3_000)
    expect([a.titles(), b.titles(), c.titles()]).toEqual([['reviewer asks you'], [], []])
    b.say({ isFocused: true })
    a.say({ isFocused: false })
    b.say({ isFocused: false })
    set(need('1'), need('2'))
    vi.advanceTimersByTime(3_000)
    expect([a.shown.size, b.shown.size, c.shown.size]).toEqual([1, 1, 0])
    set()
    expect([a.shown.size, b.shown.size]).toEqual([0, 0])
  })

  test('a page where the system shows none gets it if no other page may show it', () => {
    const { page, set } = settled()
    const only = page('page-1', { canNotify: false })
    set(need('1'))
    vi.advanceTimersByTime(3_000)
    expect(only.titles()).toEqual(['reviewer asks you'])
  })

  test('a page that left, or whose queue is full, is passed over', () => {
    const { page, set } = settled()
    const other = page('page-1')
    const full = page('page-2')
    const gone = page('page-3', { isFocused: true })
    gone.leave()
    full.fill()
    set(need('1'))
    vi.advanceTimersByTime(3_000)
    expect([gone.shown.size, full.shown.size, other.shown.size]).toEqual([0, 0, 1])
  })

  test('without a page nothing is lost: the next page shows it, and one that comes back sees nothing twice', () => {
    const { page, set } = settled()
    set(need('1'))
    vi.advanceTimersByTime(10_000)
    const first = page('page-1')
    expect(first.titles()).toEqual(['reviewer asks you'])
    first.leave()
    expect(page('page-2').titles()).toEqual([])
  })

  test('the shell shows it instead of any page, and hears what counts', () => {
    const { page, set, halt, system, standings } = settled({ shell: true, settings: { mutedUntil: Date.now() + gatherMs } })
    const one = page('page-1')
    set(need('1'))
    vi.advanceTimersByTime(3_000)
    expect([one.shown.size, system.length]).toEqual([0, 1])
    expect(standings.at(-1)).toMatchObject({ count: 1, isOverdue: false, isWatching: true, mutedUntil: undefined })
    set()
    expect(system).toEqual([])
    expect(standings.at(-1)?.count).toBe(0)
    halt('ask')
    expect(standings.at(-1)?.isHalted).toBe(false)
    halt('ask', 'stop')
    expect(standings.at(-1)?.isHalted).toBe(true)
  })
})

describe('when (F27)', () => {
  test('a start, with what needed the operator before, is one summary', () => {
    const { page, set } = world()
    set(need('1', { late: true }), need('2', { since: Date.now() - minute }))
    const one = page('page-1')
    vi.advanceTimersByTime(gatherMs - 1)
    expect(one.titles()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(one.titles()).toEqual(['While you were away: 2 things need you'])
  })

  test('what comes while a workspace opens is no absence', () => {
    const { page, set } = world()
    const one = page('page-1')
    set(need('1'))
    vi.advanceTimersByTime(gatherMs)
    expect(one.titles()).toEqual(['reviewer asks you'])
  })

  test('what is read from history later stays silent, and counts', () => {
    const { page, set, standings } = settled()
    const one = page('page-1')
    set(need('1', { late: true }))
    vi.advanceTimersByTime(minute)
    expect(one.titles()).toEqual([])
    expect(standings.at(-1)?.count).toBe(1)
  })

  test('after a sleep, everything is one summary', () => {
    const { page, set, sleep } = settled()
    const one = page('page-1')
    sleep(10 * minute)
    set(need('1', { since: Date.now() - 9 * minute }), need('2', { late: true }))
    vi.advanceTimersByTime(gatherMs - 1)
    expect(one.titles()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(one.titles()).toEqual(['While you were away: 2 things need you'])
    set(need('3'))
    vi.advanceTimersByTime(3_000)
    expect(one.titles()).toEqual(['reviewer asks you'])
  })

  test('nobody there for five minutes is one summary, too', () => {
    const { page, set } = settled()
    set(need('1'))
    vi.advanceTimersByTime(6 * minute)
    const one = page('page-1')
    vi.advanceTimersByTime(gatherMs)
    expect(one.titles()).toEqual(['While you were away: 1 thing needs you'])
  })

  test('nothing is told that the operator sees, and an ended need is never told', () => {
    const { page, set } = settled()
    const one = page('page-1', { isFocused: true, source: 'l1', conversation: 'l1|c' })
    set(need('1', { link: 'l1', conversation: 'c' }), need('2'))
    vi.advanceTimersByTime(1_000)
    set(need('1', { link: 'l1', conversation: 'c' }))
    vi.advanceTimersByTime(minute)
    expect(one.titles()).toEqual([])
  })

  test('what was answered is told no more, while its row stays and counts', () => {
    const { system, standings, set } = world({ shell: true })
    set(need('a'))
    vi.advanceTimersByTime(gatherMs + minute)
    expect(system).toHaveLength(1)
    set(need('a', { row: debtRow('coder', 'mira', {}, { spoke: { questions: 2, until: Date.now() + minute } }) }))
    expect(system).toEqual([])
    expect(standings.at(-1)?.count).toBe(1)
  })

  test('where several workspaces are open, says which one it is about', () => {
    for (const [given, title] of [
      [{ shell: true }, 'reviewer asks you'],
      [{ shell: true, beside: true }, 'tidepool: reviewer asks you'],
    ] as const) {
      const { set, system } = settled(given)
      set(need('1'))
      vi.advanceTimersByTime(minute)
      expect(system.map((shown) => shown.title)).toEqual([title])
    }
  })

  test('a muted agent is silent, but not when it needs an approval', () => {
    const { page, set } = settled({ settings: { muted: [{ workspace: 'w', agent: 'reviewer' }] } })
    const one = page('page-1')
    set(need('1'), need('2', { source: 'approve' }))
    vi.advanceTimersByTime(3_000)
    expect(one.titles()).toEqual(['reviewer needs your approval'])
  })

  test('offers only what is safe unread: never an approval, and to snooze only what can be snoozed', () => {
    const row = { debt: { kind: 'answer' }, keys: ['d'] } as unknown as NonNullable<Need['row']>
    expect(verbs('answer', { row })).toEqual(['reply', 'later'])
    expect(verbs('overdue', { row })).toEqual(['open', 'later'])
    expect(verbs('approve', { row })).toEqual(['open'])
    expect([verbs('journal'), verbs('link'), verbs('deadlock')]).toEqual([['open'], ['open'], ['waits']])
  })
})

test('a test is shown where the next notification would be', () => {
  const { notices, page } = settled()
  const one = page('page-1')
  expect(notices.test('page-1')).toEqual({ ok: true, value: { by: 'page' } })
  expect(one.shown.size).toBe(1)
  expect(notices.test('nobody')).toMatchObject({ ok: false })
  expect(settled({ shell: true }).notices.test('nobody')).toEqual({ ok: true, value: { by: 'system' } })
})
