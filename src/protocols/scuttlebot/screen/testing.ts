import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { scuttlebotScreen } from './index.ts'

/** For tests of this screen: the test helpers of features, with scuttlebot's screen. */
export const { testStore, renderApp } = testingWith([scuttlebotScreen])
