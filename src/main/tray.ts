import { join } from 'node:path'
import { Menu, nativeImage, nativeTheme, Tray } from 'electron'

export interface TrayActs {
  readonly show: () => void
  readonly openFolder: () => void
  readonly quit: () => void
}

/** Adds the icon to the system tray. The caller keeps the result: a garbage-collected tray disappears. */
export function openTray(resources: string, acts: TrayActs, platform: NodeJS.Platform): Tray {
  const tray = new Tray(trayImage(resources, platform))
  tray.setToolTip('Patchbay')
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: 'Show Patchbay', click: acts.show },
      { label: 'Open Folder…', click: acts.openFolder },
      { type: 'separator' },
      { label: 'Quit Patchbay', click: acts.quit },
    ]),
  )
  tray.on('click', acts.show)
  nativeTheme.on('updated', () => tray.setImage(trayImage(resources, platform)))
  return tray
}

/** macOS recolours a template image; elsewhere the icon contrasts with the theme. */
function trayImage(resources: string, platform: NodeJS.Platform): Electron.NativeImage {
  const name = platform === 'darwin' ? 'markTemplate' : nativeTheme.shouldUseDarkColors ? 'mark-light' : 'mark-dark'
  const image = nativeImage.createFromPath(join(resources, 'tray', `${name}.png`))
  if (platform === 'darwin') image.setTemplateImage(true)
  return image
}
