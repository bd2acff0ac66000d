import { join } from 'node:path'
import { Menu, nativeImage, nativeTheme, Tray } from 'electron'
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import type { NoticeStanding } from '../core/shell.ts'
import type { NoticeTarget } from './notices.ts'

export interface TrayActs {
  readonly show: () => void
  readonly openFolder: () => void
  /** Opens the dialog of Halt, or of Resume while halted. */
  readonly halt: () => void
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
  let mark: TrayMark = ''
  const icon = new Tray(trayImage(resources, platform, mark))
  let shown = ''
  icon.on('click', acts.show)
  nativeTheme.on('updated', () => icon.setImage(trayImage(resources, platform, mark)))
  const calm = { count: 0, isOverdue: false, isHalted: false, isLinkDown: false, isWatching: true, mutedUntil: undefined, items: [] }
  tell(calm)

  function tell(standing: NoticeStanding): void {
    const words = standingWords(standing)
    // A new menu closes the one that is open, so it is only made when it differs.
    const key = JSON.stringify([words, standing.items.slice(0, needsListed).map(({ id, title }) => [id, title])])
    if (key === shown) return
    shown = key
    if (markOf(standing) !== mark) {
      mark = markOf(standing)
      icon.setImage(trayImage(resources, platform, mark))
    }
    icon.setToolTip(words)
    if (platform === 'darwin')
      icon.setTitle(standing.isHalted ? 'Halted' : standing.count === 0 ? '' : standing.count > 9 ? '9+' : String(standing.count))
    icon.setContextMenu(Menu.buildFromTemplate(menuOf(standing, acts)))
  }
  return { icon, tell }
}

/** The strongest mark in words: halted, what needs the operator, then links, then silence. */
function standingWords({ count, isOverdue, isHalted, isLinkDown, isWatching, mutedUntil }: NoticeStanding): string {
  const needs = count === 0 ? undefined : `${count === 1 ? '1 needs' : `${count} need`} you${isOverdue ? ', overdue' : ''}`
  const words = [
    ...(isHalted ? ['halted'] : []),
    ...(needs === undefined ? [] : [needs]),
    ...(isLinkDown ? ['a link is down'] : []),
    ...(isWatching ? [] : ['nothing watched']),
    ...(mutedUntil === undefined ? [] : ['notifications muted']),
  ]
  return words.length === 0 ? 'Patchbay' : `Patchbay: ${words.join(', ')}`
}

function menuOf({ items, isHalted, mutedUntil }: NoticeStanding, acts: TrayActs): MenuItemConstructorOptions[] {
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
    { label: isHalted ? 'Resume…' : 'Halt…', click: acts.halt },
    { label: isMuted ? 'Show Notifications Again' : 'Mute for an Hour', click: () => acts.mute(!isMuted) },
    { type: 'separator' },
    { label: 'Quit Patchbay', click: acts.quit },
  ]
}

/** The end of an image's name: nothing needs the operator, a link is down, something else needs them, something is overdue, halted. */
export type TrayMark = '' | '-link' | '-needs' | '-overdue' | '-halted'

/** The mark for what needs the operator; the last one that applies wins. */
export function markOf({ count, isOverdue, isHalted, isLinkDown, items }: NoticeStanding): TrayMark {
  if (isHalted) return '-halted'
  const isOnlyLinks = isLinkDown && items.every((item) => item.isLinkDown === true)
  if (count > 0 && !isOnlyLinks) return isOverdue ? '-overdue' : '-needs'
  return isLinkDown ? '-link' : ''
}

/** macOS recolours a template image; elsewhere the icon contrasts with the theme. */
function trayImage(resources: string, platform: NodeJS.Platform, mark: TrayMark): Electron.NativeImage {
  const theme = nativeTheme.shouldUseDarkColors ? 'light' : 'dark'
  const name = platform === 'darwin' ? `mark${mark}Template` : `mark-${theme}${mark}`
  const image = nativeImage.createFromPath(join(resources, 'tray', `${name}.png`))
  if (platform === 'darwin') image.setTemplateImage(true)
  return image
}

/** Puts what needs the operator on the app's button in the task bar of Windows, with words for screen readers. */
export function markWindow(window: BrowserWindow, resources: string, standing: NoticeStanding): void {
  const mark = markOf(standing)
  const image = mark === '' ? null : nativeImage.createFromPath(join(resources, 'tray', `badge${mark}.png`))
  window.setOverlayIcon(image, mark === '' ? '' : standingWords(standing))
}
