import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { openOwnLines, type OwnLines } from '../../../io/own-lines.ts'

/**
 * Lines about a workspace in the data folder, where its agents cannot write them.
 * @param folder of the protocol in the data folder; @param root the folder that contains `.switchboard/`, by whatever way; @param what the ending of the file;
 * @param most maximum number of lines
 */
export function openWorkspaceLines(folder: string, root: string, what: string, most: number): OwnLines {
  const name = createHash('sha256').update(realOf(root)).digest('hex').slice(0, 32)
  return openOwnLines(path.join(folder, `${name}.${what}`), most)
}

/** The same text for every way to a folder; as it is resolved, where there is none. */
function realOf(root: string): string {
  try {
    return realpathSync(root)
  } catch {
    return path.resolve(root)
  }
}
