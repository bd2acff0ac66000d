import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const isWrong = (text: string): boolean => /import\.meta\.url\)\s*\.pathname/.test(text)

/** The path of a checkout may contain spaces and umlauts, which the path of a URL spells differently. */
it('no file uses the path of a URL as the path of a file (F22)', () => {
  const root = path.join(import.meta.dirname, '..')
  const files = globSync(['{src,test,scripts,bench,e2e,bin}/**/*.{ts,tsx,mjs,mts}', '*.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  expect(isWrong("new URL('x.ts', import.meta.url)\n.pathname")).toBe(true)
  expect(files.filter((file) => isWrong(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
