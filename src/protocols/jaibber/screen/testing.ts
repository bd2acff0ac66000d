import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { jaibberScreen } from './index.ts'

/** For tests of this screen: as those of features, with the screen of Jaibber. */
export const { testStore, renderApp } = testingWith([jaibberScreen])
