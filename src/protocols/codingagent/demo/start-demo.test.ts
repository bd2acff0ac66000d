import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import type { DemoActor } from '../../../core/protocol.ts'
import { takeFolderLock } from '../../../io/folder-lock.ts'
import { lockFile, sessionsFolder } from '../home/names.ts'
import { startDemo } from './start-demo.ts'

let folder: string
let actor: DemoActor | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-demo-'))
})
afterEach(async () => {
  await actor?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('shows its session home when the session is complete, so a link that takes the lock immediately stops nothing', async () => {
  actor = startDemo(folder)
  const home = join(folder, '.codingagent')
  // A whole session is played first.
  const timeout = 3 * inject('patienceMs')
  await vi.waitFor(() => expect(existsSync(home)).toBe(true), { interval: 1, timeout })
  const lock = takeFolderLock(join(home, lockFile))
  expect(lock).toMatchObject({ ok: true })
  try {
    expect(readdirSync(join(home, sessionsFolder))).toContainEqual(expect.stringMatching(/\.json$/u))
    // The reply that waits for the operator comes although the lock is taken.
    await vi.waitFor(() => expect(readdirSync(join(home, 'inbox'))).toContainEqual(expect.stringMatching(/^llm-\d\.txt$/u)))
  } finally {
    if (lock.ok) lock.value.release()
  }
})
