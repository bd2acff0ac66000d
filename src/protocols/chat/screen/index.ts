import { defineScreen } from '../../../renderer/features/screen.ts'
import { hue } from '../pure/hue.ts'

/** The screen of chat: chat messages use the default card. */
export const chatScreen = defineScreen({ id: 'chat', hue })
