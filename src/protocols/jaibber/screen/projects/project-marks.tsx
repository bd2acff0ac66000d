import { BellOff } from 'lucide-react'
import type { PlaceProps } from '../../../../renderer/features/screen.ts'
import { projectOf } from '../teams.ts'
import { Glyph } from '../../../../renderer/ui/glyph.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'

/** After the name of a project: answer being written, muted, not joined. Nothing for other conversations. */
export function ProjectMarks({ link, place }: PlaceProps): React.JSX.Element | null {
  const isWriting = useApp((state) => (projectOf(state, link, place)?.writing ?? 0) > 0)
  const isMuted = useApp((state) => projectOf(state, link, place)?.settings.mute === true)
  const isOut = useApp((state) => projectOf(state, link, place)?.isAttached === false)
  if (!isWriting && !isMuted && !isOut) return null
  return (
    <span className="agent dim">
      {isWriting && (
        <>
          <Glyph shape="working" />
          <span className="sr">an answer is being written</span>
        </>
      )}
      {isMuted && (
        <>
          <BellOff className="i" aria-hidden="true" />
          <span className="sr">muted</span>
        </>
      )}
      {isOut && (
        <>
          <Glyph shape="off" />
          <span className="sr">not joined</span>
        </>
      )}
    </span>
  )
}
