import { afterEach, expect, it } from 'vitest'
import { calls, Notification, resetElectron, Tray } from '../../test/fakes/electron.ts'
import type { NoticeItem } from '../core/notice.ts'
import type { NoticeStanding } from '../engine/shell.ts'
import { createNoticeSurface, type NoticeTarget } from './notices.ts'
import { openTray } from './tray.ts'

afterEach(resetElectron)

const item = (id: string): NoticeItem => ({ id, kind: 'asks', change: 'new', workspace: 'w', title: `${id} & co ask you`, since: 0 })
const standing = (more: Partial<NoticeStanding> = {}): NoticeStanding => ({
  count: 0,
  isOverdue: false,
  isLinkDown: false,
  isWatching: true,
  mutedUntil: undefined,
  items: [],
  ...more,
})

it('shows a notification once, opens its item at a click, and closes it with its cause (F27)', () => {
  const opened: NoticeTarget[] = []
  const surface = createNoticeSurface({ open: (target) => opened.push(target), tell: () => undefined })
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

it('counts at the icon, in the tray and in its menu', () => {
  const done: unknown[] = []
  const act = (name: string) => (value?: unknown) => void done.push(value === undefined ? name : [name, value])
  const acts = { show: act('show'), openFolder: act('folder'), quit: act('quit'), openNeed: act('need'), mute: act('mute') }
  const tray = openTray('/r', acts, 'darwin')
  const icon = Tray.all.at(-1)
  const surface = createNoticeSurface({ open: act('open'), tell: tray.tell })
  const click = (label: string): void => icon?.menu?.template.find((each) => each.label === label)?.click?.()
  expect(icon?.toolTip).toBe('Patchbay')
  surface.tell(standing({ count: 12, isOverdue: true, items: [item('a'), item('b')] }))
  expect(calls.filter(({ api }) => api === 'app.setBadgeCount').at(-1)?.args).toEqual([12])
  expect([icon?.toolTip, icon?.title]).toEqual(['Patchbay: 12 need you, overdue', '9+'])
  const before = icon?.menu
  surface.tell(standing({ count: 12, isOverdue: true, items: [item('a'), item('b')] }))
  expect(icon?.menu).toBe(before)
  click('b && co ask you')
  click('Mute for an Hour')
  surface.tell(standing({ isLinkDown: true, isWatching: false, mutedUntil: 5 }))
  expect([icon?.toolTip, icon?.title]).toEqual(['Patchbay: a link is down, nothing watched, notifications muted', ''])
  click('Show Notifications Again')
  for (const label of ['Open Patchbay', 'Open Folder…', 'Quit Patchbay']) click(label)
  expect(done).toEqual([['need', { workspace: 'w', item: 'b' }], ['mute', true], ['mute', false], 'show', 'folder', 'quit'])
})
