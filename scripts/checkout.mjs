/** Facts about this checkout and its Node. Plain JavaScript for Node 20 and newer: it is loaded before anything is installed. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that contains package.json. This file may also be a part of the build, which has another depth. */
export const root = folderAbove(fileURLToPath(import.meta.url))

function folderAbove(file) {
  const folder = path.dirname(file)
  return folder === file || existsSync(path.join(folder, 'package.json')) ? folder : folderAbove(folder)
}

/** The Node that runs the sources (type stripping without a flag) and the database's prebuilt binary; 23 is excluded because it was never a long-term release. */
const suitable = '22.22 or a later 22.x, or 24 or newer'

/** Whether a Node version such as `v22.22.0` runs Patchbay. */
export function isSuitable(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 22)
}

/** Platforms for which the registry has a Node 24 that `npm ci` installs into the checkout. */
const carried = new Set(['linux-x64', 'linux-arm64', 'win32-x64'])

/** True where `npm ci` installs a Node that can run here; musl (Alpine) cannot run the one for Linux. */
export function bringsNode(platform = process.platform, arch = process.arch, musl = isMusl()) {
  return carried.has(`${platform}-${arch}`) && !musl
}

/** True on a Linux whose C library is not glibc. */
export function isMusl() {
  if (process.platform !== 'linux') return false
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

/** Path of the checkout's own Node, or undefined if none runs here. */
export function checkoutNode() {
  if (!bringsNode()) return undefined
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = path.join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

/** The Node that runs the sources: this one if it is new enough, else the checkout's; undefined if there is neither. */
export function suitableNode() {
  return isSuitable(process.version) ? process.execPath : checkoutNode()
}

/** Why nothing can run here, as one sentence, or undefined if it can. */
export function nodeProblem(version = process.version, platform = process.platform, arch = process.arch, musl = isMusl()) {
  if (isSuitable(version) || bringsNode(platform, arch, musl)) return undefined
  const where = musl ? `${platform}-${arch} with musl` : `${platform}-${arch}`
  return `Patchbay needs Node ${suitable}, on ${where} (this is ${version}): install it from https://nodejs.org/ and run the command again.`
}
