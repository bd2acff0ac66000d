import { limits } from '../../../core/limits.ts'
import type { MakeSlice } from '../screen.ts'
import type { ListSlice } from './slices.ts'

/** What the list pane shows of what it could show. Pins and the height are settings, so they persist. */
export const listSlice: MakeSlice<ListSlice> = (set, get) => ({
  listOpen: new Map(),
  unreadOnly: false,
  setListOpen: (ids, isOpen) => set((state) => ({ listOpen: new Map([...state.listOpen, ...ids.map((id) => [id, isOpen] as const)]) })),
  listArrived(parts) {
    const known = get().listOpen
    if ([...parts.keys()].some((id) => !known.has(id))) set({ listOpen: new Map([...parts, ...known]) })
  },
  setUnreadOnly: (unreadOnly) => set({ unreadOnly }),
  pin(conversation, before) {
    const { pinned } = get().settings
    const others = pinned.filter((id) => id !== conversation)
    const at = before === undefined ? others.length : others.indexOf(before)
    const isRelease = before === undefined && pinned.includes(conversation)
    const next = isRelease ? others : others.toSpliced(at < 0 ? others.length : at, 0, conversation)
    void get().setSettings({ pinned: next.slice(-limits.pinned) })
  },
  setAgentsHeight: (percent) => void get().setSettings({ agentsHeight: Math.round(Math.min(80, Math.max(0, percent))) }),
})
