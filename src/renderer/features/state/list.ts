import { limits } from '../../../core/limits.ts'
import type { MakeSlice } from './app-state.ts'

export interface ListSlice {
  /** What is open in the list pane, by the id of its section, link or line; absent: not decided yet. */
  readonly listOpen: ReadonlyMap<string, boolean>
  /** The list pane shows conversations with something unread only. */
  readonly unreadOnly: boolean
  /** The operator opens or folds parts of the list pane. */
  setListOpen(ids: readonly string[], isOpen: boolean): void
  /** Decides how parts arrive; what is decided already stays. */
  listArrived(parts: ReadonlyMap<string, boolean>): void
  setUnreadOnly(isOn: boolean): void
  /** Pins a conversation, before another pinned one or as the last; a pinned one with no place given is let go. */
  pin(conversation: string, before?: string): void
  /** Height of the agents in percent of the list pane; 0: as much as they need, up to a third. */
  setAgentsHeight(percent: number): void
}

/** What the list pane shows of what it could show. Pins and the height are settings, so that they are there the next time. */
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
