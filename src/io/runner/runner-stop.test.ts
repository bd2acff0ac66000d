import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { processesIn } from '../../../test/programs/processes-in.ts'
import { sized } from '../../../test/sizes.ts'
import type { Permit } from '../../core/protocol.ts'
import { run } from './runner.ts'
import { PatientStop } from './runner-stop.ts'

const permit = { act: 'test' } as Permit

function folderOf(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-stop-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test.runIf(process.platform === 'linux')(
  'command trees end together, whatever they started (F15, F28)',
  async ({ annotate }) => {
    const trees = sized(4, 50)
    const cwd = folderOf()
    const stop = new AbortController()
    const reason = new PatientStop('stopped by the operator', 5_000)
    const request = {
      program: '/bin/sh',
      args: ['-c', 'setsid sleep 60 & sh -c "sleep 60; :" & sleep 60'],
      cwd,
      timeoutMs: 60_000,
      signal: stop.signal,
    }
    const running = Array.from({ length: trees }, () => run(permit, request))
    await vi.waitFor(() => expect(processesIn(cwd).filter((name) => name === 'sleep')).toHaveLength(3 * trees), { timeout: 30_000 })
    const began = performance.now()
    stop.abort(reason)
    for (const done of await Promise.all(running)) expect(done).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    const ms = Math.round(performance.now() - began)
    expect(processesIn(cwd)).toEqual([])
    expect(reason.survivors).toEqual([])
    await annotate(`${trees} command trees of five processes each ended in ${ms} ms`, 'F28')
  },
  60_000,
)

test.runIf(process.platform === 'linux')(
  'a program that wants to finish gets its grace, one that does not is killed',
  async () => {
    const patient = await end('trap "sleep 1.5; echo finished; exit" TERM; echo ready; while :; do sleep 0.05; done', 5_000)
    expect(patient.output).toContain('finished')
    const stubborn = await end('trap "" TERM; echo ready; while :; do sleep 0.05; done', 300)
    expect(stubborn.ms).toBeGreaterThanOrEqual(290)
  },
  30_000,
)

/** Stops a script that has said `ready`; what it printed, and how long its end took. */
async function end(script: string, graceMs: number): Promise<{ readonly output: string; readonly ms: number }> {
  const stop = new AbortController()
  let output = ''
  const cwd = folderOf()
  const done = run(permit, {
    program: '/bin/sh',
    args: ['-c', script],
    cwd,
    timeoutMs: 60_000,
    signal: stop.signal,
    onOutput: (text) => (output += text),
  })
  await vi.waitFor(() => expect(output).toContain('ready'))
  const began = performance.now()
  stop.abort(new PatientStop('stopped', graceMs))
  await done
  expect(processesIn(cwd)).toEqual([])
  return { output, ms: performance.now() - began }
}
