import type { HaltBeyond, HaltLevel } from '../../../core/halt.ts'
import { beyondWords } from '../../../core/halt-beyond.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'

interface BeyondProps {
  readonly beyond: HaltBeyond | undefined
  readonly level: HaltLevel
  readonly stage: 'before' | 'after' | 'resume'
}

/** Links that are not in a table, for want of room. */
export function Beyond({ beyond, level, stage }: BeyondProps): React.JSX.Element | null {
  if (beyond === undefined) return null
  return (
    <p className="halt-beyond small lost" role="note" aria-label="Links that are not in the table">
      <Glyph shape="over" /> <VisibleText text={beyondWords(beyond, level, stage)} />
    </p>
  )
}
