import type { MakeSlice } from '../screen.ts'
import type { PasteSlice } from './slices.ts'

/** What the Paste view shows. */
export const pasteSlice: MakeSlice<PasteSlice> = (set) => ({
  pasteItem: undefined,
  showPasteItem: (pasteItem) => set({ pasteItem }),
})
