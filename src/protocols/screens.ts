import type { ProtocolScreen } from '../renderer/features/screen.ts'
import { chatScreen } from './chat/screen/index.ts'
import { codingAgentScreen } from './codingagent/screen/index.ts'
import { jaibberScreen } from './jaibber/screen/index.ts'
import { scuttlebotScreen } from './scuttlebot/screen/index.ts'
import { switchboardScreen } from './switchboard/screen/index.ts'

/** The screens of all protocols. One line per protocol. */
export const screens: readonly ProtocolScreen[] = [chatScreen, scuttlebotScreen, jaibberScreen, switchboardScreen, codingAgentScreen]
