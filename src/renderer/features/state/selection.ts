import type { Event } from '../../../core/event.ts'
import { fail } from '../../../core/fault.ts'
import { leadOf } from '../feed/feed-items.ts'
import { positionOf } from '../feed/feed-window.ts'
import { feedItems, itemPosition } from './folding.ts'
import type { MakeSlice } from '../screen.ts'
import type { SelectionSlice } from './slices.ts'

/** The selected row, and actions on it that send nothing. */
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

    showPlace() {
      get().select(undefined)
      set({ inspectorTab: 'place', drawer: 'inspector' })
    },

    moveSelection(by) {
      // The line above an open fold is skipped: its lines follow.
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
      const { selection, view } = get()
      const opened = await env.client.call('events.open', { id })
      if (opened.ok || opened.fault.code === 'refused') return opened
      // Another row was selected meanwhile: the inspector belongs to that one.
      if (get().selection !== selection || get().view !== view) return opened
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
