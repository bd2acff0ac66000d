/**
 * Which shells are available, and why the others are not. Plain JavaScript for Node 20 and newer, with types in shells.d.mts for `patchbay doctor`.
 * Never imports the package `electron`: doing so starts a download.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './checkout.mjs'

const electronFolder = path.join(root, 'node_modules', 'electron')
const failureFile = path.join(root, '.cache', 'electron-failed.json')
const day = 24 * 60 * 60 * 1000

/** Version of the Electron package; undefined if it is not installed. */
export function electronVersion() {
  try {
    return JSON.parse(readFileSync(path.join(electronFolder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Path of Electron's binary; undefined if it has not been downloaded. */
export function electronBinary(env = process.env) {
  try {
    const name = readFileSync(path.join(electronFolder, 'path.txt'), 'utf8').trim()
    const file = path.join(env.ELECTRON_OVERRIDE_DIST_PATH || path.join(electronFolder, 'dist'), name)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** True when a window can be shown. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Why Electron cannot run here even with its binary, as half a sentence; undefined if it can. */
export function electronObstacle(env = process.env, platform = process.platform, uid = process.getuid?.()) {
  if (env.CI) return 'this is a CI run'
  if (!hasDisplay(env, platform)) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
  if (platform === 'linux' && uid === 0) return "Electron's sandbox does not work as root"
  return undefined
}

/** Why a system browser is not opened automatically, as half a sentence; undefined if it can be. */
export function browserObstacle(env = process.env, platform = process.platform) {
  if (env.CI) return 'this is a CI run'
  return hasDisplay(env, platform) ? undefined : 'there is no display'
}

/** The last failed download of Electron's binary, if it was less than a day ago and for this version. */
export function recentFetchFailure(now = Date.now()) {
  try {
    const failure = JSON.parse(readFileSync(failureFile, 'utf8'))
    return failure.version === electronVersion() && now - failure.at < day && now >= failure.at ? failure : undefined
  } catch {
    return undefined
  }
}

/** Remembers a failed download for a day; without a reason, forgets it. */
export function rememberFetch(reason, now = Date.now()) {
  if (reason === undefined) {
    rmSync(failureFile, { force: true })
    return
  }
  mkdirSync(path.dirname(failureFile), { recursive: true })
  writeFileSync(failureFile, `${JSON.stringify({ at: now, version: electronVersion(), reason })}\n`)
}
