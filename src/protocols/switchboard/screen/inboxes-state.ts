import { fail } from '../../../core/fault.ts'
import { callLink } from '../../../renderer/features/state/call-link.ts'
import type { MakeSlice } from '../../../renderer/features/screen.ts'
import { switchboardMethods } from '../pure/api.ts'
import { openSwitchboardOf } from './open-switchboard.ts'
import { writeMessageOverlay } from './overlays.ts'
import type { InboxSlice, InboxState, SwitchboardSlice } from './slices.ts'

/** Where the operator is on the inboxes' screen, and what is selected. */
export const inboxSlice: MakeSlice<InboxSlice, SwitchboardSlice> = (set, get, env) => {
  const patch = (change: Partial<InboxState>): void => set((state) => ({ inbox: { ...state.inbox, ...change } }))
  return {
    inbox: {},
    inboxTab: 'message',

    openInbox(place, link = openSwitchboardOf(get())?.link.id) {
      set({ inbox: { ...(link === undefined ? {} : { link }), place }, drawer: undefined })
    },

    settleInbox() {
      const open = openSwitchboardOf(get())
      if (get().inbox.place === undefined && open?.place.kind === 'mailbox') patch({ link: open.link.id, place: open.place })
    },

    openMessage(key) {
      get().selectMessage(key)
      set({ drawer: 'inspector' })
    },

    selectMessage(key) {
      get().settleInbox()
      set(({ inbox: { fault, ...kept } }) => ({ inbox: { ...kept, message: key, ...(fault?.id === key.id ? { fault } : {}) } }))
    },

    selectDeadLetter(file) {
      patch({ deadLetter: file })
      set({ drawer: 'inspector' })
    },

    selectRosterAgent(name) {
      patch({ agent: name })
      set({ drawer: 'inspector' })
    },

    setInboxTab: (tab) => set({ inboxTab: tab }),

    async callSwitchboard(method, input, link = openSwitchboardOf(get())?.link.id) {
      if (link === undefined) return fail('not-found', 'This workspace has no Switchboard. Add one in Links.')
      return callLink(env.client, link, switchboardMethods, method, input)
    },

    async actOnMessage(act, key = get().inbox.message) {
      if (key === undefined) return
      set(({ inbox: { fault: _fault, ...kept } }) => ({ inbox: kept }))
      const done = await get().callSwitchboard(act, { mailbox: key.mailbox, id: key.id })
      if (done.ok) get().toast({ text: act === 'archive' ? 'Archived' : 'Acknowledged', detail: key.id })
      else patch({ fault: { id: key.id, fault: done.fault } })
      await get().loadMessages()
    },

    writeMessage(draft = {}) {
      set({ overlay: writeMessageOverlay({ draft }) })
    },

    newKey: () => env.newId(),
  }
}
