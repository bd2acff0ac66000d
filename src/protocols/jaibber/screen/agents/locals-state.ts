import type { Fault } from '../../../../core/fault.ts'
import { jaibberMethods } from '../../pure/api.ts'
import { callLink } from '../../../../renderer/features/state/call-link.ts'
import { localKey } from './locals.ts'
import type { MakeSlice } from '../../../../renderer/features/screen.ts'

export interface LocalsSlice {
  /** Fault of the last action on a local agent, shown next to it. */
  readonly localFault: { readonly key: string; readonly fault: Fault } | undefined
  /** Stops a local agent, or its current answer. */
  stopLocal(act: 'stopAgent' | 'stopAnswer', link: string, agent: string): Promise<void>
  /** Shows the message with this identity in the feed. @returns why it cannot be shown. */
  showMessage(source: string, wireId: string): Promise<Fault | undefined>
}

/** Actions on local agents that need no dialog. */
export const localsSlice: MakeSlice<LocalsSlice, LocalsSlice> = (set, get, env) => ({
  localFault: undefined,

  async stopLocal(act, link, agent) {
    set({ localFault: undefined })
    const done = await callLink(env.client, link, jaibberMethods, act, { agent })
    if (!done.ok) set({ localFault: { key: localKey(link, agent), fault: done.fault } })
  },

  async showMessage(source, wireId) {
    const found = await env.client.call('events.find', { source, wireId })
    const shown = found.ok ? await get().jumpTo(found.value.id) : found
    return shown.ok ? undefined : shown.fault
  },
})
