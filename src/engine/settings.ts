import { defaultSettings, settingsSchema, type Settings } from '../api/contract.ts'
import { ok, type Result } from '../core/fault.ts'
import { parseEditorCommand } from './editor-command.ts'
import type { Journal } from './journal.ts'
import { tryJournal } from './journal-fault.ts'

const key = 'settings'
const lastWorkspaceKey = 'lastWorkspace'

/** The operator's settings, kept in the journal. */
export interface SettingsStore {
  get(): Settings
  /** Changes some of them; an editor command that cannot work is refused. */
  set(change: Partial<Settings>): Result<Settings>
  lastWorkspace(): string | undefined
  setLastWorkspace(id: string): Result<void>
}

/** Opens the settings. A value that an older version wrote and that no longer fits is replaced by the default. */
export function openSettings(journal: Pick<Journal, 'setting' | 'putSetting'>): SettingsStore {
  function get(): Settings {
    const stored = journal.setting(key)
    const merged = settingsSchema.safeParse({ ...defaultSettings, ...(typeof stored === 'object' && stored !== null ? stored : {}) })
    return merged.success ? merged.data : defaultSettings
  }

  return {
    get,
    set(change) {
      const editor = change.editor?.trim()
      const parsed = editor === undefined || editor === '' ? undefined : parseEditorCommand(editor)
      if (parsed?.ok === false) return parsed
      const next: Settings = { ...get(), ...change, ...(editor !== undefined && { editor }) }
      const done = tryJournal(() => journal.putSetting(key, next))
      return done.ok ? ok(next) : done
    },
    lastWorkspace() {
      const stored = journal.setting(lastWorkspaceKey)
      return typeof stored === 'string' ? stored : undefined
    },
    setLastWorkspace: (id) => tryJournal(() => journal.putSetting(lastWorkspaceKey, id)),
  }
}
