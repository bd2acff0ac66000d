import { defineScreen } from '../../../renderer/features/screen.ts'

/** The screen of chat: its messages look as everybody's do. */
export const chatScreen = defineScreen({ id: 'chat', hue: '--proto-ch' })
