import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import type { SessionRow } from '../pure/api.ts'

interface SessionWait {
  readonly shape: GlyphShape
  readonly word: string
  readonly tone: string
}

/** What a session is waiting for. Only a review is the operator's decision. */
export function sessionWait(row: SessionRow): SessionWait {
  if (row.isComplete) return { shape: 'done', word: '', tone: '' }
  const newest = row.rounds.at(-1)
  const before = row.rounds.at(-2)
  switch (newest?.state) {
    case 'replied':
      return { shape: 'needs', word: 'review', tone: 'needs' }
    case 'interrupted':
      return { shape: 'over', word: 'interrupted', tone: 'lost' }
    case 'applying':
      return { shape: 'working', word: 'applying', tone: '' }
    case 'rolled back':
      return { shape: 'idle', word: 'rolled back', tone: '' }
    default:
      if (before?.state === 'rolled back') return { shape: 'idle', word: `rolled back ${before.sequence}`, tone: '' }
      return newest?.copiedAt === undefined
        ? { shape: 'idle', word: 'not copied yet', tone: '' }
        : { shape: 'waiting', word: 'no reply', tone: '' }
  }
}
