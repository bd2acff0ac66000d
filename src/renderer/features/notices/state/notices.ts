import { snoozeNeed } from '../../../../api/snooze.ts'
import { laterMs, needOfItem, type Notice, type NoticeMute, type NoticeSettings } from '../../../../core/notice.ts'
import { waitsOverlay } from '../../overlays.ts'
import { noticeKindTitles } from '../kind-titles.ts'
import type { MakeSlice } from '../../screen.ts'
import type { NoticesSlice } from './notices-slice.ts'

/** Notifications in the window at once, and how long each stays. */
const toastsShown = 3
const toastMs = 12_000

/** Shows what the engine sends: through the system if it may, otherwise in the window. */
export const noticesSlice: MakeSlice<NoticesSlice> = (set, get, env) => {
  const system = env.notices
  /** The last change of what reaches the operator: the next one starts from what it stored. */
  let changing: Promise<unknown> = Promise.resolve()

  /** Whether notes in the window have a place, and how often they have found one: a note that nobody could see has not had its time. */
  let hasPlace = true
  let placed = 0
  /** Closes notes when they have stood there long enough. */
  function closeLater(notices: readonly Notice[]): void {
    const since = placed
    env.later(() => {
      if (!hasPlace || since !== placed) return
      for (const notice of notices) if (get().noticeToasts.includes(notice)) get().closeNotice(notice.id)
    }, toastMs)
  }

  return {
    noticePermission: system?.permission() ?? 'none',
    noticeToasts: [],
    noticeSpoken: '',

    receiveNotices({ show, close }) {
      for (const id of close) {
        system?.close(id)
        get().closeNotice(id)
      }
      for (const notice of show) {
        if (get().view !== 'needs' || notice.id === 'test') set({ noticeSpoken: notice.title })
        if (system?.show(notice, () => void get().openNotice(notice)) === true) continue
        set(({ noticeToasts }) => ({ noticeToasts: [...noticeToasts.filter(({ id }) => id !== notice.id), notice].slice(-toastsShown) }))
        closeLater([notice])
      }
    },

    placeNotices(isPlaced) {
      if (isPlaced && !hasPlace) {
        placed += 1
        if (get().noticeToasts.length > 0) closeLater(get().noticeToasts)
      }
      hasPlace = isPlaced
    },

    async openNotice({ workspace, item }, verb = 'open') {
      if (workspace === '') return
      get().backToNow()
      const need = item === undefined ? undefined : needOfItem(workspace, item)
      if (verb === 'later' && need !== undefined) {
        const done = await snoozeNeed(env.client, workspace, need, env.now() + laterMs)
        get().toast(done.ok ? { text: 'Snoozed for an hour' } : { text: done.fault.message, isFault: true })
        return
      }
      if (workspace !== get().workspace) {
        const listed = await env.client.call('workspaces.list', {})
        const known = (listed.ok ? listed.value : get().workspaces).find(({ id }) => id === workspace)
        if (known === undefined || !(await get().openWorkspace(known.path)).ok) return
      }
      get().setView('needs')
      if (need === undefined) return
      get().selectNeed(need)
      if (verb === 'reply') await get().answerDebt(need)
      if (verb === 'waits') get().setOverlay(waitsOverlay({ stuck: need }))
    },

    closeNotice: (id) => set(({ noticeToasts }) => ({ noticeToasts: noticeToasts.filter((notice) => notice.id !== id) })),

    async allowNotices() {
      if (system !== undefined) set({ noticePermission: await system.ask() })
    },

    testNotice: () => env.client.call('desk.testNotice', {}),

    changeNotices(change) {
      const changed = changing.then(async () => {
        // Another page, or the tray, may have changed them.
        const stored = await env.client.call('settings.get', {})
        return get().setSettings({ notices: change(stored.ok ? stored.value.notices : get().settings.notices) })
      })
      changing = changed
      return changed
    },

    async mute(what, ms, name) {
      const workspace = get().workspace ?? ''
      const mute: NoticeMute = { ...what, workspace, ...(ms !== undefined && { until: env.now() + ms }) }
      const saved = await get().changeNotices((settings) => ({ ...settings, muted: [...others(settings, mute, env.now()), mute] }))
      if (saved.ok)
        get().toast({
          text: ms === undefined ? 'Muted' : 'Muted for an hour',
          detail: name,
          act: { label: 'Undo', run: () => void get().unmute(mute) },
        })
      return saved
    },

    unmute: (mute) => get().changeNotices((settings) => ({ ...settings, muted: others(settings, mute, env.now()) })),

    async muteKind(kind, isMuted) {
      const saved = await get().changeNotices(({ kinds, ...settings }) => ({
        ...settings,
        kinds: { ...kinds, [kind]: { ...kinds[kind], notify: !isMuted } },
      }))
      if (saved.ok && isMuted)
        get().toast({
          text: 'Not notified any more',
          detail: noticeKindTitles[kind],
          act: { label: 'Undo', run: () => void get().muteKind(kind, false) },
        })
      return saved
    },

    muteAll: (ms) =>
      get().changeNotices(({ mutedUntil: _before, ...settings }) => ({
        ...settings,
        ...(ms !== undefined && { mutedUntil: env.now() + ms }),
      })),
  }
}

/** The other mutes that are not over. */
function others({ muted }: NoticeSettings, mute: NoticeMute, now: number): NoticeMute[] {
  return muted.filter((one) => !isSame(one, mute) && (one.until === undefined || one.until > now))
}

function isSame(a: NoticeMute, b: NoticeMute): boolean {
  return (
    a.workspace === b.workspace && a.agent === b.agent && a.kind === b.kind && a.source === b.source && a.conversation === b.conversation
  )
}
