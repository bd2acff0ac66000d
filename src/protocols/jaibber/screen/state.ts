import { ownState } from '../../../renderer/features/state/own-state.ts'
import type { LocalsSlice } from './agents/locals-state.ts'
import type { PromptSlice } from './paste/prompts-state.ts'

/** State of this screen. */
export type JaibberSlice = LocalsSlice & PromptSlice

/** `useJaibber` reads the state with this screen's slice in components, `jaibberOf` elsewhere. */
export const { use: useJaibber, of: jaibberOf } = ownState<JaibberSlice>()
