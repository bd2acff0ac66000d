import { app, Notification } from 'electron'
import type { Notice } from '../core/notice.ts'
import type { NoticeStanding, NoticeSurface } from '../engine/shell.ts'

/** What a click on a notification or in the tray leads to; without an item, the list of everything that needs the operator. */
export type NoticeTarget = Pick<Notice, 'workspace' | 'item'>

export interface NoticeActs {
  /** Shows the window, and there what the notification is about. */
  readonly open: (target: NoticeTarget) => void
  /** Changes the tray. */
  readonly tell: (standing: NoticeStanding) => void
}

/** Notifications of the system, and the count at the app's icon where the system has one (macOS, some Linux desktops). */
export function createNoticeSurface({ open, tell }: NoticeActs): NoticeSurface {
  // Kept while they are shown: the click of a garbage-collected one goes nowhere.
  const shown = new Map<string, Notification>()

  function close(id: string): void {
    const notification = shown.get(id)
    shown.delete(id)
    notification?.close()
  }

  return {
    canNotify: () => Notification.isSupported(),
    show(notices) {
      for (const notice of notices) {
        close(notice.id)
        const notification = new Notification({ title: notice.title, body: notice.body ?? '', silent: !notice.sound })
        shown.set(notice.id, notification)
        notification.on('click', () => open(notice))
        notification.on('close', () => {
          if (shown.get(notice.id) === notification) shown.delete(notice.id)
        })
        notification.show()
      }
    },
    close: (ids) => ids.forEach(close),
    tell(standing) {
      // Only macOS can show words there.
      if (standing.isHalted && app.dock !== undefined) app.dock.setBadge('Halted')
      else app.setBadgeCount(standing.count)
      tell(standing)
    },
  }
}
