/** The built screen and Electron parts in out/: checks whether they match the sources, and runs `electron-vite build` if not. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { captureChild, checkoutEnv } from './child.mjs'
import { confirmBuild, stampOf } from './command.mjs'

const inputs = ['src', 'resources', 'scripts', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
/** Times of files are coarse: a file that is saved after it was read may have the time of a moment before. */
const coarseMs = 2_000
const entry = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')

/** Hash of everything that the build reads, without tests. */
export function stamp(folder = root) {
  const hash = createHash('sha256')
  const add = (relative) => {
    const absolute = path.join(folder, relative)
    if (!existsSync(absolute)) return
    if (statSync(absolute).isFile()) {
      hash.update(`${relative}\0`).update(readFileSync(absolute))
      return
    }
    const names = readdirSync(absolute)
    names.sort()
    for (const name of names) {
      if (!/\.(test|prop)\.tsx?$/.test(name)) add(path.join(relative, name))
    }
  }
  for (const input of inputs) add(input)
  return `${hash.digest('hex')}\n`
}

/** Why a build is needed, as half a sentence; undefined if out/ is up to date. */
export function staleBuild(folder = root, now = Date.now()) {
  if (!existsSync(path.join(folder, 'out', 'renderer', 'index.html'))) return 'there is no build yet'
  try {
    if (readFileSync(stampOf(folder), 'utf8') !== stamp(folder)) return 'the sources have changed'
  } catch {
    return 'there is no build yet'
  }
  confirmBuild(folder, new Date(now - coarseMs))
  return undefined
}

/** Builds main, preload and renderer. Returns true when out/ is complete; otherwise the builder's output is shown. */
export async function compile(say) {
  const before = stamp()
  const outcome = await captureChild(suitableNode(), [entry, 'build'], { cwd: root, env: checkoutEnv({ NODE_ENV: 'production' }) })
  if (outcome.code !== 0 || outcome.signal) {
    say(outcome.output.trimEnd())
    return false
  }
  writeFileSync(stampOf(root), before)
  return true
}
