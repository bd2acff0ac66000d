import { useEffect } from 'react'
import { waitsForReply } from './reply-state.ts'
import { Glyph } from '../../../renderer/ui/glyph.tsx'
import { counted } from '../../../renderer/ui/time.ts'
import { useApp } from '../../../renderer/features/state/store.ts'
import { useCodingAgent } from './slices.ts'
import './sessions.css'

/**
 * Where the shell can read the clipboard: looks at it when the pane appears, when the window comes to the front, and when a round begins to
 * wait; offers what looks like its reply. Nothing is used without a click.
 */
export function Offer(): React.JSX.Element | null {
  const offer = useCodingAgent((state) => state.offer)
  const canRead = useApp((state) => state.info?.canReadClipboard === true)
  const waits = useCodingAgent(waitsForReply)
  const look = useCodingAgent((state) => state.lookAtClipboard)
  const takeReply = useCodingAgent((state) => state.takeReply)
  const declineOffer = useCodingAgent((state) => state.declineOffer)
  useEffect(() => {
    if (!canRead || !waits) return undefined
    const again = (): void => void look()
    again()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [canRead, waits, look])
  if (offer === undefined || !waits) return null
  return (
    <div className="offer" role="status">
      <Glyph shape="needs" />
      <span className="needs">A reply is on the clipboard, {counted(offer.length, 'character')}. Use it?</span>
      <span className="end" />
      <button type="button" className="btn small" onClick={() => void takeReply(offer)}>
        Use it
      </button>
      <button type="button" className="btn small ghost" onClick={declineOffer}>
        Not this one
      </button>
    </div>
  )
}
