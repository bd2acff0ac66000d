import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { codingAgentScreen } from './index.ts'

/** For tests of this screen: the test helpers of features, with CodingAgent's screen. */
export const { testStore, renderApp } = testingWith([codingAgentScreen])
