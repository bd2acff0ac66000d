import os from 'node:os'
import path from 'node:path'

/** What determines the data folder; injected so that every platform can be tested on one. */
export interface DataDirSources {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * The default folder for the journal, the secrets and the log (without `--data`), by platform convention:
 * `$XDG_DATA_HOME/patchbay`, `~/Library/Application Support/Patchbay` or `%APPDATA%\Patchbay`. Creates nothing.
 */
export function defaultDataDir(from: DataDirSources = { platform: process.platform, env: process.env, home: os.homedir() }): string {
  if (from.platform === 'win32') {
    return path.win32.join(from.env['APPDATA'] || path.win32.join(from.home, 'AppData', 'Roaming'), 'Patchbay')
  }
  if (from.platform === 'darwin') return path.posix.join(from.home, 'Library', 'Application Support', 'Patchbay')
  // XDG specification: a relative path in the variable counts as not set.
  const xdg = from.env['XDG_DATA_HOME']
  return path.posix.join(xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(from.home, '.local', 'share'), 'patchbay')
}

/** The data folder that an option `--data` names, or the default one. */
export function dataDirOf(data: string | undefined): string {
  return data === undefined ? defaultDataDir() : path.resolve(data)
}
