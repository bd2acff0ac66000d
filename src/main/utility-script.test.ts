import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { calls, resetElectron } from '../../test/fakes/electron.ts'
import { runScriptsWith, startScript } from '../io/node-script.ts'
import { startUtility } from './utility-script.ts'

const folder = mkdtempSync(join(tmpdir(), 'patchbay-utility-'))
afterEach(() => {
  resetElectron()
  rmSync(folder, { recursive: true, force: true })
})

it('runs our script in a utility process, without our environment', async () => {
  const script = join(folder, 'script.mjs')
  writeFileSync(script, 'console.log(JSON.stringify([process.argv[2], Object.keys(process.env)])); setInterval(() => {}, 1000)')
  const before = runScriptsWith(startUtility)
  const running = startScript(script, ['one'])
  runScriptsWith(before)
  const [argument, names] = JSON.parse((await running.firstLine()) ?? '[]') as [string, string[]]
  expect(argument).toBe('one')
  expect(names.filter((name) => name !== 'SystemRoot' && !name.startsWith('__CF'))).toEqual([])
  await running.stop()
  expect(calls.map(({ api }) => api)).toContain('utilityProcess.fork')
})
