import type { Event } from '../../../core/event.ts'
import type { MakeSlice } from './app-state.ts'
import type { MailDraft } from '../../../protocols/switchboard/screen/inboxes-state.ts'

export const viewIds = ['feed', 'board', 'agents', 'inboxes', 'paste', 'links', 'settings'] as const
export type ViewId = (typeof viewIds)[number]

/** What a dialog asks about a task of the board. */
export type TaskAct = 'assign' | 'comment' | 'complete'

/** What lies over the panes. One at a time. */
export type Overlay =
  | { readonly kind: 'palette'; readonly query?: string }
  | { readonly kind: 'search'; readonly query?: string }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'folder' } // choose a folder to open
  | { readonly kind: 'new session'; readonly link?: string }
  | { readonly kind: 'attach' } // choose files of the outbox on the paste desk
  | { readonly kind: 'write mail'; readonly draft: MailDraft } // a message to a mailbox
  | { readonly kind: 'dead letter'; readonly file: string; readonly isFixed?: boolean } // a copy to be edited
  | { readonly kind: 'new team' }
  | { readonly kind: 'new terminal' } // a shell under a new name
  | { readonly kind: 'new agent' } // one that is entered by hand
  | { readonly kind: 'new task' }
  | { readonly kind: 'task act'; readonly act: TaskAct; readonly link: string; readonly task: string }
  | { readonly kind: 'local agent'; readonly link?: string; readonly agent?: string } // a new one of this machine, or its settings
  | { readonly kind: 'start agent'; readonly link: string; readonly agent: string }
  | { readonly kind: 'remove agent'; readonly link: string; readonly agent: string }
  | { readonly kind: 'decline prompt'; readonly link: string; readonly prompt: string }
  | { readonly kind: 'send parts'; readonly link: string; readonly project: string; readonly parts: readonly string[] } // a long text as several messages
  | { readonly kind: 'project task'; readonly link: string; readonly project: string } // a new one
  | { readonly kind: 'exact text'; readonly title: string; readonly text: string }
  | { readonly kind: 'visit'; readonly url: string; readonly text: string; readonly from?: Event }

/** A confirmation of what the operator did; never an error. */
export interface Toast {
  readonly id: string
  readonly text: string
  readonly detail?: string
  readonly act?: { readonly label: string; readonly run: () => void }
}

export interface ScreenSlice {
  readonly view: ViewId
  /** What a view has open in its inspector: an agent id, a link id, `new:chat`… */
  readonly detail: ReadonlyMap<ViewId, string>
  readonly overlay: Overlay | undefined
  /** Pane that floats over the main one on narrow screens. */
  readonly drawer: 'list' | 'inspector' | undefined
  readonly toasts: readonly Toast[]
  setView(view: ViewId, detail?: string): void
  setDetail(view: ViewId, detail: string | undefined): void
  setOverlay(overlay: Overlay | undefined): void
  setDrawer(drawer: 'list' | 'inspector' | undefined): void
  /** Shows a toast for six seconds. */
  toast(toast: Omit<Toast, 'id'>): void
  dismissToast(id: string): void
}

const toastMs = 6_000
const toastsShown = 3

/** What is on screen apart from data. */
export const screenSlice: MakeSlice<ScreenSlice> = (set, get, env) => ({
  view: 'feed',
  detail: new Map(),
  overlay: undefined,
  drawer: undefined,
  toasts: [],
  setView(view, detail) {
    set({ view, overlay: undefined, drawer: undefined })
    if (detail !== undefined) get().setDetail(view, detail)
  },
  setDetail(view, detail) {
    const next = new Map(get().detail)
    if (detail === undefined) next.delete(view)
    else next.set(view, detail)
    set({ detail: next, drawer: detail === undefined ? undefined : 'inspector' })
  },
  setOverlay: (overlay) => set({ overlay }),
  setDrawer: (drawer) => set({ drawer }),
  toast(toast) {
    const id = env.newId()
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-toastsShown) }))
    env.later(() => get().dismissToast(id), toastMs)
  },
  dismissToast: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
})
