/** What Node keeps of compiled modules for tests and the command. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './checkout.mjs'

const most = 20_000

/**
 * Node never removes anything from it, and each run of the tests adds a thousand files under names that no other run uses. A folder with more than `limit`
 * files is removed; what is needed is there again after the next run.
 */
export function trimCompileCache(folder = path.join(root, 'node_modules', '.cache', 'patchbay'), limit = most) {
  for (const version of namesIn(folder)) {
    const one = path.join(folder, version)
    if (namesIn(one).length > limit) rmSync(one, { recursive: true, force: true })
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return [] // nothing is cached yet
  }
}
