import type { Link } from '../../../core/link.ts'
import { defaultChannelSettings, type ChannelSettings, type NetworkView } from '../pure/api.ts'
import { keyOf } from '../pure/agents.ts'
import type { AppState } from '../../../renderer/features/screen.ts'

/** Id of the protocol whose links are IRC networks. */
export const ircProtocol = 'scuttlebot'

/** What an IRC network shows; undefined for other links, and before it has run. The core has checked it against its schema. */
export function networkOf(state: AppState, link: string | undefined): NetworkView | undefined {
  if (state.state?.links.find((one) => one.id === link)?.protocol !== ircProtocol) return undefined
  return state.state.views.find((one) => one.link === link)?.view as NetworkView | undefined
}

const noNetworks: readonly Network[] = []
const networks = new WeakMap<object, readonly Network[]>()

export interface Network {
  readonly link: Link
  readonly view: NetworkView
}

/** Every IRC network that shows something; the same array while the state is the same. */
export function networksOf(state: AppState): readonly Network[] {
  const now = state.state
  if (now === undefined) return noNetworks
  const before = networks.get(now)
  if (before !== undefined) return before
  const found = now.links.flatMap((link) => {
    const view = networkOf(state, link.id)
    return view === undefined ? [] : [{ link, view }]
  })
  networks.set(now, found)
  return found
}

/** The operator's settings of a channel, or the usual ones. */
export function channelSettingsOf(state: AppState, link: string, channel: string): ChannelSettings {
  return networkOf(state, link)?.channels.find((one) => keyOf(one.name) === keyOf(channel))?.settings ?? defaultChannelSettings
}
