import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { append, message, openOrThrow, tempFolder, workspace } from '../../../test/fakes/journal.ts'
import { sized } from '../../../test/sizes.ts'

const program = path.join(import.meta.dirname, '../../../test/programs/archive-until-killed.ts')
const march = Date.UTC(2026, 2, 5)
const states = ['none', 'written', 'moving', 'closed', 'returning'] as const
const kills = sized(1, 6) * states.length

/** Runs the child until it prints the state, and kills it a little later. */
async function killAt(folder: string, state: string, waitMs: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder, '2026-03'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors, isDue] = ['', '', false]
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
    if (isDue || !output.split('\n').slice(0, -1).includes(state)) return
    isDue = true
    setTimeout(() => child.kill('SIGKILL'), waitMs)
  })
  await once(child, 'close')
  expect(errors).toBe('')
}

test('SIGKILL while months are moved and brought back: every event is there once, with its text, and every checkpoint (F26)', async () => {
  const folder = tempFolder()
  const journal = openOrThrow(folder)
  journal.putWorkspace(workspace('w'))
  const all = Array.from({ length: 3_000 }, (_, number) => message(String(number), `word${number} ${'x'.repeat(200)}`))
  append(journal, all, { at: march })
  const before = journal.since('w', 0, 10_000)
  for (let step = 0; step < 20; step++)
    journal.putCheckpoint('w', 'desk', { cursor: (step + 1) * 100, key: '1', chain: 'c', step, value: Buffer.alloc(20_000, step) })
  const checkpoints = journal.checkpointsAt('w', 'desk', '1', 9_999)
  expect(checkpoints).toHaveLength(20)
  journal.close()
  for (let kill = 0; kill < kills; kill++) {
    await killAt(folder, states[kill % states.length] ?? 'none', (kill * 7) % 30)
    const after = openOrThrow(folder)
    expect(after.since('w', 0, 10_000)).toEqual(before)
    expect(after.checkpointsAt('w', 'desk', '1', 9_999)).toEqual(checkpoints)
    expect(await after.search({ workspace: 'w', query: 'word1234', limit: 5, now: march })).toMatchObject({ value: { total: 1 } })
    after.close()
  }
  const last = openOrThrow(folder)
  expect(last.health().integrity).toBe('ok')
})
