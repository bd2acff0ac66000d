import { screens } from '../../protocols/screens.ts'
import { testingWith } from '../features/testing/test-render.tsx'

/** For tests of the shell: as those of features, with the screens of all protocols. */
export const { testStore, renderApp } = testingWith(screens)
