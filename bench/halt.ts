import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Halt } from '../src/core/halt.ts'
import type { Permit } from '../src/core/protocol.ts'
import { openHalts } from '../src/engine/halts/halts.ts'
import { openJournal } from '../src/io/journal/open.ts'
import { run } from '../src/io/runner/runner.ts'
import { PatientStop } from '../src/io/runner/runner-stop.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'

const rounds = 200
const programs = 50

/** How soon a halt closes the gate, its file on the disk included, and how soon 50 programs have their SIGTERM. */
export async function haltBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    return [door(folder), ...(process.platform === 'linux' ? [await terms(folder)] : [])]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function door(dataDir: string): BenchRow {
  const journal = openJournal({ dataDir, now: Date.now, newId: () => 'id' })
  if (!journal.ok) throw new Error(journal.fault.message)
  const halts = openHalts({ journal: journal.value, dataDir, now: Date.now, log: () => undefined })
  const system = { actor: { kind: 'system', name: 'Patchbay' }, effect: { kind: 'write', target: 't', exact: '' } } as const
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const halt: Halt = {
      id: `A${String(round).padStart(3, '0')}`,
      at: Date.now(),
      scope: { kind: 'all' },
      level: 'stop',
      by: 'operator',
      rows: [],
    }
    const began = performance.now()
    const put = halts.put(halt)
    const refused = halts.refusal(system)
    times.push(performance.now() - began)
    if (!put.ok || refused === undefined) throw new Error('the gate is open')
    halts.end(halt.id)
  }
  halts.close()
  journal.value.close()
  return { name: 'halt: gate closed, its file on the disk included, median', value: percentile(times, 50), unit: 'ms', goal: '< 5' }
}

async function terms(cwd: string): Promise<BenchRow> {
  const stop = new AbortController()
  let ended = 0
  let last = 0
  let ready = 0
  const started = new AbortController()
  const areReady = once(started.signal, 'abort')
  const script = 'trap "echo term; exit" TERM; echo ready; while :; do sleep 1 & wait $!; done'
  const running = Array.from({ length: programs }, () =>
    run({ act: 'bench' } as Permit, {
      program: '/bin/sh',
      args: ['-c', script],
      cwd,
      timeoutMs: 60_000,
      signal: stop.signal,
      onOutput(text) {
        if (text.includes('ready') && ++ready === programs) started.abort()
        if (!text.includes('term')) return
        ended++
        last = performance.now()
      },
    }),
  )
  await areReady
  const began = performance.now()
  stop.abort(new PatientStop('stopped by the operator', 5_000))
  await Promise.all(running)
  if (ended < programs) throw new Error(`${programs - ended} programs did not get their signal`)
  return { name: `halt: SIGTERM to ${programs} programs, answered by the last one`, value: last - began, unit: 'ms', goal: '< 100' }
}
