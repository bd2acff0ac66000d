import ignore from 'ignore'
import type { Ignore } from 'ignore'
import { limits } from '../../../core/limits.ts'
import { closedNames } from './closed-paths.ts'

/** What the `.gitignore` files from the root down to one folder say about names in it. */
export interface IgnoreRules {
  /** True if `path` (relative to the workspace's root, a folder ends with `/`) is ignored. Folders above it are not. */
  ignores(path: string): boolean
  /** These rules and those of the `.gitignore` in `folder`, which take precedence. */
  with(folder: string, text: string): IgnoreRules
}

/** Folder and file names ignored anywhere in a workspace, whatever the rules say. */
export const alwaysIgnored: ReadonlySet<string> = new Set([...closedNames, 'node_modules'])

const longestRule = 1_024
/** Maximum `**` in one rule after its beginning. A third makes matching a deep path slow, and a few more would block Patchbay. */
const mostWild = 2

/** Rules that ignore nothing. */
export const noRules: IgnoreRules = rulesOf(undefined, 0)

/**
 * All rules are put into one list, each rewritten to begin at the root, so that the last one that matches wins across files, as in Git.
 * Case matters only where it does on most disks of the system.
 */
function rulesOf(list: Ignore | undefined, count: number): IgnoreRules {
  return {
    ignores: (path) => list?.ignores(path) ?? false,
    with(folder, text) {
      const rules = rulesIn(folder, text).slice(0, limits.ignoreRules - count)
      if (rules.length === 0) return this
      const next = ignore({ ignoreCase: process.platform !== 'linux' }).add(rules)
      return rulesOf(
        list === undefined
          ? next
          : ignore({ ignoreCase: process.platform !== 'linux' })
              .add(list)
              .add(rules),
        count + rules.length,
      )
    },
  }
}

/** The rules of a `.gitignore` in `folder`, as rules at the root. Rules that would take too long to match are left out. */
function rulesIn(folder: string, text: string): string[] {
  const rules: string[] = []
  for (const raw of text
    .slice(0, limits.ignoreFile)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)) {
    if (raw.trim() === '' || raw.startsWith('#') || raw.length > longestRule) continue
    if (raw.replace(/^!?\/?(?:\*\*\/)*/, '').split('**').length - 1 > mostWild) continue
    rules.push(folder === '' ? raw : below(folder, raw))
  }
  return rules
}

function below(folder: string, raw: string): string {
  const isNegated = raw.startsWith('!')
  const rule = isNegated ? raw.slice(1) : raw
  const isAnchored = rule.replace(/\/\s*$/, '').includes('/')
  const prefix = `/${folder.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)}/`
  return `${isNegated ? '!' : ''}${prefix}${isAnchored ? rule.replace(/^\//, '') : `**/${rule}`}`
}
