/** What the operator allowed this page. `none`: this browser has no notifications for pages. */
export type NoticePermission = 'default' | 'granted' | 'denied' | 'none'

/** A notification of the system for this page. */
export interface SystemNotice {
  readonly id: string
  readonly title: string
  readonly body?: string | undefined
  readonly sound: boolean
}

/** Notifications of the system, as far as a page may show them. */
export interface SystemNotices {
  permission(): NoticePermission
  /** Asks the operator. Call it only when they pressed a button. */
  ask(): Promise<NoticePermission>
  /** Shows one in place of an earlier one with the same id. @returns false: the system did not take it */
  show(notice: SystemNotice, onClick: () => void): boolean
  close(id: string): void
}

function permission(): NoticePermission {
  return 'Notification' in window ? Notification.permission : 'none'
}

/** The browser's own. A click brings the page to the front. */
export function browserNotices(): SystemNotices {
  const shown = new Map<string, Notification>()
  return {
    permission,
    ask: async () => (permission() === 'none' ? 'none' : await Notification.requestPermission()),
    show({ id, title, body, sound }, onClick) {
      if (permission() !== 'granted') return false
      try {
        const notification = new Notification(title, { tag: id, silent: !sound, ...(body !== undefined && { body }) })
        shown.set(id, notification)
        notification.addEventListener('click', () => {
          window.focus()
          onClick()
          notification.close()
        })
        notification.addEventListener('close', () => {
          if (shown.get(id) === notification) shown.delete(id)
        })
        return true
      } catch {
        return false // some browsers only let workers show them
      }
    },
    close(id) {
      shown.get(id)?.close()
      shown.delete(id)
    },
  }
}
