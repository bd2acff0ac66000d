import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { calls, Notification, resetElectron, Tray } from '../../test/fakes/electron.ts'
import type { NoticeItem } from '../core/notice.ts'
import type { NoticeStanding } from '../core/shell.ts'
import { createNoticeSurface, type NoticeTarget } from './notices.ts'
import { markOf, markWindow, openTray } from './tray.ts'

afterEach(resetElectron)

const item = (id: string): NoticeItem => ({ id, kind: 'asks', change: 'new', workspace: 'w', title: `${id} & co ask you`, since: 0 })
const standing = (more: Partial<NoticeStanding> = {}): NoticeStanding => ({
  count: 0,
  isOverdue: false,
  isHalted: false,
  isLinkDown: false,
  isWatching: true,
  mutedUntil: undefined,
  items: [],
  ...more,
})

/** What a tray does, written down: the name of each act, with what it was given. */
function trayActs() {
  const done: unknown[] = []
  const act = (name: string) => (value?: unknown) => void done.push(value === undefined ? name : [name, value])
  const acts = {
    show: act('show'),
    openFolder: act('folder'),
    halt: act('halt'),
    quit: act('quit'),
    openNeed: act('need'),
    mute: act('mute'),
  }
  return { done, act, acts }
}

it('shows a notification once, opens its item at a click, and closes it with its cause (F27)', () => {
  const opened: NoticeTarget[] = []
  const surface = createNoticeSurface({ open: (target) => opened.push(target), later: () => undefined, tell: () => undefined }, 'linux')
  const notice = { id: 'a', title: 'reviewer asks you', body: 'Keep 15 s?', sound: false, item: 'w|a', workspace: 'w' }
  surface.show([notice])
  surface.show([{ ...notice, title: 'Overdue: you owe reviewer an answer', sound: true }])
  expect(Notification.all.map(({ options }) => options)).toEqual([
    { title: 'Overdue: you owe reviewer an answer', body: 'Keep 15 s?', silent: false },
  ])
  Notification.all[0]?.emit('click')
  expect(opened).toMatchObject([{ workspace: 'w', item: 'w|a' }])
  surface.close(['a', 'unknown'])
  expect(Notification.all).toEqual([])
  Notification.isSupportedNow = false
  expect(surface.canNotify()).toBe(false)
})

it('has buttons on macOS for what is safe unread: to answer and to show opens it, to snooze does not (F27)', () => {
  const done: unknown[] = []
  const acts = {
    open: ({ item: of }: NoticeTarget, verb?: string) => done.push(['open', of, verb]),
    later: ({ item: of }: NoticeTarget) => done.push(['later', of]),
    tell: () => undefined,
  }
  const notice = { id: 'a', title: 'a', sound: false, item: 'w|a', workspace: 'w', verbs: ['reply' as const, 'later' as const] }
  createNoticeSurface(acts, 'linux').show([notice])
  expect(Notification.all[0]?.options).not.toHaveProperty('actions')
  resetElectron()
  createNoticeSurface(acts, 'darwin').show([notice])
  expect(Notification.all[0]?.options.actions?.map(({ text }) => text)).toEqual(['Reply', 'Later'])
  for (const index of [0, 1, 7]) Notification.all[0]?.emit('action', {}, index)
  expect(done).toEqual([
    ['open', 'w|a', 'reply'],
    ['later', 'w|a'],
  ])
})

it('counts at the icon, in the tray and in its menu', () => {
  const { done, act, acts } = trayActs()
  const tray = openTray('/r', acts, 'darwin')
  const icon = Tray.all.at(-1)
  const surface = createNoticeSurface({ open: act('open'), later: act('later'), tell: tray.tell }, 'darwin')
  const click = (label: string): void => icon?.menu?.template.find((each) => each.label === label)?.click?.()
  expect(icon?.toolTip).toBe('Patchbay')
  surface.tell(standing({ count: 12, isOverdue: true, items: [item('a'), item('b')] }))
  expect(calls.filter(({ api }) => api === 'app.setBadgeCount').at(-1)?.args).toEqual([12])
  expect([icon?.toolTip, icon?.title]).toEqual(['Patchbay: 12 need you, overdue', '9+'])
  const imageOf = (): unknown => icon?.image
  expect(imageOf()).toMatchObject({ path: path.join('/r', 'tray', 'mark-overdueTemplate.png') })
  const before = icon?.menu
  surface.tell(standing({ count: 12, isOverdue: true, items: [item('a'), item('b')] }))
  expect(icon?.menu).toBe(before)
  click('b && co ask you')
  click('Mute for an Hour')
  surface.tell(standing({ isLinkDown: true, isWatching: false, mutedUntil: 5 }))
  expect([icon?.toolTip, icon?.title]).toEqual(['Patchbay: a link is down, nothing watched, notifications muted', ''])
  expect(imageOf()).toMatchObject({ path: path.join('/r', 'tray', 'mark-linkTemplate.png') })
  click('Show Notifications Again')
  click('Halt…')
  for (const label of ['Open Patchbay', 'Open Folder…', 'Quit Patchbay']) click(label)
  expect(done).toEqual([['need', { workspace: 'w', item: 'b' }], ['mute', true], ['mute', false], 'halt', 'show', 'folder', 'quit'])
})

it('marks the button of the task bar of Windows, with the words; every mark has its images', () => {
  const marked: unknown[] = []
  const window = { setOverlayIcon: (...given: unknown[]) => void marked.push(given) } as unknown as Electron.BrowserWindow
  for (const each of [standing({ count: 2 }), standing({ count: 2, isOverdue: true }), standing()]) markWindow(window, '/r', each)
  expect(marked).toMatchObject([
    [{ path: path.join('/r', 'tray', 'badge-needs.png') }, 'Patchbay: 2 need you'],
    [{ path: path.join('/r', 'tray', 'badge-overdue.png') }, 'Patchbay: 2 need you, overdue'],
    [null, ''],
  ])
  const marks = [
    standing(),
    standing({ count: 1 }),
    standing({ count: 1, isOverdue: true }),
    standing({ count: 1, isOverdue: true, isHalted: true }),
    standing({ count: 1, isLinkDown: true, items: [{ ...item('l'), isLinkDown: true }] }),
    standing({ count: 2, isLinkDown: true, items: [{ ...item('l'), isLinkDown: true }, item('a')] }),
  ].map(markOf)
  expect(marks).toEqual(['', '-needs', '-overdue', '-halted', '-link', '-needs'])
  const names = marks.flatMap((mark) => [`mark${mark}Template`, `mark-dark${mark}`, `mark-light${mark}`])
  const tray = path.join(import.meta.dirname, '..', '..', 'resources', 'tray')
  const missing = [...names, 'badge-needs', 'badge-overdue', 'badge-halted', 'badge-link'].flatMap((name) => [
    `${name}.png`,
    `${name}@2x.png`,
  ])
  expect(missing.filter((name) => !existsSync(path.join(tray, name)))).toEqual([])
})

it('the halt wins over all other marks, and the tray leads to Resume (F28)', () => {
  const { done, acts } = trayActs()
  const tray = openTray('/r', acts, 'linux')
  const icon = Tray.all.at(-1)
  tray.tell(standing({ count: 3, isOverdue: true, isHalted: true }))
  expect(icon?.toolTip).toBe('Patchbay: halted, 3 need you, overdue')
  expect(icon?.image).toMatchObject({ path: path.join('/r', 'tray', 'mark-dark-halted.png') })
  icon?.menu?.template.find(({ label }) => label === 'Resume…')?.click?.()
  expect(done).toEqual(['halt'])
})
