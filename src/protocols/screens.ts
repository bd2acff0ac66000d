import type { ProtocolScreen } from '../renderer/features/screen.ts'
import { chatScreen } from './chat/screen/index.ts'
import { codingAgentScreen } from './codingagent/screen/index.ts'
import { jaibberScreen } from './jaibber/screen/index.ts'
import { scuttlebotScreen } from './scuttlebot/screen/index.ts'
import { switchboardScreen } from './switchboard/screen/index.ts'

/**
 * The screens of all protocols. Adding one is one line here and one in `registry.ts`.
 * Smallest OKLab distance between any two of their hues, normal / protan / deutan / tritan vision: light 16.7 / 12.9 / 12.0 / 11.5, dark 16.8 / 12.7 / 12.2 / 14.2.
 */
export const screens: readonly ProtocolScreen[] = [
  // One line per screen, in the order of the rail.
  chatScreen,
  scuttlebotScreen,
  jaibberScreen,
  switchboardScreen,
  codingAgentScreen,
]
