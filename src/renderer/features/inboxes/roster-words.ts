import type { RosterRow } from '../../../protocols/switchboard/pure/view.ts'
import type { GlyphShape } from '../../ui/glyph.tsx'
import { age } from '../../ui/time.ts'

/** The shape of who holds a name. */
export const holdGlyphs: { readonly [hold in RosterRow['hold']]: GlyphShape } = { live: 'up', held: 'half', free: 'off' }

/** Whether a session holds the name, in words. */
export function holdWords(row: RosterRow, now: number): string {
  if (row.hold === 'live') return 'connected'
  if (row.hold === 'held') {
    const left = row.freesAt === undefined || row.freesAt <= now ? '' : `, frees in ${age(now, row.freesAt)}`
    return row.isKept === true ? 'lost, its name is kept' : `lost${left}`
  }
  return row.isForeign ? 'written by another program' : 'not connected'
}
