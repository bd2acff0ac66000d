import { useApp } from '../state/store.ts'
import { PasteHead } from './paste-head.tsx'
import { pasteParts } from './shown-paste.ts'
import { useShownPaste } from './use-shown-paste.ts'
import './paste.css'

/** Items waiting for a paste, from any protocol. */
export function PasteView(): React.JSX.Element {
  const shown = useShownPaste()
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
