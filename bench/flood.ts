import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectInProcess } from '../src/api/wires/in-process.ts'
import { openEngine } from '../src/engine/engine.ts'
import { loadProtocols } from '../src/protocols/registry.ts'
import { percentile } from './percentile.ts'
import type { BenchRow } from './row.ts'
import { meanwhile } from './scale.ts'

const questions = 30_000
const written = 1_000
const everyMs = 200
const watchedMs = 20_000

/** What the engine does while 30,000 agents wait for an answer of the operator: with more lines coming in, and with nothing happening. */
export async function floodBench(): Promise<BenchRow[]> {
  const scratch = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-bench-')))
  const folder = path.join(scratch, 'team')
  const chat = path.join(folder, '.workplace', 'chat.md')
  mkdirSync(path.dirname(chat), { recursive: true })
  writeFileSync(chat, '')
  const opened = await openEngine({
    dataDir: path.join(scratch, 'data'),
    shell: { kind: 'in-process' },
    protocols: await loadProtocols(),
    log: () => undefined,
    version: '0.0.0-bench',
  })
  if (!opened.ok) throw new Error(opened.fault.message)
  const client = connectInProcess(opened.value.server, () => undefined)
  try {
    const workspace = await client.call('workspaces.open', { path: folder })
    if (!workspace.ok) throw new Error(workspace.fault.message)
    const whole = Promise.withResolvers<void>()
    client.subscribe({ workspace: workspace.value.id }, (push) => {
      if (push.type === 'state' && push.desk.counts.needs === questions) whole.resolve()
    })
    let said = 0
    const say = (lines: number): void => {
      const text = Array.from({ length: lines }, () => `[agent-${++said}-to-operator]: Should I go on with this?\n`)
      appendFileSync(chat, text.join(''))
    }
    for (let lines = 0; lines < questions; lines += written) {
      say(written)
      await setTimeout(20)
    }
    await whole.promise
    await setTimeout(5_000)
    return [...(await watched('5 more lines a second', () => say(1))), ...(await watched('nothing happening', () => undefined))]
  } finally {
    client.close()
    await opened.value.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function watched(what: string, each: () => void): Promise<BenchRow[]> {
  const before = process.cpuUsage()
  const began = performance.now()
  const gaps = await meanwhile(async () => {
    for (let at = 0; at < watchedMs; at += everyMs) {
      each()
      await setTimeout(everyMs)
    }
  })
  const { user, system } = process.cpuUsage(before)
  const about = `${questions.toLocaleString('en')} open questions, ${what}`
  return [
    { name: `${about}: CPU`, value: (user + system) / 10 / (performance.now() - began), unit: '%' },
    {
      name: `another call meanwhile, p99; the longest`,
      value: percentile(gaps, 99),
      unit: 'ms',
      against: `${Math.round(Math.max(...gaps))} ms`,
    },
  ]
}
