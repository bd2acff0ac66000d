/** Packages: checks whether they match package-lock.json, and runs `npm ci` if not. Plain JavaScript for Node 20 and newer. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bringsNode, checkoutNode, isSuitable, root } from './checkout.mjs'
import { runChild } from './child.mjs'

const modules = path.join(root, 'node_modules')
const stampFile = path.join(modules, '.patchbay-stamp')

/** What the installed packages depend on: the lock file, npm's settings and the platform. */
function stamp() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', '.npmrc']) hash.update(readFileSync(path.join(root, file)))
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`
}

/** Why the packages must be installed, as half a sentence; undefined if they are up to date. */
export function staleInstall() {
  if (!existsSync(modules)) return 'no packages are installed yet'
  if (read(stampFile) === stamp()) return undefined
  const reason = lockDifference()
  // Someone ran `npm ci` by hand: record it, so that the next start compares one line only.
  if (reason === undefined) tryWrite(stampFile, stamp())
  return reason
}

/** Compares npm's record of the installed packages with the lock file; packages for other platforms may be missing. */
function lockDifference() {
  const record = read(path.join(modules, '.package-lock.json'))
  if (record === undefined) return 'the last installation did not finish'
  const installed = JSON.parse(record).packages
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '') continue
    const have = installed[place]
    if (have === undefined ? !(entry.optional || entry.devOptional || entry.peer) : have.version !== entry.version) {
      return `${place.replace('node_modules/', '')} differs from the version in package-lock.json`
    }
  }
  const foreign = Object.values(installed).some((entry) => !fits(entry.os, process.platform) || !fits(entry.cpu, process.arch))
  if (foreign || (bringsNode() && !isSuitable(process.version) && !checkoutNode())) return 'the installed packages are for another platform'
  return undefined
}

/** npm's `os` and `cpu` lists: allowed names, or names with `!` that are not allowed. */
function fits(names, name) {
  if (names === undefined) return true
  const list = [names].flat()
  return list.some((entry) => entry.startsWith('!')) ? !list.includes(`!${name}`) : list.includes(name) || list.includes('any')
}

/** Runs `npm ci` with its output on stderr and a progress line every ten seconds. Returns true when everything is installed. */
export async function install(say) {
  freeRunningNode()
  const started = Date.now()
  const beat = setInterval(() => say(`  still installing (${Math.round((Date.now() - started) / 1000)} s)`), 10_000)
  const [program, ...before] = npm()
  const outcome = await runChild(program, [...before, 'ci'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && before.length === 0,
  })
  clearInterval(beat)
  if (outcome.error) say(`Could not start npm: ${outcome.error.message}`)
  if (outcome.code !== 0 || outcome.signal) return false
  if (!bringsNode()) rmSync(path.join(modules, '.bin', 'node'), { force: true }) // a Node that cannot run here would shadow the one that can
  writeFileSync(stampFile, stamp())
  return true
}

/** npm as a command: the one that runs this script, on a Node that survives the removal of node_modules. */
function npm() {
  const script = process.env.npm_execpath
  if (!script || !/\.c?js$/.test(script)) return ['npm']
  const node = process.env.npm_node_execpath
  return [node && existsSync(node) && !node.startsWith(modules) ? node : process.execPath, script]
}

/** Windows cannot delete a running program but can move it: if we run on the checkout's own Node, move it out of npm's way. */
function freeRunningNode() {
  const cache = path.join(root, '.cache')
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    if (name.startsWith('old-node-')) tryRemove(path.join(cache, name))
  }
  if (process.platform !== 'win32' || !process.execPath.startsWith(modules)) return
  mkdirSync(cache, { recursive: true })
  renameSync(process.execPath, path.join(cache, `old-node-${process.pid}.exe`))
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function tryRemove(file) {
  try {
    rmSync(file, { force: true })
  } catch {
    // It is still running; a later installation removes it.
  }
}

/** A checkout that belongs to another user works too; it only compares more each time. */
function tryWrite(file, text) {
  try {
    writeFileSync(file, text)
  } catch {
    // Not writable for us; nothing is lost.
  }
}
