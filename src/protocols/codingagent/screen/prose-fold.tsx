import { useState } from 'react'
import type { Plan } from '../pure/api.ts'
import { counted } from '../../../renderer/ui/time.ts'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'

/** Maximum number of pieces and characters drawn. */
const shown = { pieces: 100, chars: 4_000 } as const

/** The reply's text outside its commands: never executed, but may be worth reading. */
export function ProseFold({ prose }: { readonly prose: Plan['prose'] }): React.JSX.Element | null {
  const [isOpen, setOpen] = useState(false)
  const lines = prose.reduce((sum, piece) => sum + piece.text.split('\n').length, 0)
  if (prose.length === 0) return null
  return (
    <details className="prose" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="band2">
        Text outside commands <span className="n">{counted(lines, 'line')}</span>
      </summary>
      {isOpen &&
        prose.slice(0, shown.pieces).map((piece) => (
          <div key={piece.line} className="piece">
            <p>
              <VisibleText text={piece.text.slice(0, shown.chars)} />
              {piece.text.length > shown.chars && (
                <span className="dim"> {counted(piece.text.length - shown.chars, 'more character')}</span>
              )}
            </p>
            <span className="anchor">reply:{piece.line}</span>
          </div>
        ))}
      {isOpen && prose.length > shown.pieces && <p className="piece dim">{counted(prose.length - shown.pieces, 'more piece')}</p>}
    </details>
  )
}
