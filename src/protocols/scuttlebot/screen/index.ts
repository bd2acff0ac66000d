import { defineScreen } from '../../../renderer/features/screen.ts'
import { hue } from '../pure/hue.ts'
import { aboutNick } from './agents/about-name.ts'
import { NetworkParts } from './agents/network-parts.tsx'
import { networkTasks } from './board/task-source.ts'
import { groupsOf } from './composer/groups.ts'
import { Reach } from './composer/reach.tsx'
import { EnvelopeCard } from './feed/envelope-card.tsx'
import { NetworkLines } from './links/network-lines.tsx'
import { asNetwork, channelSettingsOf, placesOf } from './networks.ts'

/** The screen of scuttlebot: networks, channels and envelopes. */
export const scuttlebotScreen = defineScreen({
  id: 'scuttlebot',
  hue,
  card: { message: EnvelopeCard },
  linkLines: NetworkLines,
  agentParts: {
    Pane: NetworkParts,
    about: (view, name) => aboutNick(asNetwork(view), name),
    operatorName: (view) => asNetwork(view)?.nick,
  },
  composerParts: {
    Reach,
    groups: (view) => groupsOf(asNetwork(view)),
    names: (view) => asNetwork(view)?.fleet.map(({ nick }) => nick) ?? [],
  },
  tasks: networkTasks,
  placeParts: {
    list: (view, spoken) => placesOf(asNetwork(view), spoken),
    folds: (view, place) => channelSettingsOf(asNetwork(view), place).fold,
  },
})
