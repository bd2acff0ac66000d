import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder that has package.json, `bin`, `out` and `resources`: two above this file, and also above each file of the build in `out/main`. */
export const programFolder = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Finds a program that runs in a thread or a process of its own: a source file, or in the build a separate entry next to the bundle
 * (`electron.vite.config.ts` names it).
 * @param from `import.meta.url` of the caller. @param source path of the source, relative to `from`. @param built name of the entry. @returns its absolute path.
 */
export function programFile(from: string, source: string, built: string): string {
  const file = fileURLToPath(new URL(source, from))
  return existsSync(file) ? file : fileURLToPath(new URL(`./${built}.js`, from))
}
