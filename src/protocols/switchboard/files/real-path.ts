import { realpathSync } from 'node:fs'
import path from 'node:path'

/** The same text for every way to a folder; as it is resolved, where there is none. */
export function realOf(root: string): string {
  try {
    return realpathSync(root)
  } catch {
    return path.resolve(root)
  }
}
