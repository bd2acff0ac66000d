import { defineScreen } from '../../../renderer/features/screen.ts'

/** The screen of chat: chat messages use the default card. */
export const chatScreen = defineScreen({ id: 'chat', hue: 'light-dark(#928a07, #e6cd55)' })
