import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { codingAgentScreen } from './index.ts'

/** For tests of this screen: as those of features, with the screen of CodingAgent. */
export const { testStore, renderApp } = testingWith([codingAgentScreen])
