import { defaultSettings, settingsSchema, type Settings } from '../api/contract.ts'
import { ok, type Result } from '../core/fault.ts'
import { isJsonObject, type JsonObject } from '../core/json-text.ts'
import { parseEditorCommand } from './editor-command.ts'
import type { Journal } from '../core/journal.ts'
import { tryJournal } from './journal-fault.ts'

const key = 'settings'
const lastWorkspaceKey = 'lastWorkspace'

/** The name of each setting on the screen. */
const titles: Readonly<Record<keyof Settings, string>> = {
  theme: 'theme',
  density: 'density',
  textSize: 'text size',
  text: 'text',
  pinned: 'pinned conversations',
  agentsHeight: 'agent list height',
  editor: 'editor command',
  numbersTold: 'note about moved keys',
  notices: 'what reaches you',
  terminalWait: 'wait for permission requests of terminals',
}

/** The operator's settings, kept in the journal. */
export interface SettingsStore {
  get(): Settings
  /** Names the stored values that are not valid, as a sentence; undefined when all are. */
  note(): string | undefined
  /** Changes some settings; an unusable editor command is refused. Settings not named stay as stored. */
  set(change: Partial<Settings>): Result<Settings>
  lastWorkspace(): string | undefined
  setLastWorkspace(id: string): Result<void>
}

/**
 * Opens the settings. An invalid stored value (written by another release) affects only that setting: its default applies until it is set
 * again. Values that this release does not know stay stored.
 */
export function openSettings(journal: Pick<Journal, 'setting' | 'putSetting'>): SettingsStore {
  function stored(): JsonObject {
    const value = journal.setting(key)
    return isJsonObject(value) ? value : {}
  }
  function read(): { readonly settings: Settings; readonly invalid: readonly (keyof Settings)[] } {
    const values = stored()
    const given = settingsSchema.keyof().options.filter((name) => Object.hasOwn(values, name))
    const invalid = given.filter((name) => !settingsSchema.shape[name].safeParse(values[name]).success)
    const fitting = Object.fromEntries(given.filter((name) => !invalid.includes(name)).map((name) => [name, values[name]]))
    return { settings: settingsSchema.parse({ ...defaultSettings, ...fitting }), invalid }
  }

  return {
    get: () => read().settings,
    note() {
      const { invalid } = read()
      if (invalid.length === 0) return undefined
      const names = invalid.map((name) => titles[name]).join(', ')
      return `Some stored settings are not valid, so their defaults apply: ${names}. Change them to replace the stored values.`
    },
    set(change) {
      const editor = change.editor?.trim()
      const parsed = editor === undefined || editor === '' ? undefined : parseEditorCommand(editor)
      if (parsed?.ok === false) return parsed
      const done = tryJournal(() => journal.putSetting(key, { ...stored(), ...change, ...(editor !== undefined && { editor }) }))
      return done.ok ? ok(read().settings) : done
    },
    lastWorkspace() {
      const stored = journal.setting(lastWorkspaceKey)
      return typeof stored === 'string' ? stored : undefined
    },
    setLastWorkspace: (id) => tryJournal(() => journal.putSetting(lastWorkspaceKey, id)),
  }
}
