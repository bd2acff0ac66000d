import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { switchboardScreen } from './index.ts'

/** For tests of this screen: as those of features, with the screen of the Switchboard. */
export const { testStore, renderApp } = testingWith([switchboardScreen])
