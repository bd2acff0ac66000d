import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import type { BrowserWindow } from 'electron'
import { dispatch } from '../api/dispatch.ts'
import type { MethodName, Settings } from '../api/contract.ts'
import { snoozeNeed } from '../api/snooze.ts'
import { connectInProcess } from '../api/wires/in-process.ts'
import type { Result } from '../core/fault.ts'
import { laterMs, needOfItem, type NoticeVerb } from '../core/notice.ts'
import type { Workspace } from '../core/workspace.ts'
import { openEngine } from '../engine/engine.ts'
import { openStarting } from '../engine/starting.ts'
import { readAssets } from '../io/assets.ts'
import { logCrashes } from '../io/crash.ts'
import { lockInstance } from '../io/instance.ts'
import { startMigration } from '../io/journal/migration.ts'
import { createLog } from '../io/log.ts'
import { runScriptsWith } from '../io/node-script.ts'
import { loadProtocols } from '../protocols/registry.ts'
import { pageUrl, serveApp } from './app-protocol.ts'
import { serveIpc } from './ipc.ts'
import type { Launch } from './launch.ts'
import { setMenu } from './menu.ts'
import { hardenContents, hardenSession, ownPages } from './security.ts'
import { createElectronShell } from './shell.ts'
import { createNoticeSurface, type NoticeTarget } from './notices.ts'
import { markWindow, openTray, type AppTray } from './tray.ts'
import { startUtility } from './utility-script.ts'
import { bringToFront, load, openWindow } from './window.ts'

export interface Folders {
  /** Contains the journal, the window position and the log. */
  readonly data: string
  /** The built page, the preload script and the icons. */
  readonly page: string
  readonly preload: string
  readonly resources: string
}

/** The running app, as `index.ts` needs it. */
export interface RunningApp {
  /** Brings the window to the front and opens what a second start asked for. */
  show(launch: Launch): Promise<void>
  /** Kept while the app runs: a garbage-collected tray disappears. */
  readonly tray: AppTray
}

/**
 * Connects the parts once Electron is ready: engine, page, IPC, window, menu, tray.
 * The caller shows a fault (page not built, data folder in use, journal not usable) in a dialog. While the journal of an earlier release is migrated, the window
 * shows how far that is.
 */
export async function startApp(folders: Folders, launch: Launch): Promise<Result<RunningApp>> {
  const lock = lockInstance(folders.data)
  if (!lock.ok) return lock
  const log = createLog({ file: join(folders.data, 'log', 'patchbay.log'), level: 'info' })
  logCrashes(log)
  const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const home = devUrl ?? pageUrl
  const isOwn = ownPages(home)
  hardenContents(app, isOwn, log)
  hardenSession(session.defaultSession, isOwn, log)

  if (devUrl === undefined) {
    const assets = readAssets(folders.page)
    if (!assets.ok) return assets
    serveApp(assets.value)
  }
  let window: BrowserWindow | undefined
  runScriptsWith(startUtility)
  const protocols = await loadProtocols()
  let tray: AppTray | undefined
  const surface = createNoticeSurface(
    {
      open: openNeed,
      later: ({ workspace, item }) => {
        if (item !== undefined) void snoozeNeed(own, workspace, needOfItem(workspace, item), Date.now() + laterMs)
      },
      tell(standing) {
        tray?.tell(standing)
        if (process.platform === 'win32' && window !== undefined) markWindow(window, folders.resources, standing)
      },
    },
    process.platform,
  )
  const shell = await createElectronShell(() => window, surface)
  const migration = startMigration(folders.data)
  const starting = openStarting({ migration, version: app.getVersion() })
  const { server } = starting
  const own = connectInProcess(server, log)
  serveIpc(server, isOwn, log)
  const openFolder = (): void => void open('workspaces.pick', {})
  const startDemo = (): void => void open('workspaces.demo', {})
  setMenu({ openFolder, startDemo }, process.platform, !app.isPackaged)
  if (migration !== undefined) {
    showWindow()
    const migrated = await starting.migrated
    if (!migrated.ok) {
      if (migrated.fault.code === 'cancelled') await untilClosed(window)
      lock.value.release()
      log.close()
      return migrated
    }
  }
  const opened = await openEngine({ dataDir: folders.data, shell, protocols, log, version: app.getVersion() })
  if (!opened.ok) return opened
  const engine = opened.value
  starting.open(engine.server)
  closeBeforeQuit(async () => {
    await engine.close()
    lock.value.release()
    log.close()
  })

  function showWindow(workspace?: string): void {
    showPage(workspace === undefined ? {} : { workspace })
  }

  /** Shows the window, and what a notification is about. */
  function openNeed({ workspace, item }: NoticeTarget, verb?: NoticeVerb): void {
    const wish = { needIn: workspace, ...(item !== undefined && { need: item }), ...(verb !== undefined && { verb }) }
    showPage(workspace === '' ? {} : wish)
  }

  function showPage(wish: Readonly<Record<string, string>>): void {
    const isWish = Object.keys(wish).length > 0
    const url = isWish ? `${home}#${new URLSearchParams(wish).toString()}` : home
    if (window === undefined || window.isDestroyed()) {
      const icon = join(folders.resources, 'icons', '512x512.png')
      window = openWindow({ dataDir: folders.data, url, preload: folders.preload, icon, log })
      window.on('closed', () => (window = undefined))
      return
    }
    bringToFront(window)
    if (isWish) void load(window, url, log)
  }

  /** Runs a method that returns a workspace, for the menu and a second start, and shows the workspace or the fault. */
  async function open(method: MethodName, input: unknown): Promise<void> {
    const result = await dispatch(server, method, input, { id: 'menu', wire: 'in-process' }, log)
    if (result.ok) return showWindow((result.value as Workspace).path)
    if (result.fault.code !== 'cancelled') dialog.showErrorBox(result.fault.message, result.fault.detail ?? '')
    showWindow()
  }

  const openLaunch = async ({ workspace, demo }: Launch): Promise<void> => {
    if (workspace !== undefined) await open('workspaces.open', { path: workspace })
    else if (demo) await open('workspaces.demo', {})
    else showWindow()
  }
  const mute = async (isMuted: boolean): Promise<void> => {
    const caller = { id: 'tray', wire: 'in-process' } as const
    const stored = await dispatch(server, 'settings.get', {}, caller, log)
    if (!stored.ok) return
    const { mutedUntil: _before, ...notices } = (stored.value as Settings).notices
    const change = { notices: { ...notices, ...(isMuted && { mutedUntil: Date.now() + hourMs }) } }
    await dispatch(server, 'settings.set', change, caller, log)
  }
  const trayActs = {
    show: () => showWindow(),
    openFolder,
    halt: () => showPage({ halt: 'ask' }),
    quit: () => app.quit(),
    openNeed,
    mute: (isMuted: boolean) => void mute(isMuted),
  }
  tray = openTray(folders.resources, trayActs, process.platform)
  app.on('activate', () => showWindow())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  await openLaunch(launch)
  return { ok: true, value: { show: openLaunch, tray } }
}

/** The window says what happened; the operator closes it. */
async function untilClosed(window: BrowserWindow | undefined): Promise<void> {
  if (window !== undefined && !window.isDestroyed()) await new Promise<void>((resolve) => window.once('closed', () => resolve()))
}

const hourMs = 60 * 60_000

/** Close the journal and stop the demo's agents before the process exits. */
function closeBeforeQuit(close: () => Promise<void>): void {
  let state: 'running' | 'closing' | 'closed' = 'running'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void close().finally(() => {
      state = 'closed'
      app.quit()
    })
  })
}
