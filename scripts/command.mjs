/**
 * The program behind `patchbay`: the one in out/, which starts in half the time, or the sources if any of them is newer than it.
 * Plain JavaScript for Node 20 and newer, without dependencies: bin/ loads it at each start.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './checkout.mjs'

const listName = 'inputs.json'

/** The file that says of which sources everything in out/ was made. */
export const stampOf = (folder) => path.join(folder, 'out', '.patchbay-stamp')

/**
 * The file that runs the command line.
 * @param folder of the checkout. @returns an absolute path.
 */
export function commandFile(folder = root) {
  const built = path.join(folder, 'out', 'main', 'patchbay.js')
  return isCurrent(folder, built) ? built : path.join(folder, 'src', 'cli', 'main.ts')
}

/** Whether a build is there, and nothing that it was made from has changed since it began. Reading all texts would take longer than the build saves. */
function isCurrent(folder, built) {
  try {
    const list = path.join(folder, 'out', 'main', listName)
    const began = statSync(list).mtimeMs
    statSync(built)
    return JSON.parse(readFileSync(list, 'utf8')).every(([file, size]) => {
      const now = statSync(path.join(folder, file))
      return now.size === size && now.mtimeMs <= began
    })
  } catch {
    return false
  }
}

/** Notes that the build was made from the sources as they were at this moment, whenever they were saved: after a change of branch and back, all have new times. */
export function confirmBuild(folder, moment) {
  try {
    utimesSync(path.join(folder, 'out', 'main', listName), moment, moment)
  } catch {
    // Where nothing can be written, the sources run.
  }
}

/** Writes the list of what a build was made from, with sizes, next to it. The time of the list is that of the beginning of the build. */
export function inputs(folder) {
  let began = new Date()
  return {
    name: 'inputs',
    apply: 'build',
    buildStart() {
      began = new Date()
      rmSync(stampOf(folder), { force: true }) // until out/ is complete again
    },
    writeBundle({ dir }) {
      const sources = [...this.getModuleIds()]
        .map((id) => path.relative(folder, id).replaceAll('\\', '/'))
        .filter((file) => /^(?:src|resources|scripts)\//.test(file))
      const list = [...sources, 'electron.vite.config.ts', 'package-lock.json'].map((file) => [
        file,
        statSync(path.join(folder, file)).size,
      ])
      writeFileSync(path.join(dir, listName), JSON.stringify(list))
      utimesSync(path.join(dir, listName), began, began)
    },
  }
}
