import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'

export interface MenuActs {
  readonly openFolder: () => void
  readonly startDemo: () => void
}

/** Sets the application menu: the usual system commands. Commands of the page have their keys in the page. */
export function setMenu(acts: MenuActs, platform: NodeJS.Platform, isDevelopment: boolean): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(acts, platform, isDevelopment)))
}

/** The menu as data. */
export function menuTemplate(acts: MenuActs, platform: NodeJS.Platform, isDevelopment: boolean): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      { label: 'Open Folder…', accelerator: 'CmdOrCtrl+O', click: acts.openFolder },
      { label: 'Start Demo', click: acts.startDemo },
      { type: 'separator' },
      { role: isMac ? 'close' : 'quit' },
    ],
  }
  const developer: MenuItemConstructorOptions[] = isDevelopment
    ? [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }]
    : []
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      ...developer,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  }
  return [...(isMac ? [{ role: 'appMenu' as const }] : []), file, { role: 'editMenu' }, view, { role: 'windowMenu' }]
}
