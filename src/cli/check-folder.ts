import { accessSync, constants, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import path from 'node:path'
import { reasonOf } from '../core/fault.ts'
import { shellWord } from '../core/shell-word.ts'
import { judgeOwnFolder } from '../io/own-folder.ts'
import type { Check } from './check.ts'

/** Is the data folder writable, and private to its owner? Creates nothing: a missing folder is judged by its nearest existing parent. */
export function checkDataFolder(dataDir: string): Check {
  const name = 'data folder'
  const stats = statOf(dataDir)
  if (stats === undefined) {
    const parent = nearestParent(dataDir)
    const problem = writeProblem(parent)
    if (problem !== undefined)
      return {
        name,
        state: 'broken',
        text: `cannot create ${dataDir} because ${parent} is not writable; choose another folder with --data (${problem})`,
      }
    return { name, state: 'ok', text: `${dataDir} (created on first start)` }
  }
  if (!stats.isDirectory()) return { name, state: 'broken', text: `${dataDir} is not a folder; choose another one with --data` }
  const ours = judgeOwnFolder(dataDir, stats)
  if (!ours.ok) return { name, state: 'broken', text: ours.fault.message }
  const problem = writeProblem(dataDir)
  if (problem !== undefined)
    return {
      name,
      state: 'broken',
      text: `${dataDir} is not writable; change its permissions or choose another folder with --data (${problem})`,
    }
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  if (isOpen) return { name, state: 'note', text: `${dataDir} is readable by other users; run \`chmod 700 ${shellWord(dataDir)}\`` }
  return { name, state: 'ok', text: dataDir }
}

function statOf(folder: string): Stats | undefined {
  return statSync(folder, { throwIfNoEntry: false })
}

function nearestParent(folder: string): string {
  const parent = path.dirname(folder)
  return parent === folder || statOf(parent) !== undefined ? parent : nearestParent(parent)
}

function writeProblem(folder: string): string | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
