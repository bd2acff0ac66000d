import type { Database } from 'better-sqlite3'
import type { FeedFilter } from '../../core/journal.ts'
import { storedKinds } from './codec.ts'
import type { Labels } from './labels.ts'
import { addressedMatch, sentMatch } from './search-index.ts'
import type { Sources } from './sources.ts'

/** Positions beyond `ord` in one direction, nearest first, at most `limit`. Each call is one search in one index. */
export interface Lane {
  before(ord: number, limit: number): number[]
  after(ord: number, limit: number): number[]
}

/** The SQL of all lanes, with `<` or `>` as the direction: exported so that a test can check its query plans. */
export const laneSql = {
  source: (direction: '<' | '>') =>
    `SELECT ord FROM events WHERE source = ? AND kind = ? AND ord ${direction} ? AND cursor > ? AND replaced_by IS NULL ${orderOf(direction)} LIMIT ?`,
  conversation: (direction: '<' | '>') =>
    `SELECT ord FROM events WHERE conversation = ? AND ord ${direction} ? AND replaced_by IS NULL
     AND kind IN (SELECT value FROM json_each(?)) ${orderOf(direction)} LIMIT ?`,
  namesOfConversation: (direction: '<' | '>') =>
    `SELECT ord FROM events e WHERE conversation = ? AND ord ${direction} ? AND replaced_by IS NULL
     AND EXISTS (SELECT 1 FROM mentions m WHERE m.name IN (SELECT value FROM json_each(?)) AND m.kind = e.kind AND m.ord = e.ord)
     AND kind IN (SELECT value FROM json_each(?))
     ${orderOf(direction)} LIMIT ?`,
  searched: (direction: '<' | '>') =>
    `SELECT rowid FROM search WHERE search MATCH ? AND rowid ${direction} CAST(? AS INTEGER) ORDER BY rowid${direction === '<' ? ' DESC' : ''} LIMIT ?`,
  name: (direction: '<' | '>') =>
    `SELECT ord FROM mentions WHERE name = ? AND kind = ? AND ord ${direction} ? ${orderOf(direction)} LIMIT ?`,
} as const

function orderOf(direction: '<' | '>'): string {
  return direction === '<' ? 'ORDER BY ord DESC' : 'ORDER BY ord'
}

/** Kinds whose events belong to a conversation: looking for others in one would read all of it. */
const conversationKinds: ReadonlySet<string> = new Set(['message', 'notice', 'stream'])
const shownKinds = ['message', 'marker', 'fault', 'notice', 'stream']

/** Finds the lanes of a filter: together they contain exactly the events that pass it. `above` is a lower bound for their cursors. */
export function openLanes(
  db: Database,
  sources: Sources,
  names: Labels,
  conversations: Labels,
): (workspace: string, filter: FeedFilter, above?: number) => Lane[] {
  const prepared = (sql: (direction: '<' | '>') => string) => {
    const [before, after] = [db.prepare<unknown[], number>(sql('<')).pluck(), db.prepare<unknown[], number>(sql('>')).pluck()]
    return (key: readonly unknown[], more: readonly unknown[] = []): Lane => ({
      before: (ord, limit) => before.all(...key, ord, ...more, limit),
      after: (ord, limit) => after.all(...key, ord, ...more, limit),
    })
  }
  const ofSource = prepared(laneSql.source)
  const ofConversation = prepared(laneSql.conversation)
  const ofNamesInConversation = prepared(laneSql.namesOfConversation)
  const ofName = prepared(laneSql.name)
  const ofSearched = prepared(laneSql.searched)

  return (workspace, filter, above = 0) => {
    const inReach = sources
      .ofWorkspace(workspace)
      .filter(
        (source) => (filter.source === undefined || source.id === filter.source) && filter.without?.includes(source.protocol) !== true,
      )
    const pkOf = new Map(inReach.map((source) => [source.id, source.pk]))
    const find = (labels: Labels, id: string): number | undefined => {
      const bar = id.indexOf('|')
      const source = pkOf.get(id.slice(0, Math.max(0, bar)))
      return source === undefined ? undefined : labels.find(source, id.slice(bar + 1))
    }
    const kinds = (filter.kinds ?? shownKinds).map((kind) => storedKinds.findIndex((stored) => stored === kind)).filter((kind) => kind >= 0)
    const named = filter.names?.map((name) => find(names, name)).filter((name) => name !== undefined)

    const searched = filter.addressed ?? filter.sentBy
    if (searched !== undefined) {
      const keys = searched.flatMap((name) => {
        const bar = name.indexOf('|')
        const source = pkOf.get(name.slice(0, Math.max(0, bar)))
        return source === undefined ? [] : [[source, name.slice(bar + 1)] as const]
      })
      return keys.length === 0 ? [] : [ofSearched([filter.addressed === undefined ? sentMatch(keys) : addressedMatch(keys)])]
    }
    if (filter.conversation !== undefined) {
      const conversation = find(conversations, filter.conversation)
      const possible = kinds.filter((kind) => conversationKinds.has(storedKinds[kind] ?? ''))
      const inKinds = JSON.stringify(possible)
      if (conversation === undefined || possible.length === 0) return []
      return [
        named === undefined
          ? ofConversation([conversation], [inKinds])
          : ofNamesInConversation([conversation], [JSON.stringify(named), inKinds]),
      ]
    }
    if (named !== undefined) return named.flatMap((name) => kinds.map((kind) => ofName([name, kind])))
    return inReach.flatMap((source) => kinds.map((kind) => ofSource([source.pk, kind], [above])))
  }
}

/** The nearest positions of several lanes, nearest first, without duplicates. */
export function mergeBefore(lanes: readonly Lane[], ord: number, limit: number): number[] {
  const found = new Set(lanes.flatMap((lane) => lane.before(ord, limit)))
  return [...found].toSorted((a, b) => b - a).slice(0, limit)
}

/** Like `mergeBefore`, in the other direction. */
export function mergeAfter(lanes: readonly Lane[], ord: number, limit: number): number[] {
  const found = new Set(lanes.flatMap((lane) => lane.after(ord, limit)))
  return [...found].toSorted((a, b) => a - b).slice(0, limit)
}
