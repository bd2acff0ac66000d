import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'

/** The same for every path to a folder: a workspace is known by its real one. A folder that is not there has the path that was given. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return resolve(folder)
  }
}
