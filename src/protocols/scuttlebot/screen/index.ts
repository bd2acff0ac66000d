import { defineScreen } from '../../../renderer/features/screen.ts'
import { EnvelopeCard } from './feed/envelope-card.tsx'
import { NetworkLines } from './links/network-lines.tsx'

/** The screen of scuttlebot: networks, channels and envelopes. */
export const scuttlebotScreen = defineScreen({
  id: 'scuttlebot',
  hue: '--proto-ir',
  card: { message: EnvelopeCard },
  linkLines: NetworkLines,
})
