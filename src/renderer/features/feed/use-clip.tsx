import { useState } from 'react'
import { sizeText } from '../../ui/time.ts'
import { clipText, cutAt } from './clip-text.ts'

/** How much more of a long text each press shows: a page could not draw all of the longest message at once. */
const portion = 100_000

interface Clip {
  readonly shown: string
  /** A button to show more of the text, or less again; nothing for a short text. */
  readonly more: React.JSX.Element | undefined
}

/** The beginning of a long text, and more of it on request. @param isGrowing its size is shown elsewhere. */
export function useClip(text: string, isGrowing = false): Clip {
  const [portions, setPortions] = useState(0)
  const clipped = clipText(text)
  if (clipped === undefined) return { shown: text, more: undefined }
  const shown = portions === 0 ? clipped : cutAt(text, portions * portion)
  const isWhole = shown.length === text.length
  const size = isGrowing ? '' : ` (${sizeText(new TextEncoder().encode(text).length)})`
  const label = isWhole ? 'Show less' : text.length <= (portions + 1) * portion ? `Show all${size}` : `Show more${size}`
  return {
    shown,
    more: (
      <button type="button" className="link small mid" aria-expanded={portions > 0} onClick={() => setPortions(isWhole ? 0 : portions + 1)}>
        {label}
      </button>
    ),
  }
}
