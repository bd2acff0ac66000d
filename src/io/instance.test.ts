import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockInstance, readInstance } from './instance.ts'

let base = ''
const children: ChildProcess[] = []
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'patchbay-instance-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

/** Starts another process that takes the folder; resolves with its first line of output. */
async function hold(dataDir: string): Promise<{ readonly child: ChildProcess; readonly said: string }> {
  const program = join(import.meta.dirname, '../../test/programs/hold-instance.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: chunk.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('lockInstance', () => {
  it('refuses a second process and names the first, without its token', async () => {
    const dataDir = join(base, 'data')
    const { child, said } = await hold(dataDir)
    expect(said).toBe('held')
    const second = lockInstance(dataDir)
    expect(second).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    if (!second.ok) {
      expect(second.fault.message).toContain(`process ${child.pid}, http://127.0.0.1:4321/)`)
      expect(JSON.stringify(second.fault)).not.toContain('hush')
    }
    expect(readInstance(dataDir)).toEqual({ pid: child.pid, address: 'http://127.0.0.1:4321/#token=hush' })
    if (process.platform !== 'win32') {
      for (const [path, mode] of Object.entries({ '.': 0o700, 'instance.json': 0o600, 'instance.lock': 0o600 })) {
        expect(statSync(join(dataDir, path)).mode & 0o777, path).toBe(mode)
      }
    }
    expect(JSON.parse((await hold(dataDir)).said)).toMatchObject({ code: 'conflict' })
  })

  it('is released immediately when its holder is killed', async () => {
    for (let round = 0; round < 3; round++) {
      const { child, said } = await hold(base)
      expect(said).toBe('held')
      await kill(child)
    }
    const locked = lockInstance(base)
    expect(locked.ok).toBe(true)
    expect(readInstance(base)).toEqual({ pid: process.pid }) // not the address of the dead process
    if (locked.ok) locked.value.release()
  })

  it('is exclusive within the same process, until it is released', () => {
    const first = lockInstance(base)
    expect(first.ok).toBe(true)
    expect(lockInstance(base)).toMatchObject({ ok: false, fault: { code: 'conflict' } })
    if (first.ok) {
      first.value.release()
      first.value.release()
    }
    expect(readInstance(base)).toBeUndefined()
    const again = lockInstance(base)
    expect(again.ok).toBe(true)
    if (again.ok) again.value.release()
  })

  it('an unusable folder is a fault with a reason', () => {
    writeFileSync(join(base, 'file'), '')
    for (const folder of [join(base, 'file'), join(base, 'file', 'x')]) {
      // Not `conflict`, which would mean another Patchbay.
      const locked = lockInstance(folder)
      expect(locked).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
      expect(locked.ok ? '' : locked.fault.message).toMatch(/file.+--data/)
    }
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('a folder that cannot be written is a fault that says so', () => {
    chmodSync(base, 0o500)
    const locked = lockInstance(base)
    chmodSync(base, 0o700)
    expect(locked).toMatchObject({ ok: false, fault: { code: 'unavailable' } })
    expect(locked.ok ? '' : locked.fault.message).toBe(
      `Could not write to the data folder ${base}: permission denied. Choose another one with --data.`,
    )
  })

  it('reads only what an instance can have written', () => {
    for (const text of ['', '{', '{"pid":"x"}', '{"pid":-1}', 'null']) {
      writeFileSync(join(base, 'instance.json'), text)
      expect(readInstance(base)).toBeUndefined()
    }
  })
})
