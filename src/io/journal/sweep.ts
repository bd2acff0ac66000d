import { messageKind, namesOf } from './codec.ts'
import type { Connection } from './connection.ts'
import type { Contents, StoredTexts } from './contents.ts'
import { forgetPlan } from './forget.ts'
import { openIndexMerge } from './index-merge.ts'
import { openLabels } from './labels.ts'

/** Deletes what removed workspaces left behind. */
export interface Sweep {
  /** Deletes some rows in one transaction of a few milliseconds; false when nothing is left. */
  step(): boolean
}

interface DeadRow extends StoredTexts {
  readonly kind: number
  readonly ord: number
  readonly replacedBy: number | null
}

const rowsPerStep = 50
const checkpointsPerStep = 2
/** Pages that one step returns to the file system, and free pages kept for later use. After a forget none is: what was forgotten is in them. */
const pagesPerStep = 32
const pagesKept = 256

/** Prepares the sweep. It can stop anywhere and continue after a restart: removing a workspace clears the ids of its rows, which marks them. */
export function openSweep({ db }: Connection, contents: Contents): Sweep {
  const names = openLabels(db, 'names')
  const source = db.prepare<[], number>('SELECT pk FROM sources WHERE id IS NULL LIMIT 1').pluck()
  const rows = db.prepare<[number, number], DeadRow>(
    'SELECT cursor, id, kind, ord, replaced_by AS replacedBy, raw, body FROM events WHERE source = ? ORDER BY cursor LIMIT ?',
  )
  const unmention = db.prepare<[number, number, number]>('DELETE FROM mentions WHERE name = ? AND kind = ? AND ord = ?')
  const unindex = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?')
  const event = db.prepare<[number]>('DELETE FROM events WHERE cursor = ?')
  const ofSource = [...forgetPlan(db).bySource.map((table) => `"${table}" WHERE source`), 'sources WHERE pk'].map((rowsOf) =>
    db.prepare<[number]>(`DELETE FROM ${rowsOf} = ?`),
  )
  const checkpoints = db.prepare(
    `DELETE FROM checkpoints WHERE rowid IN
     (SELECT c.rowid FROM workspaces w JOIN checkpoints c ON c.workspace = w.pk WHERE w.id IS NULL LIMIT ${checkpointsPerStep})`,
  )
  const workspaces = db.prepare('DELETE FROM workspaces WHERE id IS NULL')
  const words = openIndexMerge(db)

  function deleteSome(): boolean {
    if (checkpoints.run().changes > 0) return true
    const pk = source.get()
    if (pk === undefined) {
      workspaces.run()
      return false
    }
    const dead = rows.all(pk, rowsPerStep)
    for (const row of dead) {
      event.run(row.cursor)
      if (row.replacedBy !== null) continue // its place in the indexes now belongs to the event that replaced it
      if (row.kind === messageKind) unindex.run(row.ord)
      for (const name of namesOf(contents.read(row).body)) {
        const label = names.find(pk, name)
        if (label !== undefined) unmention.run(label, row.kind, row.ord)
      }
    }
    if (dead.length < rowsPerStep) for (const statement of ofSource) statement.run(pk)
    return true
  }

  // With the first rows: their words are taken out even if we end right after it.
  const step = db.transaction((): boolean => {
    const isLeft = deleteSome()
    if (isLeft) words.begin()
    return isLeft
  })

  /** A journal made by an earlier release cannot return pages; it reuses them. */
  function giveBack(): boolean {
    const isAble = Number(db.pragma('auto_vacuum', { simple: true })) === 2
    if (!isAble || Number(db.pragma('freelist_count', { simple: true })) <= (words.isBegun() ? 0 : pagesKept)) return false
    db.pragma(`incremental_vacuum(${pagesPerStep})`)
    return true
  }

  return {
    step() {
      if (step.immediate() || words.step() || giveBack()) return true
      words.end()
      return false
    },
  }
}
