import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { WireLog } from '../api/dispatch.ts'
import { readOwnFile, writeOwnFile } from '../io/own-file.ts'
import { placeWindow, smallest, windowStateSchema } from './window-state.ts'
import type { WindowState } from './window-state.ts'

export interface WindowOptions {
  readonly dataDir: string
  /** The page, with a fragment if it should show a specific workspace. */
  readonly url: string
  /** File of the preload script. */
  readonly preload: string
  readonly icon: string
  readonly log: WireLog
}

/** Opens the dashboard's window at its last position, with everything disabled that a page could misuse. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const file = join(options.dataDir, 'window.json')
  const saved = readOwnFile(file, windowStateSchema)
  const window = new BrowserWindow({
    ...placeWindow(
      saved,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Patchbay',
    icon: options.icon,
    show: false,
    // The page's own background, so that nothing flashes before the first paint (`--bg-main`).
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181b' : '#ffffff',
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false, // would fetch dictionaries from a remote host
    },
  })
  if (saved?.isMaximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    const state: WindowState = { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
    const written = writeOwnFile(file, state)
    if (!written.ok) options.log('could not save the window position', { fault: written.fault })
  })
  let crashedAt = 0
  window.webContents.on('render-process-gone', (_event, details) => {
    options.log('the page crashed', { reason: details.reason, exitCode: details.exitCode })
    // A page that crashes again right away would crash forever.
    if (details.reason === 'clean-exit' || window.isDestroyed() || Date.now() - crashedAt < 10_000) return
    crashedAt = Date.now()
    window.webContents.reload()
  })
  void load(window, options.url, options.log)
  return window
}

/** Shows an address of the page; if only the fragment changes, the page is notified instead of reloaded. */
export async function load(window: BrowserWindow, url: string, log: WireLog): Promise<void> {
  try {
    await window.loadURL(url)
  } catch (thrown) {
    log('could not load the page', { reason: String(thrown) })
  }
}

/** Brings a window to the front, whatever its state. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
