import { defineScreen } from '../../../renderer/features/screen.ts'

/** The screen of scuttlebot: networks, channels and envelopes. */
export const scuttlebotScreen = defineScreen({ id: 'scuttlebot', hue: '--proto-ir' })
