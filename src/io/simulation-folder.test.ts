import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

test.each(['process.exit(0)', 'throw new Error("a bug")', 'await made.value.remove()'])(
  'no folder of a simulation stays when its process ends with: %s',
  (end) => {
    const parent = mkdtempSync(path.join(tmpdir(), 'patchbay-folders-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const script = `const { makeSimulationFolder } = await import(process.env.SCRIPT)
      const made = await makeSimulationFolder()
      console.log(made.ok)
      ${end}`
    const module = pathToFileURL(path.join(import.meta.dirname, 'simulation-folder.ts')).href
    const env = { ...process.env, TMPDIR: parent, TEMP: parent, TMP: parent, SCRIPT: module }
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
    expect(ran.stdout).toBe('true\n')
    expect(readdirSync(parent)).toEqual([])
  },
)
