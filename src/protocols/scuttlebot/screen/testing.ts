import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { scuttlebotScreen } from './index.ts'

/** For tests of this screen: as those of features, with the screen of scuttlebot. */
export const { testStore, renderApp } = testingWith([scuttlebotScreen])
