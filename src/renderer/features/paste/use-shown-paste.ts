import { useMemo } from 'react'
import { useApp } from '../state/store.ts'
import { shownPaste, type ShownPaste } from './shown-paste.ts'

/** What the Paste view shows. */
export function useShownPaste(): ShownPaste | undefined {
  const state = useApp((all) => all.state)
  const screens = useApp((all) => all.screens)
  const pasteItem = useApp((all) => all.pasteItem)
  return useMemo(() => shownPaste({ state, screens, pasteItem }), [state, screens, pasteItem])
}
