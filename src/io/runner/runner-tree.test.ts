import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, it } from 'vitest'
import { runMark, seeTree } from './runner-tree.ts'

it.skipIf(process.platform !== 'linux')('sees a process that began after its look had (F15)', async () => {
  const env = { PATH: process.env['PATH'], [runMark]: 'born meanwhile' }
  const list = fs.readdirSync
  let pid: number | undefined
  /** Simulates the next of a chain of forks: it is in no list made before. */
  const listThenStart = (...given: Parameters<typeof list>): unknown => {
    const names = list(...given)
    pid ??= spawn('sleep', ['60'], { env, detached: true, stdio: 'ignore' }).pid
    return names
  }
  fs.readdirSync = listThenStart as typeof list
  syncBuiltinESMExports()
  try {
    expect(await seeTree(0x7fff_ffff, 'born meanwhile', new Map())).toEqual([pid])
  } finally {
    fs.readdirSync = list
    syncBuiltinESMExports()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }
})
