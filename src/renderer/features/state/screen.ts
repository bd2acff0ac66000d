import type { MakeSlice } from '../screen.ts'
import type { ScreenSlice } from './slices.ts'

/** The view that a workspace opens with; without a workspace, its place in the rail is the first page. */
export const firstView = 'needs'

const toastMs = 6_000
const toastsShown = 3

/** State of the screen, apart from data. */
export const screenSlice: MakeSlice<ScreenSlice> = (set, get, env) => ({
  view: firstView,
  detail: new Map(),
  overlay: undefined,
  drawer: undefined,
  toasts: [],
  agentsOnly: undefined,
  showAgents(agentsOnly) {
    get().setView('agents')
    get().setDetail('agents', undefined)
    set({ agentsOnly })
  },
  agentOrder: [],
  agentsShown: (agentOrder) => set({ agentOrder }),
  agentPart: undefined,
  showAgentPart(agent, part) {
    get().setDetail('agents', agent)
    set({ agentPart: { agent, part } })
  },
  agentPartShown: () => set({ agentPart: undefined }),
  setView(view, detail) {
    set({ view, overlay: undefined, drawer: undefined, owedBy: 'owed' })
    if (detail !== undefined) get().setDetail(view, detail)
  },
  setDetail(view, detail) {
    const next = new Map(get().detail)
    if (detail === undefined) next.delete(view)
    else next.set(view, detail)
    set({ detail: next, agentPart: undefined, drawer: detail === undefined ? undefined : 'inspector' })
  },
  settleDetail: (view, detail) => set((state) => ({ detail: new Map(state.detail).set(view, detail) })),
  setOverlay: (overlay) => set({ overlay }),
  closeOverlay(own) {
    const isOpen = get().overlay === own
    if (isOpen) set({ overlay: undefined })
    return isOpen
  },
  setDrawer: (drawer) => set({ drawer }),
  toast(toast) {
    const id = env.newId()
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }].slice(-toastsShown) }))
    env.later(() => get().dismissToast(id), toastMs)
  },
  dismissToast: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
})
