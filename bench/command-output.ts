import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { directGate } from '../src/engine/gate/direct-gate.ts'
import { planRound } from '../src/protocols/codingagent/pure/plan.ts'
import { applyStep } from '../src/protocols/codingagent/workspace/apply-row.ts'
import type { BenchRow } from './row.ts'

const bytes = 100 * 1024 * 1024
const command = `head -c ${bytes} /dev/zero | tr '\\0' x`

/** How much the memory of this process grows while a RUN_COMMAND prints 100 MB, and how long that takes. */
export async function commandOutputBench(): Promise<BenchRow[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'))
  try {
    await runOnce(root, 'echo warm') // exclude code loading and first buffers from the measurement
    const before = process.memoryUsage.rss()
    let peak = before
    const sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 10)
    const began = performance.now()
    const output = await runOnce(root, command)
    const ms = performance.now() - began
    clearInterval(sampler)
    if (!output.includes(`most of ${bytes.toLocaleString('en-US')} bytes`)) throw new Error('the output was not counted')
    return [
      {
        name: 'memory for a command that prints 100 MB',
        value: (peak - before) / 2 ** 20,
        unit: 'MiB',
        against: 'the output itself, 100 MiB',
        goal: '≤ 50',
      },
      { name: 'reading the 100 MB that it prints', value: ms, unit: 'ms' },
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function runOnce(root: string, text: string): Promise<string> {
  const commands = [{ type: 'RUN_COMMAND', text, line: 1, lastLine: 3 }] as const
  const [step] = planRound({ commands, look: () => ({ kind: 'missing' }), shown: new Map(), choices: new Map() }).steps
  if (step === undefined) throw new Error('nothing was planned')
  const actor = { kind: 'operator', name: 'operator' } as const
  const world = { root, gate: directGate, actor, signal: new AbortController().signal, onOutput: () => undefined }
  const result = await applyStep(world, step)
  if (!result.success) throw new Error(result.summary)
  return result.output ?? ''
}
