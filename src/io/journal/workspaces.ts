import type { LinkConfig } from '../../core/link.ts'
import { fail } from '../../core/fault.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { Journal, StoredLink } from '../../core/journal.ts'
import { JournalWriteError } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import { forgetPlan } from './forget.ts'

type Part = Pick<Journal, 'workspaces' | 'putWorkspace' | 'removeWorkspace' | 'links' | 'putLink' | 'removeLink'>

interface LinkRow {
  readonly id: string
  readonly workspace: string
  readonly protocol: string
  readonly name: string
  readonly config: string
  readonly enabled: number
}

/** Finds the number of a workspace. @throws JournalWriteError `not-found` */
export function workspaceNumber({ db }: Connection): (id: string) => number {
  const find = db.prepare<[string], number>('SELECT pk FROM workspaces WHERE id = ?').pluck()
  return (id) => {
    const pk = find.get(id)
    if (pk === undefined)
      throw new JournalWriteError(fail('not-found', `Workspace ${id} is not in the journal. Open the workspace again.`).fault)
    return pk
  }
}

/** Workspaces and links. Removing a workspace only clears its ids, so it takes effect immediately; `openSweep` deletes the rows. */
export function openWorkspaces(connection: Connection): Part {
  const { db } = connection
  const numberOf = workspaceNumber(connection)
  const list = db.prepare<[], string>('SELECT value FROM workspaces WHERE id IS NOT NULL ORDER BY pk').pluck()
  const put = db.prepare<[string, string]>(
    'INSERT INTO workspaces (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
  )
  const findPk = db.prepare<[string], number>('SELECT pk FROM workspaces WHERE id = ?').pluck()
  const links = db.prepare<[string], LinkRow>(
    `SELECT l.id, w.id AS workspace, l.protocol, l.name, l.config, l.enabled
     FROM workspaces w JOIN links l ON l.workspace = w.pk WHERE w.id = ? ORDER BY l.rowid`,
  )
  const putLink = db.prepare(
    `INSERT INTO links (id, workspace, protocol, name, config, enabled) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
     workspace = excluded.workspace, protocol = excluded.protocol, name = excluded.name, config = excluded.config, enabled = excluded.enabled`,
  )
  const removeLink = db.prepare<[string]>('DELETE FROM links WHERE id = ?')
  const plan = forgetPlan(db)
  const byNumber = plan.byWorkspaceNumber.map((table) => db.prepare<[number]>(`DELETE FROM "${table}" WHERE workspace = ?`))
  const byId = plan.byWorkspaceId.map((table) => db.prepare<[string]>(`DELETE FROM "${table}" WHERE workspace = ?`))
  const retireSources = db.prepare<[number]>('UPDATE sources SET id = NULL, state = NULL WHERE workspace = ?')
  const retire = db.prepare<[number]>("UPDATE workspaces SET id = NULL, value = '' WHERE pk = ?")

  const remove = db.transaction((id: string) => {
    const pk = findPk.get(id)
    if (pk === undefined) return
    for (const statement of byNumber) statement.run(pk)
    for (const statement of byId) statement.run(id)
    retireSources.run(pk)
    retire.run(pk)
  })

  return {
    workspaces: () => list.all().map((value) => JSON.parse(value) as Workspace),
    putWorkspace: (workspace) => void put.run(workspace.id, JSON.stringify(workspace)),
    removeWorkspace: (id) => remove.immediate(id),
    links: (workspace) =>
      links.all(workspace).map((row): StoredLink => ({ ...row, config: JSON.parse(row.config) as LinkConfig, enabled: row.enabled === 1 })),
    putLink: (link) =>
      void putLink.run(link.id, numberOf(link.workspace), link.protocol, link.name, JSON.stringify(link.config), link.enabled ? 1 : 0),
    removeLink: (id) => void removeLink.run(id),
  }
}
