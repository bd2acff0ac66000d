/**
 * Which shell can run here, and why not the other. Plain JavaScript for Node 18 and newer, with types in shells.d.mts for `patchbay doctor`.
 * Never imports the package `electron`: doing so starts a download.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './checkout.mjs'

const electronFolder = path.join(root, 'node_modules', 'electron')
const failureFile = path.join(root, '.cache', 'electron-failed.json')
const day = 24 * 60 * 60 * 1000

/** Version of the Electron package, undefined when it is not installed. */
export function electronVersion() {
  try {
    return JSON.parse(readFileSync(path.join(electronFolder, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Path of Electron's binary, or undefined when it has not been fetched. */
export function electronBinary(env = process.env) {
  try {
    const name = readFileSync(path.join(electronFolder, 'path.txt'), 'utf8').trim()
    const file = path.join(env.ELECTRON_OVERRIDE_DIST_PATH || path.join(electronFolder, 'dist'), name)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** True when a window could appear. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** Why Electron would not run here even with its binary, as half a sentence; undefined when nothing is in the way. */
export function electronObstacle(env = process.env, platform = process.platform, uid = process.getuid?.()) {
  if (env.CI) return 'this is a CI run'
  if (!hasDisplay(env, platform)) return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
  if (platform === 'linux' && uid === 0) return "as root Electron's sandbox does not start"
  return undefined
}

/** Why a system browser is not opened by itself, as half a sentence; undefined when it can be. */
export function browserObstacle(env = process.env, platform = process.platform) {
  if (env.CI) return 'this is a CI run'
  return hasDisplay(env, platform) ? undefined : 'there is no display'
}

/** The last failed attempt to fetch Electron's binary, if it is younger than a day and was for this version. */
export function recentFetchFailure(now = Date.now()) {
  try {
    const failure = JSON.parse(readFileSync(failureFile, 'utf8'))
    return failure.version === electronVersion() && now - failure.at < day && now >= failure.at ? failure : undefined
  } catch {
    return undefined
  }
}

/** Remembers a failed attempt for a day; without a reason it forgets it. */
export function rememberFetch(reason, now = Date.now()) {
  if (reason === undefined) {
    rmSync(failureFile, { force: true })
    return
  }
  mkdirSync(path.dirname(failureFile), { recursive: true })
  writeFileSync(failureFile, `${JSON.stringify({ at: now, version: electronVersion(), reason })}\n`)
}
