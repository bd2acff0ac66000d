import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startApp } from '../../src/main/start.ts'
import type { Folders, RunningApp } from '../../src/main/start.ts'
import { registerAppScheme } from '../../src/main/app-protocol.ts'
import { app, BrowserWindow, resetElectron } from '../fakes/electron.ts'
import { pageFiles } from './shell-world.ts'

/** The desktop app on the fake electron, with a real engine in its own folder. */
export interface ElectronWorld {
  readonly folder: string
  /** The open project folder. */
  readonly workspace: string
  readonly running: RunningApp
  readonly window: BrowserWindow
  /** Quits the app and waits until its engine is closed. */
  close(): Promise<void>
}

/** A built page, and the place of a data folder. */
export function electronFolders(): Folders {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-electron-'))
  for (const [name, text] of Object.entries(pageFiles)) {
    mkdirSync(dirname(join(folder, 'page', name)), { recursive: true })
    writeFileSync(join(folder, 'page', name), text)
  }
  registerAppScheme()
  app.fireReady()
  return {
    data: join(folder, 'data'),
    page: join(folder, 'page'),
    preload: '/out/preload/index.cjs',
    resources: join(import.meta.dirname, '..', '..', 'resources'),
  }
}

/** Starts it. One time per test file: an application cannot start twice in one process. */
export async function startElectronWorld(folders = electronFolders()): Promise<ElectronWorld> {
  const folder = dirname(folders.data)
  const workspace = join(folder, 'project')
  mkdirSync(join(workspace, '.workplace'), { recursive: true })
  writeFileSync(join(workspace, '.workplace', 'chat.md'), '[coder-to-tester]: the tree is green\n')
  const started = await startApp(folders, { workspace, demo: false })
  const window = BrowserWindow.getAllWindows()[0]
  if (!started.ok || window === undefined) throw new Error(started.ok ? 'No window came' : started.fault.message)
  return {
    folder,
    workspace,
    running: started.value,
    window,
    async close() {
      const quit = new Promise((resolve) => app.once('quit', resolve))
      app.quit()
      await quit
      resetElectron()
      rmSync(folder, { recursive: true })
    },
  }
}
