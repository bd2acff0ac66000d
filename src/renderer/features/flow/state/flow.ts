import { fail, ok, type Result } from '../../../../core/fault.ts'
import type { MakeSlice } from '../../screen.ts'
import { noRows } from '../../../../core/flow/rows.ts'
import { noOrder } from '../../../../core/flow/lanes.ts'
import { densitySpan } from '../../../../core/flow/measures.ts'
import { createRequests } from '../../state/requests.ts'
import { cutRows, mergeFirst, mergeMarks, oldestOf, trimRows } from '../merge-pages.ts'
import type { FlowLook, FlowSlice } from './flow-slice.ts'

const minute = 60_000
/** The window at first. */
export const firstSpan = 20 * minute

/**
 * Proofs of arrival come late: the last two minutes are read again this often, ms, and so are two older minutes of the window, in turn; in between only what
 * is new.
 */
const [proofMs, againMs, overlapMs] = [2 * minute, 15_000, 3_000]
/** Pages of one window that are read at most, and of one step while following. */
const [mostPages, mostNewPages] = [10, 3]

const firstLook: FlowLook = {
  grouping: 'team',
  span: firstSpan,
  end: undefined,
  newCount: 0,
  order: noOrder,
  folded: undefined,
  without: [],
  filter: '',
  isDense: false,
  isTable: false,
  hasFeed: true,
  row: undefined,
  mark: undefined,
  focus: 0,
  bundle: undefined,
}

/** The part of the slice that belongs to one workspace, at its beginning. */
export const noFlow = {
  flow: firstLook,
  flowRows: noRows,
  flowDay: undefined,
  flowPhase: 'loading',
  flowUnread: undefined,
  flowFault: undefined,
} satisfies Partial<FlowSlice>

interface Span {
  readonly from: number
  readonly to: number
}

/** A part of a wish. */
interface Part {
  readonly window: Span
  /** Pages that are read at most. */
  readonly pages: number
  /** It replaces what is there. */
  readonly isFresh?: boolean
}

/** Density is read again when the window moved by this share of its length: about two pixels. */
const nearShare = 1 / 500

/** The window of Flow and its data. One call runs at a time; the newest wish is read after it. */
export const flowSlice: MakeSlice<FlowSlice> = (set, get, { client }) => {
  let wanted: (Span & { readonly now: number }) | undefined
  let last: typeof wanted
  let isReading = false
  let isDirty = true
  let provedAt = 0
  /** When older minutes were read again, and the earliest of these. */
  let older = { at: 0, from: 0 }
  const days = createRequests()
  const openings = createRequests()
  /** Whose rows the slice has. */
  let workspaceRead: string | undefined
  /** From which moment they were read; undefined: now. */
  let asOfRead: number | undefined

  /** Reads one window; undefined: another workspace was opened meanwhile. */
  async function readWindow({ window, pages, isFresh = false }: Part): Promise<Result<unknown> | undefined> {
    const workspace = get().workspace
    if (workspace === undefined) return undefined
    let before: number | undefined
    for (let page = 0; page < pages; page++) {
      const read = await client.call('flow.window', { workspace, ...window, ...(before !== undefined && { before }) })
      if (get().workspace !== workspace) return undefined
      if (!read.ok) return read
      set(({ flowRows }) => ({
        flowRows: page === 0 ? mergeFirst(isFresh ? noRows : flowRows, read.value, window) : mergeMarks(flowRows, read.value),
        flowFault: undefined,
        flowPhase: 'ready',
      }))
      before = read.value.before
      // With that many messages, only their density is drawn.
      if (before === undefined || read.value.frame?.bins !== undefined) break
      if (page < pages - 1) set({ flowPhase: 'reading', flowUnread: { from: window.from, to: oldestOf(read.value, window.to) } })
      else set(({ flowRows }) => ({ flowRows: cutRows(flowRows, read.value, window.to) }))
    }
    set({ flowPhase: 'ready', flowUnread: undefined })
    return ok(undefined)
  }

  /** The two minutes of a window before those that were read again last, from its end to its beginning. */
  function olderMinutes(from: number, to: number): Span | undefined {
    const last = Math.min(to, get().flowRows.to - proofMs)
    if (last <= from) return undefined
    const end = older.from > from && older.from < last ? older.from : last
    return { from: Math.max(from, end - proofMs), to: end }
  }

  /** What of a wish has to be read: everything, what is older, or what is new. */
  function missing({ from, to, now }: Span & { readonly now: number }): Part | undefined {
    const { flowRows: rows } = get()
    const end = Math.min(to, now) + 1
    const asOf = get().past?.asOf
    if (asOf !== asOfRead) {
      asOfRead = asOf
      return { window: { from, to: end }, pages: mostPages, isFresh: true }
    }
    const isCoarse = to - from >= densitySpan || rows.bins !== undefined
    if (isCoarse) {
      const near = (to - from) * nearShare
      const isThere = Math.abs(rows.from - from) <= near && Math.abs(rows.to - end) <= near
      return isThere && rows.to > 0 ? undefined : { window: { from, to: end }, pages: mostPages, isFresh: true }
    }
    if (rows.to === 0 || from > rows.to || end < rows.from) return { window: { from, to: end }, pages: mostPages, isFresh: true }
    if (from < rows.from) return { window: { from, to: rows.from }, pages: mostPages }
    const minutes = asOf === undefined && now - provedAt < againMs && now - older.at >= againMs ? olderMinutes(from, to) : undefined
    if (minutes !== undefined) {
      older = { at: now, from: minutes.from }
      return { window: minutes, pages: mostPages }
    }
    const isDue = now - provedAt >= againMs && end >= rows.to - proofMs
    if (!isDue && (end <= rows.to || !isDirty)) return undefined
    if (isDue) provedAt = now
    return {
      window: { from: Math.max(rows.from, rows.to - (isDue ? proofMs : overlapMs)), to: Math.max(end, rows.to) },
      // After a while on another view, much can have arrived.
      pages: end - rows.to > proofMs ? mostPages : mostNewPages,
    }
  }

  async function readAll(): Promise<void> {
    while (wanted !== undefined) {
      const wish = wanted
      wanted = undefined
      const part = missing(wish)
      if (part === undefined) continue
      const isNewest = part.window.to >= Math.min(wish.to, wish.now)
      // What is new is not in an older part.
      if (isNewest) isDirty = false
      if (part.isFresh === true) {
        provedAt = wish.now
        older = { at: wish.now, from: 0 }
      }
      const read = await readWindow(part)
      if (read?.ok === false) {
        const since = get().flowFault?.since ?? wish.now
        set({ flowFault: { fault: read.fault, since }, flowPhase: 'ready', flowUnread: undefined })
        isDirty = true
        return
      }
      // The rest may be missing, too.
      if (!isNewest) wanted ??= wish
      set(({ flowRows }) => ({ flowRows: trimRows(flowRows, wish.from - (wish.to - wish.from)) }))
    }
  }

  return {
    ...noFlow,
    flowDrawn: { layout: undefined, marks: [], table: [] },

    setFlow: (patch) => set(({ flow }) => ({ flow: { ...flow, ...patch } })),

    foldFlowGroup(key, isFolded) {
      const folded = new Set(get().flow.folded)
      if (isFolded) folded.add(key)
      else folded.delete(key)
      get().setFlow({ folded, isDense: false })
    },

    async readFlow(window, now) {
      if (workspaceRead !== get().workspace) {
        workspaceRead = get().workspace
        isDirty = true
        provedAt = 0
      }
      wanted = { ...window, now }
      last = wanted
      if (isReading) return
      isReading = true
      await readAll()
      isReading = false
    },

    async readFlowDay(start, end) {
      const { workspace } = get()
      if (workspace === undefined) return
      const isNewest = days.next()
      const read = await client.call('flow.day', { workspace, start, end })
      if (get().workspace !== workspace || !isNewest()) return
      if (read.ok) set({ flowDay: { start, end, total: read.value.total, links: read.value.links } })
      else set(({ flowFault }) => ({ flowFault: { fault: read.fault, since: flowFault?.since ?? end } }))
    },

    retryFlow() {
      isDirty = true
      set({ flowFault: undefined })
      if (last !== undefined) void get().readFlow(last, last.now)
    },

    flowArrived(events) {
      isDirty = true
      if (get().flow.end === undefined) return
      const messages = events.filter(
        ({ body, supersedes, late }) => body.kind === 'message' && supersedes === undefined && late !== true,
      ).length
      if (messages > 0) get().setFlow({ newCount: get().flow.newCount + messages })
    },

    flowChanged() {
      isDirty = true
    },

    followFlow: () => get().setFlow({ end: undefined, newCount: 0 }),
    pauseFlow: (now) => get().setFlow({ end: now, newCount: 0 }),

    async openMark(mark) {
      get().setFlow({ row: mark.row, mark: mark.id })
      if (mark.kind === 'bundle') {
        get().setFlow({ bundle: mark.messages.map(({ event }) => event) })
        set({ drawer: 'inspector' })
        return ok(undefined)
      }
      const event = eventOf(mark, get().flowRows.debts)
      if (event !== undefined) return get().openFlowEvent(event)
      get().setFlow({ bundle: undefined })
      return fail('not-found', 'There is no message behind this mark.')
    },

    async openFlowEvent(id) {
      const { bundle } = get().flow
      const { workspace } = get()
      const isNewest = openings.next()
      const found = await client.call('events.get', { id })
      if (!isNewest() || get().workspace !== workspace) return found
      if (found.ok) set({ selection: id, selected: found.value, drawer: 'inspector' })
      else get().toast({ text: found.fault.message, isFault: true })
      if (found.ok && get().past !== undefined && get().flow.hasFeed) await get().jumpTo(id, { isBeside: true })
      // Only now: the feed that replaces a bundle starts where it was last sent; while it starts it ignores a jump.
      if (get().flow.bundle === bundle) get().setFlow({ bundle: undefined })
      return found
    },
  }
}

/** The message behind a mark: of a debt, the one that asks. */
function eventOf(mark: Parameters<FlowSlice['openMark']>[0], debts: FlowSlice['flowRows']['debts']): string | undefined {
  switch (mark.kind) {
    case 'message':
      return mark.message.event
    case 'debt':
      return mark.debt.ask
    case 'task':
      return debts.find(({ key }) => key === mark.task.key)?.ask ?? mark.task.changes.findLast(({ event }) => event !== undefined)?.event
    case 'answer':
      return mark.answer.event
    case 'gap':
      return mark.gap.note?.event
    case 'ring':
      return debts.find(({ key }) => mark.ring.debts.includes(key))?.ask
    default:
      return undefined
  }
}
