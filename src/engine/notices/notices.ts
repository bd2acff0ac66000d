import { defaultSettings, type Push } from '../../api/contract.ts'
import { fail, ok, type Result } from '../../core/fault.ts'
import { refuses } from '../../core/halt.ts'
import { limits } from '../../core/limits.ts'
import { badgeCount, emptyMemory, minuteOfDayAt, stepNotices, type Notice, type NoticeContext, type NoticeItem } from '../../core/notice.ts'
import type { Twin } from '../../core/twin.ts'
import { orLast } from '../journal-fault.ts'
import { noticeItem } from './notice-item.ts'
import { openNoticePages, type Here } from './notice-pages.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'
import type { SettingsStore } from '../settings.ts'

/** After a start, a sleep or a time without a page, what comes is held for this long, so that it becomes one summary. */
export const gatherMs = 5_000
/** Nobody could be told for this long: what came in the meantime becomes one summary. */
const awayMs = 5 * 60_000
/** When to try again if no page could take a notification, ms. */
const againMs = 3_000

/** Tells the operator what needs them: through the shell if it can, otherwise through exactly one page. */
export interface Notices {
  /** What needs the operator may have changed, or the settings, or who can show it. */
  look(): void
  /** What a page says of itself. */
  here(caller: string, here: Here): void
  /** A page follows a workspace, until the returned function is called. */
  joined(caller: string, workspace: string, send: (push: Push) => boolean): () => void
  /** Shows a notification as a test, the way the next real one would be shown to this page. */
  test(caller: string): Result<{ readonly by: 'system' | 'page' }>
  close(): void
}

interface NoticesOptions {
  readonly services: Pick<Services, 'now' | 'shell' | 'halts'>
  readonly rooms: Pick<Rooms, 'running'>
  readonly settings: Pick<SettingsStore, 'get'>
}

/** Opens the notifications of all running workspaces. One timer wakes them, for the next moment at which something can be due. */
export function openNotices({ services, rooms, settings }: NoticesOptions): Notices {
  const { now } = services
  const surface = services.shell.notices
  const pages = openNoticePages()
  const settingsNow = orLast(() => settings.get().notices, defaultSettings.notices)
  /** Since when each workspace runs. */
  const watched = new Map<string, number>()
  /** Which page shows a notification; absent: the shell. */
  const shownBy = new Map<string, string>()
  let memory = emptyMemory
  let lookedAt = now()
  let heldUntil = 0
  let isAway = false
  let aloneSince: number | undefined = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function gather(at: number): void {
    heldUntil = at + gatherMs
    isAway = true
  }

  function wake(at: number | undefined): void {
    clearTimeout(timer)
    if (at !== undefined) timer = setTimeout(look, Math.min(Math.max(0, at - now()), limits.timerMs)).unref()
  }

  function itemsOf(at: number): NoticeItem[] {
    const running = rooms.running()
    const known = new Set(running.map(({ id }) => id))
    for (const id of watched.keys()) if (!known.has(id)) watched.delete(id)
    return running.flatMap(({ id, desk, folds, workspace }) => {
      if (!watched.has(id)) {
        watched.set(id, at)
        gather(at)
      }
      const twinOf = (name: string): Twin | undefined => folds.twinOf(name, workspace().operator)
      const place = running.length > 1 ? workspace().name : undefined
      return desk.needs().map((need) => noticeItem(need, id, twinOf, place))
    })
  }

  /** True for what the operator was not told because it came before its workspace was opened here, or while nobody could be told. */
  function isPast({ id, workspace, since, late }: NoticeItem): boolean {
    if (memory.told.has(id)) return false
    return since < (watched.get(workspace) ?? 0) || (isAway && (late === true || since < heldUntil - gatherMs))
  }

  function look(): void {
    if (isClosed) return
    const at = now()
    // The clock was set back: times from before say nothing any more, and it begins again.
    if (at < lookedAt - gatherMs) watched.clear()
    const items = itemsOf(at)
    if (rooms.running().some(({ desk }) => desk.slept(lookedAt) > 0)) gather(at)
    lookedAt = at
    const current = settingsNow()
    surface?.tell({
      count: badgeCount(items, current),
      isOverdue: items.some(({ kind }) => kind === 'overdue' || kind === 'others'),
      isHalted: services.halts.list().some(refuses),
      isLinkDown: items.some(({ isLinkDown }) => isLinkDown === true),
      isWatching: watched.size > 0,
      mutedUntil: (current.mutedUntil ?? 0) > at ? current.mutedUntil : undefined,
      items,
    })
    if (surface?.canNotify() !== true && !pages.any()) {
      aloneSince ??= at
      return wake(undefined)
    }
    if (aloneSince !== undefined && at - aloneSince >= awayMs) gather(at)
    aloneSince = undefined
    if (at < heldUntil) return wake(heldUntil)
    // What has been answered counts while its row stays, but is no news.
    const news = items.filter(({ isAnswered }) => isAnswered !== true)
    const looking = pages.looking()
    const context: NoticeContext = {
      now: at,
      minuteOfDay: minuteOfDayAt(at),
      settings: current,
      ...(looking !== undefined && { looking: sightOf(looking) }),
      ...(news.some(isPast) && { wasAway: true }),
    }
    const step = stepNotices(memory, news, context)
    for (const id of step.close) close(id)
    if (step.show.length > 0 && !show(step.show)) return wake(at + againMs)
    isAway = false
    memory = step.memory
    wake(step.wakeAt)
  }

  function show(notices: readonly Notice[]): boolean {
    if (surface?.canNotify() === true) {
      surface.show(notices)
      for (const { id } of notices) shownBy.delete(id)
      return true
    }
    const page = pages.show({ show: [...notices], close: [] })
    if (page === undefined) return false
    for (const { id } of notices) {
      const before = shownBy.get(id)
      // The same notification of another page would stay beside this one.
      if (before !== undefined && before !== page) pages.sendTo(before, { show: [], close: [id] })
      shownBy.set(id, page)
    }
    return true
  }

  function close(id: string): void {
    const page = shownBy.get(id)
    shownBy.delete(id)
    if (page === undefined) surface?.close([id])
    else pages.sendTo(page, { show: [], close: [id] })
  }

  return {
    look,
    here(caller, here) {
      pages.said(caller, here)
      look()
    },
    joined(caller, workspace, send) {
      const leave = pages.joined(caller, workspace, send)
      // Not inside this call, which the page's first push has to follow.
      if (pages.any()) wake(now())
      return leave
    },
    test(caller) {
      const notice = {
        id: 'test',
        title: 'This is a test',
        body: 'This is what Patchbay notifications look like.',
        sound: false,
        workspace: '',
      }
      if (surface?.canNotify() === true) {
        surface.show([notice])
        return ok({ by: 'system' })
      }
      if (pages.sendTo(caller, { show: [notice], close: [] })) return ok({ by: 'page' })
      return fail('unavailable', 'Open a workspace first: notifications belong to one.')
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** What is in sight of the operator; a view without a conversation hides nothing. */
function sightOf({ workspace, source, conversation, list }: Here): NonNullable<NoticeContext['looking']> {
  return {
    workspace,
    ...(source !== undefined && { source }),
    ...(conversation !== undefined && { conversation }),
    ...(list === true && { list: true }),
  }
}
