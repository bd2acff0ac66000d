import { endStatus, isEndedStatus } from '../pure/session-end.ts'
import type { RosterRow } from '../pure/view.ts'
import type { GlyphShape } from '../../../renderer/ui/glyph.tsx'
import { age } from '../../../renderer/ui/time.ts'

/** Shape for whether a session holds a name. */
export const holdGlyphs: { readonly [hold in RosterRow['hold']]: GlyphShape } = { live: 'up', held: 'half', free: 'off' }

/** Whether a session holds the name, in words. */
export function holdWords(row: RosterRow, now: number): string {
  if (row.hold === 'live') return 'connected'
  if (row.hold === 'held') {
    const left = row.freesAt === undefined || row.freesAt <= now ? '' : `, free in ${age(now, row.freesAt)}`
    const word = row.status === endStatus.stopped ? 'stopped by you' : isEndedStatus(row.status) ? 'ended' : 'lost'
    return row.isKept === true ? `${word}, name reserved` : `${word}${left}`
  }
  if (row.status === endStatus.stopped) return 'stopped by you'
  return row.isForeign ? 'added by another program' : 'not connected'
}
