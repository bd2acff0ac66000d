import path from 'node:path'
import { shellWord } from '../../core/shell-word.ts'
import { defaultDataDir } from '../data-dir.ts'

/** What to do about a journal that cannot be used, as a sentence with the commands for this data folder. */
export function waysBack(dataDir: string): string {
  const where = path.resolve(dataDir) === path.resolve(defaultDataDir()) ? '' : ` --data ${shellWord(dataDir)}`
  return `Stop Patchbay and run \`patchbay repair${where}\` to recover what is readable, or \`patchbay restore${where}\` to return to the last backup.`
}
