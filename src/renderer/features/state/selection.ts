import type { Output } from '../../../api/contract.ts'
import type { Event } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import type { Fault, Result } from '../../../core/fault.ts'
import { leadOf } from '../feed/feed-items.ts'
import { positionOf } from '../feed/feed-window.ts'
import type { MakeSlice } from './app-state.ts'
import { feedItems, itemPosition } from './folding.ts'

export const inspectorTabs = ['details', 'raw', 'lint', 'thread', 'project'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

export interface SelectionSlice {
  /** Id of the selected row of the feed. */
  readonly selection: string | undefined
  /** The selected event itself: it stays when its row leaves the window. */
  readonly selected: Event | undefined
  readonly inspectorTab: InspectorTab
  /** Fault of the last act on a row, shown in that row. */
  readonly actFault: { readonly event: string; readonly fault: Fault } | undefined
  /** Fault of the last try to open an agent's file, shown beside its path. */
  readonly definitionFault: { readonly agent: string; readonly fault: Fault } | undefined
  select(id: string | undefined): void
  /** Selects and shows the inspector, which is a drawer on narrow screens. */
  open(id?: string): void
  /** Shows the project of the conversation on screen in place of a row. */
  showProject(): void
  /** Moves the selection by rows; without one it begins at the newest. */
  moveSelection(by: number): void
  setInspectorTab(tab: InspectorTab): void
  /** The event that the acts below work on when they get no id: the selected one. */
  selectedEvent(): Event | undefined
  /** Findings of the protocol's lint. */
  lint(id: string): Promise<Result<Output<'events.lint'>>>
  /** Lines of the source around an event, as they are on disk now. */
  source(id: string, context: number): Promise<Result<Output<'events.source'>>>
  /** Messages that answer one another, around this one. */
  thread(id: string, limit: number): Promise<Result<Output<'events.thread'>>>
  copyRaw(id?: string): Promise<Result<void>>
  /** Opens the source at its line; where no editor can be started, the inspector shows the lines. */
  openSource(id?: string): Promise<Result<unknown>>
  /** Opens the file that defines an agent. */
  openDefinition(agent: string): Promise<Result<unknown>>
}

/** Which row is selected, and acts on it that send nothing. */
export const selectionSlice: MakeSlice<SelectionSlice> = (set, get, env) => {
  const eventOf = (id: string | undefined): Event | undefined => get().feed.rows[positionOf(get().feed, id)]
  return {
    selection: undefined,
    selected: undefined,
    inspectorTab: 'details',
    actFault: undefined,
    definitionFault: undefined,

    select(id) {
      set((state) => ({
        selection: id,
        selected: eventOf(id) ?? (state.selected?.id === id ? state.selected : undefined),
        actFault: state.actFault?.event === id ? state.actFault : undefined,
      }))
    },

    open(id = get().selection) {
      if (id === undefined) return
      get().select(id)
      set({ drawer: 'inspector' })
    },

    showProject() {
      get().select(undefined)
      set({ inspectorTab: 'project', drawer: 'inspector' })
    },

    moveSelection(by) {
      // The line over an open fold is passed by: its lines follow.
      const items = feedItems(get()).filter((item) => item.kind === 'event' || !item.isOpen)
      if (items.length === 0) return
      const at = itemPosition(items, get().selection)
      const wanted = at < 0 ? items.length - 1 : at + by
      if (wanted < 0) void get().loadOlder()
      if (wanted >= items.length) void get().loadNewer()
      const item = items[Math.min(Math.max(wanted, 0), items.length - 1)]
      const row = item && leadOf(item)
      if (row === undefined) return
      get().select(row.id)
      set({ scroll: { to: 'event', id: row.id, align: 'nearest' } })
    },

    setInspectorTab: (tab) => set({ inspectorTab: tab }),
    selectedEvent: () => eventOf(get().selection) ?? get().selected,

    lint: (id) => env.client.call('events.lint', { id }),
    source: (id, context) => env.client.call('events.source', { id, context }),
    thread: (id, limit) => env.client.call('events.thread', { id, limit }),

    async copyRaw(id = get().selection) {
      const event = eventOf(id)
      if (event === undefined) return fail('not-found', 'Select a row first.')
      const copied = await env.copy(event.raw.text)
      if (copied.ok) get().toast({ text: 'Raw text copied', detail: event.raw.anchor?.label ?? '' })
      else set({ actFault: { event: event.id, fault: copied.fault } })
      return copied
    },

    async openSource(id = get().selection) {
      if (id === undefined) return fail('not-found', 'Select a row first.')
      set({ actFault: undefined })
      const opened = await env.client.call('events.open', { id })
      if (opened.ok || opened.fault.code === 'refused') return opened
      set({ selection: id, drawer: 'inspector', inspectorTab: 'raw' })
      if (opened.fault.code !== 'unsupported') set({ actFault: { event: id, fault: opened.fault } })
      return opened
    },

    async openDefinition(agent) {
      set({ definitionFault: undefined })
      const opened = await env.client.call('agents.open', { workspace: get().workspace ?? '', agent })
      if (!opened.ok && opened.fault.code !== 'refused') set({ definitionFault: { agent, fault: opened.fault } })
      return opened
    },
  }
}
