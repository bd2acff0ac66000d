import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '..', 'src')

it('no style changes the case of a text: it may begin with the name of a file or an agent', () => {
  const files = globSync('**/*.css', { cwd: src })
  expect(files).not.toEqual([])
  expect(files.filter((file) => /text-transform:\s*(?!none\b)/.test(readFileSync(path.join(src, file), 'utf8')))).toEqual([])
})
