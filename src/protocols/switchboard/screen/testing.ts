import { testingWith } from '../../../renderer/features/testing/test-render.tsx'
import { switchboardScreen } from './index.ts'

/** For tests of this screen: the test helpers of features, with the Switchboard's screen. */
export const { testStore, renderApp } = testingWith([switchboardScreen])
