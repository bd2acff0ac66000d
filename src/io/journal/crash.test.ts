import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { chatEvent } from '../../../test/fakes/crash-event.ts'
import { openOrThrow, tempFolder } from '../../../test/fakes/journal.ts'
import { sized } from '../../../test/sizes.ts'

const kills = sized(3, 100)
const program = path.join(import.meta.dirname, '../../../test/programs/append-until-killed.ts')

/** Runs the child until it has acknowledged something, kills it a little later, and returns its last acknowledged batch. */
async function runAndKill(folder: string, waitMs: number): Promise<number> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  child.stdout.on('data', (bytes: Buffer) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), waitMs)
    output += bytes.toString()
  })
  await once(child, 'close')
  expect(errors).toBe('')
  // A number without a line end was cut off by the kill.
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
}

test(
  `SIGKILL while appending, ${kills} times: what was acknowledged is there, complete and once, and nothing else`,
  async () => {
    const folder = tempFolder()
    let cursor = 0
    for (let kill = 0; kill < kills; kill++) {
      const acknowledged = await runAndKill(folder, (kill * 5) % 40)
      const journal = openOrThrow(folder)
      const saved = journal.linkState('chat') as number
      // At most one more: the batch whose answer the kill cut off.
      expect([acknowledged, acknowledged + 1]).toContain(saved)
      const stored = journal.since('w', 0, 1_000_000)
      expect(stored.map((event) => event.wireId)).toEqual(Array.from({ length: (saved + 1) * 3 }, (_, number) => String(number)))
      expect(stored.every((event, index) => event.seq === index + 1 && event.cursor === index + 1)).toBe(true)
      expect(stored.at(-1)?.body).toEqual(chatEvent(saved * 3 + 2).body)
      expect(await journal.search({ workspace: 'w', query: 'message', limit: 1, now: 0 })).toMatchObject({
        value: { total: Math.min(stored.length, 1_000) },
      })
      expect(journal.head('w')).toBeGreaterThan(cursor)
      cursor = journal.head('w')
      if (kill === kills - 1) expect(journal.health().integrity).toBe('ok')
      journal.close()
    }
  },
  60_000 + kills * 3_000,
)
