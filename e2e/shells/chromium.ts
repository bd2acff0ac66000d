import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** How Playwright finds its browser: a file, or the name of an installed one. */
export interface ChromiumChoice {
  readonly executablePath?: string
  readonly channel?: string
  readonly args: string[]
}

const root = path.join(import.meta.dirname, '..', '..')
/** Flags for containers and machines without a display; nothing of them changes what a page may do. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/**
 * The Chromium of the end-to-end tests: $CHROMIUM_PATH, the system's, the one that the packages carry (unpacked once), or an
 * installed Chrome or Edge on macOS and Windows.
 */
export async function findChromium(): Promise<ChromiumChoice> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return { executablePath: named, args }
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file))
  if (installed) return { executablePath: installed, args }
  if (process.platform === 'linux' && process.arch === 'x64') return { executablePath: await unpackChromium(), args }
  if (process.platform === 'win32') return { channel: 'msedge', args }
  return { channel: 'chrome', args }
}

/** Unpacks the carried Chromium into the checkout's cache, or the system's folder for temporary files when that is not ours to write. */
async function unpackChromium(): Promise<string> {
  const folder = path.join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const places = [path.join(root, '.cache'), path.join(os.tmpdir(), `patchbay-cache-${os.userInfo().uid}`)]
  const ready = places.map((place) => path.join(place, `chromium-${version}`, 'chromium')).find(isProgram)
  if (ready) return ready
  const target = path.join(places.find(isWritable) ?? os.tmpdir(), `chromium-${version}`)
  const part = `${target}.${process.pid}`
  mkdirSync(part, { recursive: true })
  // It unpacks into the folder for temporary files, so a process of its own gets ours as that.
  const script = `const { default: chromium } = await import('@sparticuz/chromium'); chromium.setGraphicsMode = false; await chromium.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env: { ...process.env, TMPDIR: part } })
  // Half an unpacked browser must not look like a whole one.
  rmSync(target, { recursive: true, force: true })
  renameSync(part, target)
  return path.join(target, 'chromium')
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
