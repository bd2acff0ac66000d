import { app, Notification } from 'electron'
import { noticeVerbWords, type Notice, type NoticeVerb } from '../core/notice.ts'
import type { NoticeStanding, NoticeSurface } from '../core/shell.ts'

/** What a click on a notification or in the tray leads to; without an item, the list of everything that needs the operator. */
export type NoticeTarget = Pick<Notice, 'workspace' | 'item'>

export interface NoticeActs {
  /** Shows the window, and there what the notification is about; `verb`: what its button says. */
  readonly open: (target: NoticeTarget, verb?: NoticeVerb) => void
  /** Puts the item off, without a window. */
  readonly later: (target: NoticeTarget) => void
  /** Changes the tray. */
  readonly tell: (standing: NoticeStanding) => void
}

/** Notifications of the system (on macOS with buttons; elsewhere Electron has none), and the count at the app's icon where the system has one (macOS, some Linux desktops). */
export function createNoticeSurface({ open, later, tell }: NoticeActs, platform: NodeJS.Platform): NoticeSurface {
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
        const verbs = platform === 'darwin' ? (notice.verbs ?? []) : []
        const notification = new Notification({
          title: notice.title,
          body: notice.body ?? '',
          silent: !notice.sound,
          ...(verbs.length > 0 && { actions: verbs.map((verb) => ({ type: 'button' as const, text: noticeVerbWords[verb] })) }),
        })
        shown.set(notice.id, notification)
        notification.on('click', () => open(notice))
        notification.on('action', (_event, index) => {
          const verb = verbs[index]
          if (verb === 'later') later(notice)
          else if (verb !== undefined) open(notice, verb)
        })
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
