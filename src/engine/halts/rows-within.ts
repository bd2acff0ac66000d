import type { HaltRow } from '../../core/halt.ts'
import { rowWithin } from '../../core/halt-bounds.ts'
import { limits } from '../../core/limits.ts'
import type { Services } from '../services.ts'

/** Links that are left out are named in the log up to here. */
const mostNamed = 20

/** The rows that a table has room for, as they can be read back. Nothing is stopped or said on the other links, which the log names. */
export function rowsWithin(rows: readonly HaltRow[], log: Services['log']): HaltRow[] {
  const left = rows.slice(limits.haltRows).map(({ link }) => link)
  if (left.length > 0)
    log('links of a halt are left out, since there are too many', { links: left.slice(0, mostNamed), count: left.length, level: 'error' })
  return rows.slice(0, limits.haltRows).map(rowWithin)
}
