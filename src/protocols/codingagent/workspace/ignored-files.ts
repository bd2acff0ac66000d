import { limits } from '../../../core/limits.ts'
import { readStart } from '../../../io/read-start.ts'
import { alwaysIgnored, noRules } from './ignore-rules.ts'
import type { IgnoreRules } from './ignore-rules.ts'

/** Those of the given paths that `.gitignore` files, or our own rules, exclude from a workspace's listing. */
export async function ignoredAmong(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Map<string, Promise<IgnoreRules>>()

  function rulesIn(folder: string): Promise<IgnoreRules> {
    const before = known.get(folder)
    if (before !== undefined) return before
    const rules = readRules(folder)
    known.set(folder, rules)
    return rules
  }

  async function readRules(folder: string): Promise<IgnoreRules> {
    const inherited = folder === '' ? noRules : await rulesIn(folderOf(folder))
    const read = await readStart(root, folder === '' ? '.gitignore' : `${folder}/.gitignore`, limits.ignoreFile)
    return read.ok ? inherited.with(folder, read.value.bytes.toString('utf8')) : inherited
  }

  async function isIgnored(path: string): Promise<boolean> {
    const parts = path.split('/')
    for (let depth = 1; depth <= parts.length; depth++) {
      const part = parts.slice(0, depth).join('/')
      const isFile = depth === parts.length
      if (!isFile && alwaysIgnored.has(parts[depth - 1] ?? '')) return true
      if ((await rulesIn(folderOf(part))).ignores(isFile ? part : `${part}/`)) return true
    }
    return false
  }

  const found = new Set<string>()
  for (const path of paths) if (await isIgnored(path)) found.add(path)
  return found
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
