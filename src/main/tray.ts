import { join } from 'node:path'
import { Menu, nativeImage, nativeTheme, Tray } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import type { NoticeStanding } from '../engine/shell.ts'
import type { NoticeTarget } from './notices.ts'

export interface TrayActs {
  readonly show: () => void
  readonly openFolder: () => void
  readonly quit: () => void
  readonly openNeed: (target: NoticeTarget) => void
  /** Mutes notifications for an hour; false: shows them again. */
  readonly mute: (isMuted: boolean) => void
}

/** The tray icon, as the app needs it. */
export interface AppTray {
  readonly icon: Tray
  /** Shows how much needs the operator. */
  tell(standing: NoticeStanding): void
}

/** Needs in the menu of the tray; the window has all of them. */
const needsListed = 5
const labelChars = 60

/** Adds the icon to the system tray. The caller keeps the result: a garbage-collected tray disappears. */
export function openTray(resources: string, acts: TrayActs, platform: NodeJS.Platform): AppTray {
  const icon = new Tray(trayImage(resources, platform))
  let shown = ''
  icon.on('click', acts.show)
  nativeTheme.on('updated', () => icon.setImage(trayImage(resources, platform)))
  const calm = { count: 0, isOverdue: false, isLinkDown: false, isWatching: true, mutedUntil: undefined, items: [] }
  tell(calm)

  function tell(standing: NoticeStanding): void {
    const words = standingWords(standing)
    // A new menu closes the one that is open, so it is only made when it differs.
    const key = JSON.stringify([words, standing.items.slice(0, needsListed).map(({ id, title }) => [id, title])])
    if (key === shown) return
    shown = key
    icon.setToolTip(words)
    if (platform === 'darwin') icon.setTitle(standing.count === 0 ? '' : standing.count > 9 ? '9+' : String(standing.count))
    icon.setContextMenu(Menu.buildFromTemplate(menuOf(standing, acts)))
  }
  return { icon, tell }
}

/** The strongest mark in words: what needs the operator, then links, then silence. */
function standingWords({ count, isOverdue, isLinkDown, isWatching, mutedUntil }: NoticeStanding): string {
  const needs = count === 0 ? undefined : `${count === 1 ? '1 needs' : `${count} need`} you${isOverdue ? ', overdue' : ''}`
  const words = [
    ...(needs === undefined ? [] : [needs]),
    ...(isLinkDown ? ['a link is down'] : []),
    ...(isWatching ? [] : ['nothing watched']),
    ...(mutedUntil === undefined ? [] : ['notifications muted']),
  ]
  return words.length === 0 ? 'Patchbay' : `Patchbay: ${words.join(', ')}`
}

function menuOf({ items, mutedUntil }: NoticeStanding, acts: TrayActs): MenuItemConstructorOptions[] {
  const needs = items.slice(0, needsListed).map(({ id, title, workspace }) => ({
    // An ampersand would mark a key.
    label: title.slice(0, labelChars).toWellFormed().replaceAll('&', '&&'),
    click: () => acts.openNeed({ workspace, item: id }),
  }))
  const isMuted = mutedUntil !== undefined
  return [
    ...needs,
    ...(needs.length > 0 ? [{ type: 'separator' as const }] : []),
    { label: 'Open Patchbay', click: acts.show },
    { label: 'Open Folder…', click: acts.openFolder },
    { label: isMuted ? 'Show Notifications Again' : 'Mute for an Hour', click: () => acts.mute(!isMuted) },
    { type: 'separator' },
    { label: 'Quit Patchbay', click: acts.quit },
  ]
}

/** macOS recolours a template image; elsewhere the icon contrasts with the theme. */
function trayImage(resources: string, platform: NodeJS.Platform): Electron.NativeImage {
  const name = platform === 'darwin' ? 'markTemplate' : nativeTheme.shouldUseDarkColors ? 'mark-light' : 'mark-dark'
  const image = nativeImage.createFromPath(join(resources, 'tray', `${name}.png`))
  if (platform === 'darwin') image.setTemplateImage(true)
  return image
}
