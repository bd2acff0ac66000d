import path from 'node:path'
import { _electron } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import { electronBinary, hasDisplay } from '../../scripts/shells.mjs'

const root = path.join(import.meta.dirname, '..', '..')

/** Why the specs cannot run on Electron here, in words for the report; undefined when they can. */
export function electronMissing(): string | undefined {
  if (electronBinary() === undefined) return "Electron's binary is not here (npm start fetches it where it can)"
  if (!hasDisplay()) return 'Electron needs a display'
  return undefined
}

/** Starts the built application on its own data folder. */
export async function startElectron(options: { readonly dataDir: string; readonly workspace?: string }): Promise<ElectronApplication> {
  const workspace = options.workspace === undefined ? [] : ['--workspace', options.workspace]
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return _electron.launch({ executablePath: electronBinary() ?? '', args: [...asRoot, root, '--data', options.dataDir, ...workspace] })
}
