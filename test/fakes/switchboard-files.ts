import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads and writes below `.switchboard/` as other programs do; paths are relative to it. */
export interface SwitchboardFiles {
  readonly at: (path: string) => string
  readonly names: (folder: string) => string[]
  readonly text: (path: string) => string
  readonly put: (path: string, content: string) => void
}

/** @param root the folder that contains `.switchboard/`, of the running test */
export function switchboardFiles(root: () => string): SwitchboardFiles {
  const at = (path: string): string => join(root(), '.switchboard', path)
  return {
    at,
    names: (folder) => (existsSync(at(folder)) ? readdirSync(at(folder)).toSorted() : []),
    text: (path) => readFileSync(at(path), 'utf8'),
    put(path, content) {
      mkdirSync(join(at(path), '..'), { recursive: true })
      writeFileSync(at(path), content)
    },
  }
}
