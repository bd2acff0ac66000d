import type { Approval, Grant } from '../../core/approval.ts'
import type { Command } from '../../core/command.ts'
import { fail } from '../../core/fault.ts'
import { limits } from '../../core/limits.ts'
import { JournalWriteError } from '../../core/journal.ts'
import type { ActRecord, Journal } from '../../core/journal.ts'
import type { Connection } from './connection.ts'
import { writeDurably } from './connection.ts'
import { openSnapshots, type SnapshotsPart } from './snapshots.ts'
import { workspaceNumber } from './workspaces.ts'

type Part = Pick<
  Journal,
  | 'commands' | 'command' | 'putCommand' | 'readMarks' | 'putReadMarks' | 'removeReadMarks' | 'kept' | 'putKept' | 'approvals' | 'putApproval' | 'removeApproval'
  | 'grants' | 'putGrant' | 'removeGrant' | 'together' | 'recordAct' | 'acts' | 'setting' | 'putSetting' | keyof SnapshotsPart
> // prettier-ignore

interface Entry {
  readonly id: string
  readonly workspace?: string | undefined
}

/** The engine's small records: values as JSON under their keys. */
export function openStored(connection: Connection): Part {
  const { db } = connection
  const numberOf = workspaceNumber(connection)

  const command = db.prepare<[string], string>('SELECT value FROM commands WHERE id = ?').pluck()
  const commands = db
    .prepare<[string], string>('SELECT c.value FROM workspaces w JOIN commands c ON c.workspace = w.pk WHERE w.id = ? ORDER BY c.rowid')
    .pluck()
  const commandsIn = db
    .prepare<[string, string], string>(
      `SELECT c.value FROM workspaces w JOIN commands c ON c.workspace = w.pk
       WHERE w.id = ? AND c.state IN (SELECT value FROM json_each(?)) ORDER BY c.rowid`,
    )
    .pluck()
  const putCommand = db.prepare<[string, number, string, string]>(
    `INSERT INTO commands (id, workspace, state, value) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET workspace = excluded.workspace, state = excluded.state, value = excluded.value`,
  )

  const marks = db.prepare<[string], { conversation: string; ord: number }>(
    'SELECT m.conversation, m.ord FROM workspaces w JOIN read_marks m ON m.workspace = w.pk WHERE w.id = ?',
  )
  const putMark = db.prepare<[number, string, number]>(
    'INSERT INTO read_marks (workspace, conversation, ord) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ord = excluded.ord',
  )
  const putMarks = db.transaction((pk: number, all: ReadonlyMap<string, number>) => {
    for (const [conversation, ord] of all) putMark.run(pk, conversation, ord)
  })
  const removeMark = db.prepare<[number, string]>('DELETE FROM read_marks WHERE workspace = ? AND conversation = ?')
  const removeMarks = db.transaction((pk: number, conversations: readonly string[]) => {
    for (const conversation of conversations) removeMark.run(pk, conversation)
  })
  const kept = db.prepare<[string, string], { key: string; value: string }>(
    'SELECT k.key, k.value FROM workspaces w JOIN kept k ON k.workspace = w.pk WHERE w.id = ? AND k.kind = ?',
  )
  const putKept = db.prepare<[number, string, string, string]>(
    'INSERT INTO kept (workspace, kind, key, value) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const removeKept = db.prepare<[number, string, string]>('DELETE FROM kept WHERE workspace = ? AND kind = ? AND key = ?')
  const keptOthers = db
    .prepare<[number, string, string], number>('SELECT count(*) FROM kept WHERE workspace = ? AND kind = ? AND key <> ?')
    .pluck()

  const entries = <T extends Entry>(table: 'approvals' | 'grants') => {
    const list = db.prepare<[], string>(`SELECT value FROM ${table} ORDER BY rowid`).pluck()
    const put = db.prepare<[string, string | null, string]>(
      `INSERT INTO ${table} (id, workspace, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET workspace = excluded.workspace, value = excluded.value`,
    )
    const remove = db.prepare<[string]>(`DELETE FROM ${table} WHERE id = ?`)
    return {
      list: () => list.all().map((value) => JSON.parse(value) as T),
      put: (entry: T) => void writeDurably(db, () => put.run(entry.id, entry.workspace ?? null, JSON.stringify(entry))),
      remove: (id: string) => void writeDurably(db, () => remove.run(id)),
    }
  }
  const approvals = entries<Approval>('approvals')
  const grants = entries<Grant>('grants')
  const recordAct = db.prepare<[string | null, string]>('INSERT INTO acts (workspace, value) VALUES (?, ?)')
  const acts = db.prepare<[number], string>('SELECT value FROM acts ORDER BY pk DESC LIMIT ?').pluck()

  const setting = db.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck()
  const putSetting = db.prepare<[string, string]>(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const removeSetting = db.prepare<[string]>('DELETE FROM settings WHERE key = ?')

  return {
    commands: (workspace, states) =>
      (states === undefined ? commands.all(workspace) : commandsIn.all(workspace, JSON.stringify(states))).map(
        (value) => JSON.parse(value) as Command,
      ),
    command(id) {
      const value = command.get(id)
      return value === undefined ? undefined : (JSON.parse(value) as Command)
    },
    putCommand: (entry) =>
      void writeDurably(db, () => putCommand.run(entry.id, numberOf(entry.workspace), entry.state, JSON.stringify(entry))),

    readMarks: (workspace) => new Map(marks.all(workspace).map((row) => [row.conversation, row.ord])),
    putReadMarks: (workspace, all) => putMarks.immediate(numberOf(workspace), all),
    removeReadMarks: (workspace, conversations) => removeMarks.immediate(numberOf(workspace), conversations),
    kept: (workspace, kind) => new Map(kept.all(workspace, kind).map((row) => [row.key, JSON.parse(row.value) as unknown])),
    putKept(workspace, kind, key, value) {
      const pk = numberOf(workspace)
      if (value === undefined) {
        removeKept.run(pk, kind, key)
        return
      }
      const text = JSON.stringify(value)
      if (key.length + text.length > limits.keptChars)
        throw tooLarge(`This is too long to store: the limit is ${limits.keptChars} characters.`)
      if ((keptOthers.get(pk, kind, key) ?? 0) >= limits.keptEntries)
        throw tooLarge(`A workspace can store ${limits.keptEntries} entries of this kind. Remove some first.`)
      putKept.run(pk, kind, key, text)
    },

    approvals: approvals.list,
    putApproval: approvals.put,
    removeApproval: approvals.remove,
    grants: grants.list,
    putGrant: grants.put,
    removeGrant: grants.remove,
    together: (writes) => writeDurably(db, () => db.transaction(writes).immediate()),
    recordAct(act, isFlushed) {
      const write = (): unknown => recordAct.run(act.workspace ?? null, JSON.stringify(act))
      if (isFlushed) writeDurably(db, write)
      else write()
    },
    acts: (limit) => acts.all(limit).map((value) => JSON.parse(value) as ActRecord),

    setting(key) {
      const value = setting.get(key)
      return value === undefined ? undefined : (JSON.parse(value) as unknown)
    },
    putSetting: (key, value) => void (value === undefined ? removeSetting.run(key) : putSetting.run(key, JSON.stringify(value))),
    ...openSnapshots(connection),
  }
}

function tooLarge(message: string): JournalWriteError {
  return new JournalWriteError(fail('too-large', message).fault)
}
