import { useEffect } from 'react'
import { useApp } from '../state/store.ts'
import { PasteHead } from './paste-head.tsx'
import { pasteParts } from './shown-paste.ts'
import { useShownPaste } from './use-shown-paste.ts'
import './paste.css'

/** Items waiting for a paste, from any protocol. */
export function PasteView(): React.JSX.Element {
  const shown = useShownPaste()
  const opened = useApp((state) => state.pasteItem)
  const showPasteItem = useApp((state) => state.showPasteItem)
  const item = shown?.item
  // What is shown by default stays: another item that comes meanwhile must not take its place below a button such as Apply.
  useEffect(() => {
    if (item !== undefined && (item.link !== opened?.link || item.id !== opened.id)) showPasteItem(item)
  }, [item, opened, showPasteItem])
  return shown === undefined ? <NothingToPaste /> : <shown.parts.Main />
}

function NothingToPaste(): React.JSX.Element {
  const screens = useApp((state) => state.screens)
  const Empty = pasteParts(screens).find(({ parts }) => parts.Empty !== undefined)?.parts.Empty
  return (
    <>
      <PasteHead />
      <div className="scroll">{Empty && <Empty />}</div>
    </>
  )
}
