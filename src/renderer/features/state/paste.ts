import type { MakeSlice } from '../screen.ts'
import type { PasteSlice } from './slices.ts'

/** What is on screen of the Paste view. */
export const pasteSlice: MakeSlice<PasteSlice> = (set) => ({
  pasteItem: undefined,
  showPasteItem: (pasteItem) => set({ pasteItem }),
})
