import { defaultChannelSettings, type ChannelSettings, type NetworkView } from '../pure/api.ts'
import { keyOf } from '../pure/agents.ts'
import type { AppState, Place } from '../../../renderer/features/screen.ts'

/** The protocol whose links are IRC networks. */
export const ircProtocol = 'scuttlebot'

/** The view of an IRC network; undefined for other links and before its first run. */
export function networkOf(state: AppState, link: string | undefined): NetworkView | undefined {
  if (state.state?.links.find((one) => one.id === link)?.protocol !== ircProtocol) return undefined
  return asNetwork(state.state.views.find((one) => one.link === link)?.view)
}

/** A view of the state as that of a network: the engine has checked it against its schema. */
export function asNetwork(view: unknown): NetworkView | undefined {
  return view as NetworkView | undefined
}

/** The operator's settings of a channel, or the defaults. */
export function channelSettingsOf(view: NetworkView | undefined, channel: string): ChannelSettings {
  return view?.channels.find((one) => keyOf(one.name) === keyOf(channel))?.settings ?? defaultChannelSettings
}

/** Places of a network: channels we are in, then others with messages. */
export function placesOf(view: NetworkView | undefined, spoken: readonly Place[]): readonly Place[] {
  const joined = view?.channels.filter((channel) => channel.isJoined).map(({ name }) => ({ id: name, name })) ?? []
  return [...joined, ...spoken.filter(({ id }) => !joined.some((one) => one.id === id))]
}
