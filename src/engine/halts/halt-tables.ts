import { ok, type Result } from '../../core/fault.ts'
import { textsOf, type HaltBeyond, type HaltPreview, type HaltRow } from '../../core/halt.ts'
import { limits } from '../../core/limits.ts'
import type { Room } from '../room.ts'
import type { Rooms } from '../rooms.ts'
import type { Services } from '../services.ts'
import { digestOf, rowsOf, textKeys, type TableOf } from './halt-table.ts'
import { rowsWithin } from './rows-within.ts'

/** Tables that were shown and may still be named. */
const shownKept = 50

/** Workspaces of links that a table has no room for, which are named. */
const mostNamed = 20

/** The rows of a table, and what it has no room for. */
export type Table = Pick<HaltPreview, 'rows' | 'beyond'>

/** Tables of Halt and Resume as they were shown: the texts that the operator has seen are those that are said. */
export interface HaltTables {
  /** A table keeps its time and the ids of its messages until it is forgotten. */
  of(of: Omit<TableOf, 'at' | 'messageId'>): TableOf
  has(verb: TableOf['verb'], id: string): boolean
  /** What is said after it is another message. */
  forget(verb: TableOf['verb'], id: string): void
  /** Its rows before anything is done, over all links of its scope. */
  rows(of: TableOf): Result<Table>
  /** What a screen shows, which it names by its digest. */
  show(of: TableOf, table: Table): HaltPreview
  /** Whether a text was in the table with this digest. */
  wasShown(digest: string): (row: HaltRow, key: string) => boolean
}

/** Opens the tables of all running workspaces. */
export function openHaltTables(services: Services, rooms: Rooms): HaltTables {
  const { now, newId } = services
  /** By verb and id: when a table was first made, and the ids of its messages. */
  const tables = new Map<string, { readonly at: number; readonly ids: Map<string, string> }>()
  /** By digest: the texts that were on the screen. */
  const shown = new Map<string, ReadonlySet<string>>()

  function roomsIn({ verb, scope }: TableOf): Result<readonly Room[]> {
    if (scope.kind === 'all') return ok(rooms.running())
    const room = rooms.get(scope.workspace)
    if (room.ok) return ok([room.value])
    // A halt of a workspace that is gone can be ended; nobody is left to be told.
    return verb === 'resume' && room.fault.code === 'not-found' ? ok([]) : room
  }

  return {
    of(of) {
      const key = `${of.verb} ${of.id}`
      const table = keep(tables, key, tables.get(key) ?? { at: now(), ids: new Map() })
      return {
        ...of,
        at: table.at,
        messageId(place) {
          const id = table.ids.get(place) ?? newId()
          table.ids.set(place, id)
          return id
        },
      }
    },
    has: (verb, id) => tables.has(`${verb} ${id}`),
    forget: (verb, id) => void tables.delete(`${verb} ${id}`),
    rows(of) {
      const meant = roomsIn(of)
      if (!meant.ok) return meant
      const all = meant.value.flatMap((room) => rowsOf(services, room, of))
      // Whoever has heard HALT hears what comes after it, in whatever order the workspaces are opened.
      const told = new Set(services.halts.find(of.id)?.rows.map(({ link }) => link))
      const rows = [...all.filter(({ link }) => told.has(link)), ...all.filter(({ link }) => !told.has(link))]
      const beyond = beyondOf(rows.slice(limits.haltRows), meant.value)
      return ok({ rows: rowsWithin(rows, services.log), ...(beyond !== undefined && { beyond }) })
    },
    show(of, { rows, beyond }) {
      const digest = digestOf(of, rows)
      keep(shown, digest, textKeys(rows))
      return { id: of.id, level: of.level, scope: of.scope, rows, ...(beyond !== undefined && { beyond }), digest }
    },
    wasShown(digest) {
      const texts = shown.get(digest) ?? new Set<string>()
      return (row, key) => {
        const text = textsOf(row).find((each) => each.key === key)
        return text !== undefined && texts.has(JSON.stringify([row.link, key, text.wire]))
      }
    },
  }
}

function beyondOf(rows: readonly HaltRow[], rooms: readonly Room[]): HaltBeyond | undefined {
  if (rows.length === 0) return undefined
  const without = rooms.filter(({ id }) => rows.some(({ workspace }) => workspace === id))
  const named = without.slice(0, mostNamed).map((room) => room.workspace().name.slice(0, limits.nameChars).toWellFormed())
  return { links: rows.length, workspaces: without.length, named }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) if (map.size > shownKept) map.delete(oldest)
  return value
}
