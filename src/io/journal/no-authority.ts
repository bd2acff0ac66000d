import type { Database } from 'better-sqlite3'
import type { Command } from '../../core/command.ts'
import { fail } from '../../core/fault.ts'
import { isJsonObject } from '../../core/json-text.ts'
import { jsonOf } from './recover-state.ts'

/** What was removed from a journal that is brought back. */
export interface Withdrawn {
  /** Standing approvals, and questions that were waiting. */
  readonly approvals: number
  /** Messages that were not confirmed; the send queue asks whether to send them again. */
  readonly unsent: number
}

/** The setting with the workspaces that are still to be removed from copies of the journal. */
export const forgetSetting = 'forgetInCopies'

const restoredWords = 'Patchbay restored its journal, so it is not known whether this message arrived. Send it again if it did not.'

/**
 * A journal that is brought back contains events, but no authority: standing approvals and waiting questions are removed, and nothing is sent automatically.
 * Part of the caller's transaction.
 */
export function withdrawAuthority(db: Database): Withdrawn {
  const approvals = db.prepare('DELETE FROM grants').run().changes + db.prepare('DELETE FROM approvals').run().changes
  const waiting = db.prepare<[], { id: string; value: string }>("SELECT id, value FROM commands WHERE state IN ('accepted', 'sent')").all()
  const put = db.prepare<[string, string]>("UPDATE commands SET state = 'unsent', value = ? WHERE id = ?")
  for (const { id, value } of waiting) put.run(JSON.stringify(asUnsent(JSON.parse(value) as Command, restoredWords)), id)
  return { approvals, unsent: waiting.length }
}

/** A restored message: an unconfirmed one waits for the operator. @param words the reason. */
export function asUnsent(command: Command, words: string): Command {
  const isOpen = command.state === 'accepted' || command.state === 'sent'
  return isOpen ? { ...command, state: 'unsent', fault: fail('unavailable', words).fault } : command
}

/**
 * What is still to be removed from copies of the journal is an order to change and delete files, also the journal that a restore keeps. It stays as the current
 * journal has it. Part of the caller's transaction.
 */
export function withdrawForgetting(db: Database, present: unknown): void {
  db.prepare('DELETE FROM settings WHERE key = ?').run(forgetSetting)
  if (typeof present === 'string') db.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run(forgetSetting, present)
}

/** The editor command is a program that runs later. It stays only if the current journal has the same one. Part of the caller's transaction. */
export function withdrawEditor(db: Database, present: unknown): void {
  const stored = settingsOf(db.prepare("SELECT CAST(value AS TEXT) FROM settings WHERE key = 'settings'").pluck().get())
  if (stored['editor'] === undefined || stored['editor'] === settingsOf(present)['editor']) return
  const { editor: _editor, ...rest } = stored
  db.prepare<[string]>("UPDATE settings SET value = ? WHERE key = 'settings'").run(JSON.stringify(rest))
}

function settingsOf(text: unknown): Readonly<Record<string, unknown>> {
  const value = jsonOf(text)
  return isJsonObject(value) ? value : {}
}
