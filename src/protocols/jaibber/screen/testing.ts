import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { jaibberScreen } from './index.ts'

/** For tests of this screen: the test helpers of features, with Jaibber's screen. */
export const { testStore, renderApp } = testingWith([jaibberScreen])
